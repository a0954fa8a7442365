import Capture
import Speech

// Further places where programs for Apple's frameworks ask whether they may record.

/// `AVAudioApplication` as far as it means something on a board: whether this program may record.
///
/// ```swift
/// guard await AudioApplication.requestRecordPermission() else { return }
/// ```
public enum AudioApplication {
    /// Whether nothing stands in the way of recording now, as ``SpeechRecognizer/authorizationStatus()`` says; nobody is asked.
    /// ``SpeechRecognizer/authorizationReason`` says why not.
    public static func requestRecordPermission() async -> Bool {
        SpeechRecognizer.authorizationStatus() == .authorized
    }

    /// Calls `response` with the same at once, on the calling thread.
    @preconcurrency public static func requestRecordPermission(
        completionHandler response: @Sendable (Bool) -> Void
    ) {
        response(SpeechRecognizer.authorizationStatus() == .authorized)
    }
}

/// `AVCaptureDevice` as far as it means something on a board: whether this program may record.
///
/// ```swift
/// guard await CaptureDevice.requestAccess(for: .audio) else { return }
/// ```
public enum CaptureDevice {
    /// What is recorded.
    public enum MediaType: Sendable, Hashable, CaseIterable {
        /// Sound.
        case audio
    }

    /// The same as ``SpeechRecognizer/authorizationStatus()``: whether this user may record.
    public static func authorizationStatus(for mediaType: MediaType) -> SpeechRecognizerAuthorizationStatus {
        SpeechRecognizer.authorizationStatus()
    }

    /// Whether ``authorizationStatus(for:)`` is `.authorized`; nobody is asked. ``SpeechRecognizer/authorizationReason`` says why not.
    public static func requestAccess(for mediaType: MediaType) async -> Bool {
        authorizationStatus(for: mediaType) == .authorized
    }

    /// Calls `handler` with the same at once, on the calling thread.
    @preconcurrency public static func requestAccess(
        for mediaType: MediaType, completionHandler handler: @Sendable (Bool) -> Void
    ) {
        handler(authorizationStatus(for: mediaType) == .authorized)
    }
}
