import Configuration
import Foundation
import Models
import TestSupport
import Testing

@testable import Vocabulary

/// A vocabulary's folder, as it is read.
struct SiteVocabularyTests {
    private let folder = TemporaryFolder()
    private let pack: ModelPack

    init() throws {
        pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
    }

    private func made() throws -> String {
        var builder = try VocabularyBuilder(for: pack)
        try builder.add(folder.write("a pound of gouda\na pound of butter", to: "site.txt"))
        let path = folder.path("shop")
        try builder.finish().write(to: path)
        return path
    }

    @Test("What was written is read, with its words and the pronunciations that people may correct")
    func read() throws {
        let vocabulary = try SiteVocabulary(folder: made(), phones: pack.phones())
        #expect(vocabulary.words == ["a", "pound", "of", "gouda", "butter"])
        #expect(vocabulary.pronunciations.keys.sorted() == ["gouda"])
    }

    @Test("How much of the general words it asks for is read, and may be changed; without a word of it, none")
    func mix() throws {
        let path = try made() + "/phrases.arpa"
        let text = try TextFile.text(path: path)
        func mix() throws -> Double {
            try SiteVocabulary(folder: folder.path("shop"), phones: pack.phones()).mix
        }
        // Two of eight words stand there once.
        #expect(try mix() == 0.5)
        folder.write(text.replacing("mix: 50%", with: "mix: 7%"), to: "shop/phrases.arpa")
        #expect(try mix() == 0.07)
        folder.write(String(text.drop { $0 != "\\" }), to: "shop/phrases.arpa")
        #expect(try mix() == 0)
    }

    @Test("It can be written again in its place")
    func again() throws {
        let path = try made()
        #expect(try made() == path)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
                "phrases.arpa", "pronunciations.dict",
            ])
    }

    @Test("Without a model the message says how it is made")
    func missing() throws {
        do {
            _ = try SiteVocabulary(folder: folder.path("nowhere"), phones: pack.phones())
            Issue.record("nothing was told")
        } catch {
            #expect("\(error)".contains("earshot vocabulary build TEXT -o"))
        }
    }

    @Test(
        "A model that is broken is told with its line, and never given to the recognizer",
        arguments: [
            ("ngram 1=7", "ngram 1=8", 18), ("ngram 2=", "ngram 2=x", 6),
            ("ngram 2=", "ngram 2=-", 6), ("ngram 3=", "ngram 3=99999999999999999", 7),
            ("ngram 3=", "ngram 3=99999999999999999999999", 7), ("ngram 3=", "ngram 3=1000000", 7),
            ("</s>", "</t>", 0),
            ("\\end\\", "", 0),
            ("\\1-grams:", "\\1-gram:", 9), ("\\data\\", "data", 1), ("\\data\\", " \\data\\", 1),
            (" pound ", " pond ", 0),
        ])
    func broken(part: String, wrong: String, line: Int) throws {
        let path = try made() + "/phrases.arpa"
        let text = try TextFile.text(path: path)
        try #require(text.contains(part))
        folder.write(text.replacing(part, with: wrong, maxReplacements: 1), to: "shop/phrases.arpa")
        do {
            _ = try SiteVocabulary(folder: folder.path("shop"), phones: pack.phones())
            Issue.record("nothing was told")
        } catch {
            #expect("\(error)".contains("phrases.arpa:\(line == 0 ? "" : "\(line):")"), "\(error)")
            #expect("\(error)".contains("build the vocabulary again"))
        }
    }
}
