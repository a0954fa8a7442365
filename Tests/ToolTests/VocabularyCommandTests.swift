import Foundation
import TestSupport
import Testing

/// `earshot vocabulary build`, and dictation with what it makes.
@Suite struct VocabularyCommandTests {
    private let folder = TemporaryFolder()

    @Test("Sentences become a vocabulary that dictation hears, with what is to be looked at")
    func build() throws {
        let text = folder.write(
            "Go forward 10 meters.\nGo back to <place>!\nA pound of gouda", to: "site.txt")
        let places = folder.write("the kitchen\nthe hall\n", to: "places.txt")
        let outcome = try Tool.run([
            "vocabulary", "build", text, "-o", folder.path("site"), "--class", "place=\(places)", "--locale",
            "en-US",
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let bracketed = try Tool.run([
            "vocabulary", "build", text, "-o", folder.path("again"), "--class", "<place>=\(places)",
            "--locale", "en-US",
        ])
        #expect(bracketed.status == 0, "\(bracketed.errors)")
        #expect(outcome.output.contains("13 words in 3 sentences"), "\(outcome.output)")
        #expect(outcome.output.contains("site/pronunciations.dict: gouda"))
        let configuration = folder.write(
            "locale: en-US\nrecognize: dictation\ndictation: { vocabulary: site }", to: "site.yaml")
        let heard = try Tool.run(["transcribe", "--config", configuration, Tool.recordings + "goforward.raw"])
        #expect(heard.output == "go forward ten meters\n")
    }

    @Test("Built again, it keeps what was corrected")
    func again() throws {
        let text = folder.write("a pound of gouda", to: "site.txt")
        let words = ["vocabulary", "build", text, "-o", folder.path("site"), "--locale", "en-US"]
        _ = try Tool.run(words)
        let corrected = "## As we say it:\ngouda G UW D AH\n"
        folder.write(corrected, to: "site/pronunciations.dict")
        let outcome = try Tool.run(words)
        #expect(!outcome.output.contains("guessed"))
        let kept = try String(contentsOfFile: folder.path("site/pronunciations.dict"), encoding: .utf8)
        #expect(kept == corrected)
    }

    @Test("A language of the environment that is not installed is told of, with the one that it is built for")
    func language() throws {
        let text = folder.write("good morning", to: "site.txt")
        let build = "$EARSHOT vocabulary build \(text) -o \(folder.path("site"))"
        let told = "LC_ALL asks for fr-FR, which no installed language is, so it is built for en-US"
        let other = try Tool.shell("LC_ALL=fr_FR.UTF-8 \(build)")
        #expect(other.status == 0 && other.errors.contains(told), "\(other.errors)")
        let meant = try Tool.shell("LC_ALL=fr_FR.UTF-8 \(build) --locale en-US")
        #expect(!meant.errors.contains("asks for"), "\(meant.errors)")
    }

    @Test("What cannot be meant is said with its place, and nothing is written")
    func mistakes() throws {
        let text = folder.write("fine\ncall <nobody>", to: "site.txt")
        let output = folder.path("site")
        let unknown = try Tool.run(["vocabulary", "build", text, "-o", output, "--locale", "en-US"])
        #expect(unknown.status == 66)
        #expect(unknown.errors.hasPrefix("\(text):2:1: <nobody> stands for nothing"), "\(unknown.errors)")
        let missing = try Tool.run(["vocabulary", "build", "/nowhere.txt", "-o", output, "--locale", "en-US"])
        #expect(missing.status == 66 && missing.errors.contains("/nowhere.txt: no such file"))
        #expect(!FileManager.default.fileExists(atPath: output))
        for (words, told) in [
            ([], "write 'vocabulary build TEXT... -o FOLDER'"), (["bulid"], "there is no 'vocabulary bulid'"),
            (["build", text], "say where the vocabulary goes"), (["build", "-o", output], "name a text"),
            (["build", text, "-o", output, "--class", "name"], "--class wants a name and a file"),
        ] {
            let outcome = try Tool.run(["vocabulary"] + words)
            #expect(outcome.status == 64 && outcome.errors.contains(told), "\(outcome.errors)")
        }
    }

    @Test("A folder that cannot be made is told")
    func unwritable() throws {
        let text = folder.write("good morning", to: "site.txt")
        let outcome = try Tool.run(["vocabulary", "build", text, "-o", text + "/site", "--locale", "en-US"])
        #expect(outcome.status == 1 && outcome.errors.contains("cannot be written"))
    }
}
