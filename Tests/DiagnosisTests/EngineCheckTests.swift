import Appliance
import Glibc
import Models
import TestSupport
import Testing
import Wyoming
import WyomingSupport

@testable import Diagnosis

/// The recognizer of one's own, asked what it is.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct EngineCheckTests {
    private static func look(
        at address: String?, model: String? = nil, within limit: Duration = .seconds(5)
    ) throws -> [Finding] {
        var dictation = DictationOptions()
        dictation.engine = try address.map { try WyomingAddress($0) }
        dictation.model = model
        return EngineCheck(dictation, in: LocaleTag("en-US"), within: limit).examine()
    }

    private static func look(
        at manner: WyomingTestServer.Manner, model: String? = nil, within limit: Duration = .seconds(5)
    ) throws -> String {
        let server = try WyomingTestServer(manner)
        let findings = try look(at: server.address, model: model, within: limit)
        #expect(findings.count == 1)
        #expect(!server.connections.contains { !$0.samples.isEmpty }, "it gets no sound")
        return findings.map { "\($0.level.rawValue): \($0.text) → \($0.remedy ?? "")" }.joined()
    }

    private static let whisper = WyomingTestServer.Manner.describes(
        """
        {"asr": [{"name": "faster-whisper", "models": [{"name": "base.en", "languages": ["en"]},
        {"name": "medium.de", "languages": ["de"]}]}], "tts": []}
        """)

    @Test("Without an engine there is nothing to look at")
    func none() throws {
        #expect(try Self.look(at: nil).isEmpty)
    }

    @Test("One that answers and knows the language and the model is well")
    func well() throws {
        #expect(try Self.look(at: Self.whisper).hasPrefix("ok: faster-whisper at unix:///"))
        #expect(try Self.look(at: Self.whisper, model: "base.en").hasPrefix("ok"))
        #expect(try Self.look(at: .describes(#"{"asr": [{"name": "vosk"}]}"#)).hasPrefix("ok: vosk"))
    }

    @Test("A model that it does not have, and one of another language, are told")
    func model() throws {
        let missing = try Self.look(at: Self.whisper, model: "large")
        #expect(missing.hasPrefix("warn: faster-whisper has no model 'large'"))
        #expect(missing.contains("base.en, medium.de"))
        #expect(try Self.look(at: Self.whisper, model: "medium.de").contains("does not know 'en'"))
    }

    @Test("Where nobody answers, the remedy is to start it")
    func away() throws {
        let findings = try Self.look(at: "unix:///run/nobody/asr.sock")
        #expect(findings.map(\.level) == [.fail])
        #expect(findings.first?.text.contains("No such file or directory") == true)
        #expect(findings.first?.remedy?.contains("systemctl enable --now asr") == true)
    }

    @Test("One that this user may not reach is no failure, and the remedy is to ask as the service's user")
    func forbidden() throws {
        let address = try WyomingAddress("unix:///run/asr/asr.sock")
        let finding = EngineCheck(DictationOptions(), in: nil).finding(.away(address, code: EACCES))
        #expect(finding.level == .warn && finding.text.contains("may not be reached by this user"))
        #expect(finding.remedy?.contains("sudo adduser earshot asr") == true)
    }

    @Test("A server for something else, one that is none, and one that says nothing are told, in time")
    func others() throws {
        #expect(try Self.look(at: .describes(#"{"tts": [{"name": "piper"}]}"#)).hasPrefix("fail"))
        #expect(try Self.look(at: .writes([10])).contains("is that a Wyoming server?"))
        let before = ContinuousClock.now
        #expect(try Self.look(at: .hangs, within: .milliseconds(300)).hasPrefix("warn"))
        #expect(ContinuousClock.now - before < .seconds(60))
    }
}
