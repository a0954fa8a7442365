import Capture
import Speech

// Further places where programs for Apple's frameworks ask whether they may record.

/// `AVAudioApplication` as far as it means something on a board: whether this program may record.
///
/// ```swift
/// guard await AudioApplication.requestRecordPermission() else { return }
/// ```
public enum AudioApplication {
    /// Whether this user may record from a microphone now; nobody is asked. ``SpeechRecognizer/authorizationReason`` says why not.
    public static func requestRecordPermission() async -> Bool {
        AudioSession.sharedInstance().recordPermission == .granted
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

    /// Whether this user may record from a microphone now; nobody is asked. ``SpeechRecognizer/authorizationReason`` says why not.
    public static func requestAccess(for mediaType: MediaType) async -> Bool {
        await AudioApplication.requestRecordPermission()
    }
}
