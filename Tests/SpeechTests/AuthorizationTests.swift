import Capture
import Testing

@testable import Speech

@Suite struct AuthorizationTests {
    @Test("Where there is no microphone nothing is forbidden, so that a flow for recordings goes on")
    func withoutMicrophone() {
        #expect(SpeechRecognizer.status(of: .restricted, obstacle: nil) == .authorized)
    }

    @Test("A microphone that the user may not open is denied, and a muted one is restricted")
    func withMicrophone() {
        #expect(SpeechRecognizer.status(of: .authorized, obstacle: nil) == .authorized)
        #expect(SpeechRecognizer.status(of: .denied(group: "audio"), obstacle: nil) == .denied)
        for access in [MicrophoneAccess.authorized, .restricted, .denied(group: "audio")] {
            #expect(SpeechRecognizer.status(of: access, obstacle: "the switch is off") == .restricted)
        }
    }
}
