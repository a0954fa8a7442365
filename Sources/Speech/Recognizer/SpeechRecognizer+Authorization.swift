import Capture

/// Whether this program may listen. A board has no permission dialog: permission is membership of the group that owns
/// the sound devices. Recordings need no authorization.
///
/// ```swift
/// guard SpeechRecognizer.authorizationStatus() == .authorized else {
///     print(SpeechRecognizer.authorizationReason ?? "")
///     return
/// }
/// ```
public enum SpeechRecognizerAuthorizationStatus: Sendable, Hashable {
    /// Never given: on Linux the answer is known at once. For programs that switch over all cases.
    case notDetermined
    /// There is a microphone, and this user may not record from it; ``SpeechRecognizer/authorizationReason`` names the
    /// group to join.
    case denied
    /// There is no microphone, or its switch mutes it.
    case restricted
    /// This user may record.
    case authorized
}

extension SpeechRecognizer {
    /// Whether this program may listen to a microphone now. Looks at the sound devices at each call, so the answer
    /// changes when a microphone is plugged in; a new group counts only after the user has logged in again.
    public static func authorizationStatus() -> SpeechRecognizerAuthorizationStatus {
        guard MicrophoneAvailability.obstacleOfProgram == nil else { return .restricted }
        return switch MicrophoneAccess.check() {
        case .authorized: .authorized
        case .denied: .denied
        case .restricted: .restricted
        }
    }

    /// Why not, and what to do; nil if authorized. Earshot's own.
    public static var authorizationReason: String? {
        if let reason = MicrophoneAvailability.obstacleOfProgram { return reason }
        return switch MicrophoneAccess.check() {
        case .authorized: nil
        case .denied(let group):
            "this user may not record: sudo usermod -aG \(group) USER, then log in again"
        case .restricted: "there is no microphone: plug one in"
        }
    }

    /// Calls `handler` with the status at once, on the calling thread; the user is not asked.
    public static func requestAuthorization(
        _ handler: @Sendable (SpeechRecognizerAuthorizationStatus) -> Void
    ) {
        handler(authorizationStatus())
    }

    /// The status; the user is not asked.
    public static func requestAuthorization() async -> SpeechRecognizerAuthorizationStatus {
        authorizationStatus()
    }
}
