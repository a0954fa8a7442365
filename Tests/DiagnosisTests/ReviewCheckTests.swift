import Appliance
import Evaluation
import Glibc
import Models
import TestSupport
import Testing

@testable import Diagnosis

/// Checks of a configuration and what it is spoken with.
@Suite struct ReviewCheckTests {
    private let folder = TemporaryFolder()

    private func review(_ text: String) -> Result<ConfigurationReview, ApplianceError> {
        let path = folder.write(text, to: "site.yaml")
        return Result { () throws(ApplianceError) in try ConfigurationReview(path: path) }
    }

    @Test("Mistakes are told with their places, three at most, and where all of them are")
    func mistakes() {
        let lines = (1...5).map { "key\($0): 1" }.joined(separator: "\n")
        let findings = ConfigurationCheck(path: "site.yaml", review(lines)).examine()
        #expect(findings.count == 3 && findings.allSatisfy { $0.level == .fail })
        #expect(findings[0].text.contains("site.yaml:1:1:"))
        #expect(findings[0].remedy?.contains("'earshot check' tells all") == true)
        #expect(findings[0].remedy?.contains("systemctl") == false, "it is not the service's file")
    }

    @Test("A file that is not there is told, and how to name another")
    func missing() {
        let path = folder.path("none.yaml")
        let review = Result { () throws(ApplianceError) in try ConfigurationReview(path: path) }
        let findings = ConfigurationCheck(path: path, review).examine()
        #expect(findings.map(\.level) == [.fail] && findings[0].remedy?.contains("--config") == true)
    }

    @Test("A folder is there, and no other file or a new one is asked for")
    func notAFile() {
        let path = folder.path
        let review = Result { () throws(ApplianceError) in try ConfigurationReview(path: path) }
        let findings = ConfigurationCheck(path: path, review).examine()
        #expect(findings.map(\.remedy) == ["mend that"])
    }

    @Test(
        "A file that may not be read is read by root", .enabled(if: geteuid() != 0, "root reads everything"))
    func forbidden() {
        let path = folder.write("", to: "secret.yaml")
        chmod(path, 0)
        let review = Result { () throws(ApplianceError) in try ConfigurationReview(path: path) }
        let findings = ConfigurationCheck(path: path, review).examine()
        #expect(findings.map(\.remedy) == ["run it with sudo"])
    }

    @Test("Of dictation by a button there are no words and no phrases to look at")
    func dictation() throws {
        let review = try review("listen: button\nrecognize: dictation\nbuttons: { talk: GPIO27 }").get()
        #expect(VocabularyCheck(review).examine().isEmpty && PhraseCheck(review).examine().isEmpty)
        #expect(ModelCheck(review).examine().map(\.level) == [.ok])
    }

    @Test("Without a model nobody knows how phrases sound, and none is called good")
    func noModel() throws {
        let review = try review("locale: xx-XX\ncommands: { go: { say: please start the washing machine } }")
            .get()
        #expect(ModelCheck(review).examine().map(\.level) == [.fail])
        let findings = PhraseCheck(review).examine()
        #expect(findings.map(\.level) == [.warn])
        #expect(findings[0].text.hasPrefix("not looked at"))
    }

    @Test("What is wrong with a model is told with one remedy, which is its own")
    func model() throws {
        var pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        pack.dictionary = folder.path("none.dict")
        pack.package = nil
        pack.sampleRate = 48_000
        let findings = ModelCheck.problems(with: pack)
        let file = findings.first { $0.text.hasPrefix(pack.dictionary) }
        #expect(file?.text == "\(pack.dictionary): no such file")
        #expect(file?.remedy == "check the path in model.yaml")
        let rate = findings.first { $0.text.contains("the appliance listens at 16000") }
        #expect(rate?.text.hasPrefix("\(pack.manifest): its model is of 48000 Hz") == true)
        #expect(rate?.remedy == "name another language under 'locale:', or install a model of 16000 Hz")
    }

    @Test("A wake phrase with an acceptance that few reach is told of")
    func mostlyMissed() throws {
        func findings(_ acceptance: Int) throws -> [Finding] {
            let text = "wake: { okay workshop: { acceptance: \(acceptance) } }\nrecognize: dictation\n"
            return PhraseCheck(try review(text).get()).examine()
        }
        #expect(try findings(15).contains { $0.text.hasPrefix("wake phrases that are mostly missed") })
        #expect(try findings(4).map(\.level) == [.ok])
    }

    @Test("A short command, and words that are guessed, are risks; others are none")
    func risks() throws {
        let risky = try review("commands: { go: { say: blorptastic } }").get()
        #expect(ModelCheck(risky).examine().map(\.level) == [.ok])
        #expect(VocabularyCheck(risky).examine().map(\.level) == [.warn])
        #expect(VocabularyCheck(risky).examine()[0].text == "guesses for 1 of 1 word: blorptastic")
        #expect(
            ConfigurationCheck(path: "site.yaml", .success(risky)).examine()[0].text == "site.yaml, 1 command"
        )
        #expect(PhraseCheck(risky).examine().contains { $0.text.contains("\"blorptastic\"") })
        let safe = try review("commands: { go: { say: please start the washing machine } }").get()
        #expect(VocabularyCheck(safe).examine().map(\.level) == [.ok])
        #expect(PhraseCheck(safe).examine().map(\.level) == [.ok])
    }
}
