import Foundation
import Platform
import Testing

@Suite(.serialized) struct ModelPackTests {
    @Test("Another language is a folder: it is found, and speech is recognized in it")
    func anotherLanguage() throws {
        #expect(try ModelPackFolder().transcribe() == "two nine three four zero")
    }

    /// What is done to the pack, and what is said of it.
    struct Break: Sendable, CustomStringConvertible {
        var description: String
        var says: [String]
        var apply: @Sendable (ModelPackFolder) throws -> Void

        static let all = [
            Break(
                description: "a missing mdef", says: ["hmm/mdef: no such file", "pocketsphinx-testdata"]
            ) {
                try $0.remove(.definition)
            },
            Break(description: "an empty dictionary", says: ["lm/tidigits.dic", "install it again"]) {
                try $0.change(.dictionary) { $0.removeAll() }
            },
            Break(description: "half an mdef", says: ["hmm/mdef:", ";"]) {
                try $0.change(.definition) { $0.removeLast($0.count / 2) }
            },
            Break(description: "half of the means", says: ["hmm/means:", ";"]) {
                try $0.change(.means) { $0.removeLast($0.count / 2) }
            },
            Break(description: "a flipped bit in the means' dimensions", says: ["hmm/means:", ";"]) {
                try $0.change(.means) { $0[64] ^= 1 }
            },
            Break(
                description: "an unknown phone",
                says: ["tidigits.dic:", "'lamp'", "'AE'", "correct this line"]
            ) {
                try $0.change(.dictionary) { $0 += Data("lamp AE\n".utf8) }
            },
            Break(
                description: "a wrong sample rate",
                says: ["feat.params", "8000 Hz, not 16000", "sample_rate"]
            ) {
                try $0.change(.features) { $0 += Data("\n-samprate 8000\n".utf8) }
            },
            Break(
                description: "a mistyped key",
                says: [
                    "model.yaml:3:1: unknown key 'license'; did you mean 'licence'?", "no language 'en-IE'",
                ]
            ) {
                try $0.change(.manifest) {
                    $0 = Data(String(decoding: $0, as: UTF8.self).replacing("licence", with: "license").utf8)
                }
            },
            Break(description: "half a language model", says: ["tidigits.lm.bin:", ";"]) {
                try $0.change(.languageModel) { $0.removeLast($0.count / 2) }
            },
        ]
    }

    @Test("A broken pack is an error that names the file and what to do", arguments: Break.all)
    func broken(pack: Break) throws {
        let folder = try ModelPackFolder()
        try pack.apply(folder)
        let said = try folder.transcribe()
        for part in pack.says { #expect(said.contains(part), "\(said)") }
    }

    @Test("Cut and changed files never end the process that reads them")
    func fuzz() throws {
        // One that is cut and one with a flipped bit of every file; `EARSHOT_BROKEN_PACKS=20` for ten of each.
        let rounds = ProcessInfo.processInfo.environment["EARSHOT_BROKEN_PACKS"].flatMap(Int.init) ?? 2
        var random = SeededGenerator(seed: 1)
        for file in ModelPackFolder.File.allCases {
            for round in 0..<rounds {
                let folder = try ModelPackFolder()
                guard FileManager.default.fileExists(atPath: folder.file(file)) else {
                    Issue.record("the pack has no \(file.rawValue)")
                    continue
                }
                var what = ""
                try folder.change(file) { data in
                    if round % 2 == 0 {
                        let length = Int.random(in: 0..<data.count, using: &random)
                        what = "cut to \(length) of \(data.count)"
                        data.removeLast(data.count - length)
                    } else {
                        let place = Int.random(in: 0..<min(data.count, 640), using: &random)
                        let bit = UInt8.random(in: 0..<8, using: &random)
                        what = "bit \(bit) of byte \(place) flipped"
                        data[place] ^= 1 << bit
                    }
                }
                do {
                    let said = try folder.transcribe()
                    // Or a harmless change: then the words come.
                    #expect(!said.isEmpty, "\(file) \(what)")
                } catch {
                    Issue.record("\(file) \(what): \(error)")
                }
            }
        }
    }
}
