import Capture

/// Whether this program may listen: about live sound only. Recordings need no authorization, and a program that
/// transcribes them need not ask.
///
/// A board has no permission dialog: permission is membership of the group that owns the sound devices. Where there is
/// no microphone there is nothing to permit, so that a program which asks before it opens a file goes on; one that listens
/// is told by ``AudioEngine/start()`` that there is none.
///
/// ```swift
/// guard SpeechRecognizer.authorizationStatus() == .authorized else {
///     print(SpeechRecognizer.authorizationReason ?? "")
///     return
/// }
/// ```
public enum SpeechRecognizerAuthorizationStatus: Int, Sendable, Hashable, CaseIterable {
    /// Never given: on Linux the answer is known at once. For programs that switch over all cases.
    case notDetermined
    /// There is a microphone, and this user may not record from it; ``SpeechRecognizer/authorizationReason`` names the
    /// group to join.
    case denied
    /// The microphone is muted by its switch.
    case restricted
    /// Nothing stands in the way: this user may record, or there is no microphone at all.
    case authorized
}

extension SpeechRecognizer {
    /// Whether this program may listen to a microphone now. Looks at the sound devices at each call, so the answer
    /// changes when a microphone is plugged in; a new group counts only after the user has logged in again.
    public static func authorizationStatus() -> SpeechRecognizerAuthorizationStatus {
        status(of: MicrophoneAccess.check(), obstacle: MicrophoneAvailability.obstacleOfProgram)
    }

    /// Why not, and what to do; nil if authorized. Earshot's own.
    public static var authorizationReason: String? {
        if let reason = MicrophoneAvailability.obstacleOfProgram { return reason }
        guard case .denied(let group) = MicrophoneAccess.check() else { return nil }
        return "this user may not record: sudo adduser $USER \(group), then log in again"
    }

    /// Calls `handler` with the status at once, on the calling thread; the user is not asked.
    @preconcurrency public static func requestAuthorization(
        _ handler: @Sendable (SpeechRecognizerAuthorizationStatus) -> Void
    ) {
        handler(authorizationStatus())
    }

    /// The status; the user is not asked.
    public static func requestAuthorization() async -> SpeechRecognizerAuthorizationStatus {
        authorizationStatus()
    }

    /// - Parameter obstacle: why the program says that nothing can be heard.
    static func status(
        of access: MicrophoneAccess, obstacle: String?
    ) -> SpeechRecognizerAuthorizationStatus {
        guard obstacle == nil else { return .restricted }
        return switch access {
        case .authorized, .restricted: .authorized
        case .denied: .denied
        }
    }
}
