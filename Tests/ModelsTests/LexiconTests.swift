import Glibc
import Platform
import TestSupport
import Testing

@testable import Models

private let englishDictionary = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"

private func englishPhones() throws -> PhoneSet {
    let definition = try ModelDefinition(path: "/usr/share/pocketsphinx/model/en-us/en-us/mdef", whole: false)
    return PhoneSet(phones: definition.phones, fillers: definition.fillers)
}

@Suite struct LexiconTests {
    let folder = TemporaryFolder()

    @Test("Only the wanted words are loaded, with all of their pronunciations")
    func wanted() throws {
        let lexicon = try Lexicon(
            words: ["read", "a", "lamp", "i'd", "a"], dictionary: englishDictionary, phones: englishPhones())
        #expect(lexicon.entries.map(\.word) == ["a", "i'd", "lamp", "read"])
        #expect(lexicon["a"]?.pronunciations == [["AH"], ["EY"]])
        #expect(lexicon["read"]?.pronunciations == [["R", "EH", "D"], ["R", "IY", "D"]])
        #expect(lexicon["lamp"]?.origin == .dictionary)
        #expect(lexicon["light"] == nil)
        #expect(lexicon.missing == [] && lexicon.guesses == [] && lexicon.problems == [])
        #expect(
            lexicon.text == "a AH\na(2) EY\ni'd AY D\nlamp L AE M P\nread R EH D\nread(2) R IY D\n")
    }

    @Test("The first, last and every thousandth word of the dictionary is found as it stands")
    func everyWord() throws {
        let lines = String(decoding: bytes(of: englishDictionary), as: UTF8.self).split(
            separator: "\n")
        var wanted: [(word: String, phones: [String])] = []
        for index in Array(stride(from: 0, to: lines.count, by: 1000)) + [lines.count - 1] {
            let parts = lines[index].split(separator: " ").map(String.init)
            wanted.append((parts[0].split(separator: "(")[0].description, Array(parts[1...])))
        }
        let lexicon = try Lexicon(
            words: wanted.map(\.word), dictionary: englishDictionary, phones: englishPhones())
        for (word, phones) in wanted {
            #expect(lexicon[word]?.pronunciations.contains(phones) == true, "\(word)")
        }
        #expect(lexicon.missing == [])
    }

    @Test("A whole dictionary has a site's own words in place of its own, and all others as they stand")
    func wholeDictionary() throws {
        let path = folder.write(";; words\na AH\na(2) EY\nab AE B\nOn AA N\non(2) AO N\nzoo Z UW", to: "dict")
        let lexicon = try Lexicon(
            words: ["a", "on", "picovoice"], dictionary: path,
            overrides: ["on": ["OW N"], "picovoice": ["P IY", "P AY"]], phones: englishPhones())
        let own = lexicon.entries.filter { $0.origin != .dictionary }
        let text = String(decoding: try Lexicon.dictionary(at: path, with: own), as: UTF8.self)
        #expect(text == "a AH\na(2) EY\nab AE B\nzoo Z UW\non OW N\npicovoice P IY\npicovoice(2) P AY\n")
    }

    @Test("A word that no dictionary has is guessed, and marked so")
    func guesses() throws {
        let lexicon = try Lexicon(
            words: ["picovoice", "lamp", "tele-lamp"], dictionary: englishDictionary,
            phones: englishPhones())
        #expect(lexicon.guesses.map(\.word) == ["picovoice", "tele-lamp"])
        let phones = try #require(lexicon["picovoice"]?.pronunciations.first)
        #expect(phones.first == "P" && phones.last == "S" && phones.contains("OY"))
        #expect(lexicon["tele-lamp"]?.pronunciations.first?.suffix(4) == ["L", "AE", "M", "P"])
        #expect(lexicon["lamp"]?.origin == .dictionary)
    }

    @Test(
        "A letter with an accent is read as the letter",
        arguments: [("grönmayr", "gronmayr"), ("sałtoß", "saltoss")])
    func accents(word: String, plain: String) throws {
        let lexicon = try Lexicon(
            words: [word, plain], dictionary: englishDictionary, phones: englishPhones())
        #expect(lexicon[word]?.origin == .guess)
        #expect(lexicon[word]?.pronunciations[0] == lexicon[plain]?.pronunciations[0])
    }

    @Test("A guess agrees with the dictionary for most words, in the model's own phones")
    func guessQuality() throws {
        let phones = try englishPhones()
        let words = [
            "lamp", "garden", "water", "computer", "kitchen", "window", "seven", "coffee", "workshop", "stop",
        ]
        let lexicon = try Lexicon(words: words, dictionary: englishDictionary, phones: phones)
        let agreeing = words.filter { lexicon[$0]!.pronunciations.contains(LetterToSound.guess($0)!) }
        #expect(agreeing.count >= 8, "\(agreeing)")
    }

    @Test("A word without letters to go by is missing", arguments: ["42", "привет", "--", "x2"])
    func missing(word: String) throws {
        let lexicon = try Lexicon(
            words: [word, "lamp"], dictionary: englishDictionary, phones: englishPhones())
        #expect(lexicon.missing == [word])
        #expect(lexicon.entries.map(\.word) == ["lamp"])
    }

    @Test("In another language nothing is guessed by English rules")
    func otherLanguage() throws {
        let lexicon = try Lexicon(
            words: ["picovoice"], dictionary: englishDictionary, phones: englishPhones(), isEnglish: false)
        #expect(lexicon.missing == ["picovoice"])
    }

    @Test("The configuration's pronunciations replace the dictionary's")
    func overrides() throws {
        let lexicon = try Lexicon(
            words: ["a", "earshot"], dictionary: englishDictionary,
            overrides: ["a": ["EY"], "earshot": ["ih r sh aa t", "IH R SH AO T"]], phones: englishPhones())
        #expect(lexicon["a"] == .init(word: "a", pronunciations: [["EY"]], origin: .configuration))
        #expect(
            lexicon["earshot"]?.pronunciations == [
                ["IH", "R", "SH", "AA", "T"], ["IH", "R", "SH", "AO", "T"],
            ])
    }

    @Test("Variants are added to the dictionary's ways of saying a word; the configuration's replace both")
    func variants() throws {
        let variants = folder.write(
            ";; more\nlamp(2) L AA M P\nlamp(3) L AE M P\nLamp(4) L EH M P\nzorblax Z AO\nread R AE D\n",
            to: "variants.dict")
        let lexicon = try Lexicon(
            words: ["lamp", "zorblax", "read", "a"], dictionary: englishDictionary, variants: variants,
            overrides: ["read": ["R IY D"]], phones: englishPhones())
        #expect(
            lexicon["lamp"]
                == .init(
                    word: "lamp",
                    pronunciations: [["L", "AE", "M", "P"], ["L", "AA", "M", "P"], ["L", "EH", "M", "P"]],
                    origin: .dictionary))
        #expect(
            lexicon["zorblax"] == .init(word: "zorblax", pronunciations: [["Z", "AO"]], origin: .dictionary))
        #expect(lexicon["read"]?.pronunciations == [["R", "IY", "D"]])
        #expect(lexicon["a"]?.pronunciations == [["AH"], ["EY"]])
        #expect(throws: ModelError.self) {
            try Lexicon(
                words: ["a"], dictionary: englishDictionary, variants: "/no/such.dict",
                phones: englishPhones())
        }
    }

    @Test("A phone that the model lacks is named with the nearest, and the rest goes on")
    func badPhone() throws {
        let lexicon = try Lexicon(
            words: ["a", "picovoice"], dictionary: englishDictionary,
            overrides: ["a": ["EYY"], "picovoice": ["IH1 R", "SIL"]], phones: englishPhones())
        let said = lexicon.problems.map(\.description)
        #expect(said.count == 3)
        #expect(said.first == "pronunciation of 'a': no phone is called 'EYY'; did you mean 'EY'?")
        #expect(said.contains("pronunciation of 'picovoice': no phone is called 'IH1'; did you mean 'IH'?"))
        #expect(
            said.last?.hasPrefix("pronunciation of 'picovoice': no phone is called 'SIL'; use AA AE") == true)
        #expect(lexicon["a"]?.origin == .dictionary)
        #expect(lexicon["picovoice"]?.origin == .guess)
    }

    @Test("Dictionaries with comments, tabs, other case, Windows line ends and no last line end are read")
    func formats() throws {
        let path = folder.write(
            ";; a comment\n## another\nLAMP\tL AE M P\r\n\nlamp(2)  L AA M P\r\n(paren P\nodd(x) AA\nlast L AE S T",
            to: "d.dict")
        let lexicon = try Lexicon(
            words: ["lamp", "last", "(paren", "odd(x)"], dictionary: path, phones: englishPhones(),
            isEnglish: false)
        #expect(lexicon["lamp"]?.pronunciations == [["L", "AE", "M", "P"], ["L", "AA", "M", "P"]])
        #expect(lexicon["last"]?.pronunciations == [["L", "AE", "S", "T"]])
        #expect(lexicon["(paren"]?.pronunciations == [["P"]])
        #expect(lexicon["odd(x)"]?.pronunciations == [["AA"]])
    }

    @Test("A dictionary that cannot be read says why")
    func unreadable() throws {
        let phones = try englishPhones()
        for path in ["/no/such.dict", folder.path, folder.write("", to: "empty.dict")] {
            #expect(throws: ModelError.self) {
                try Lexicon(words: ["a"], dictionary: path, phones: phones)
            }
        }
    }

    @Test("Many threads may guess at once")
    func threads() async throws {
        let words = ["picovoice", "earshot", "zorblax", "frumious"]
        let alone = words.map { LetterToSound.guess($0) }
        await withTaskGroup(of: [[String]?].self) { group in
            for _ in 0..<32 { group.addTask { words.map { LetterToSound.guess($0) } } }
            for await together in group { #expect(together == alone) }
        }
    }
}

@Suite struct SoundDistanceTests {
    private func lexicon(_ words: [String]) throws -> Lexicon {
        try Lexicon(words: words, dictionary: englishDictionary, phones: englishPhones())
    }

    @Test("The distance is the phones to change between the nearest pronunciations")
    func known() throws {
        let lexicon = try lexicon("turn lights on off the lamp lamps read reed red a gate gait".words)
        #expect(lexicon.distance(["lamp"], ["lamp"]) == 0)
        #expect(lexicon.distance(["lamp"], ["lamps"]) == 1)
        #expect(lexicon.distance(["gate"], ["gait"]) == 0)
        #expect(lexicon.distance(["read"], ["reed"]) == 0)
        #expect(lexicon.distance(["read"], ["red"]) == 0)
        #expect(lexicon.distance("lights on".words, "lights off".words) == 1)  // AO N, AO F
        #expect(lexicon.distance([], ["lamp"]) == 4)
        #expect(lexicon.distance(["lamp"], []) == 4)
        #expect(lexicon.distance([], []) == 0)
        #expect(lexicon.distance(["lamp"], ["unheard"]) == nil)
        #expect(lexicon.phoneCount(["lamp", "on"]) == 6)
        #expect(lexicon.phoneCount(["unheard"]) == nil)
    }

    @Test("It is the least plain edit distance over every choice of pronunciations")
    func exhaustive() throws {
        let words = "a the read record either live tomato coffee on off lamp".words
        let lexicon = try lexicon(words)
        /// Every way to say a sequence of words.
        func sayings(_ sentence: [String]) -> [[String]] {
            sentence.reduce([[]]) { all, word in
                all.flatMap { before in lexicon[word]!.pronunciations.map { before + $0 } }
            }
        }
        func plain(_ a: [String], _ b: [String]) -> Int {
            var row = Array(0...b.count)
            for i in a.indices {
                var diagonal = row[0]
                row[0] = i + 1
                for j in b.indices {
                    let replaced = diagonal + (a[i] == b[j] ? 0 : 1)
                    diagonal = row[j + 1]
                    row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
                }
            }
            return row[b.count]
        }
        var random = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            let pair = (0..<2).map { _ in
                (0..<Int.random(in: 0...3, using: &random)).map { _ in words.randomElement(using: &random)! }
            }
            let expected = sayings(pair[0]).flatMap { a in sayings(pair[1]).map { plain(a, $0) } }.min()
            #expect(lexicon.distance(pair[0], pair[1]) == expected, "\(pair)")
        }
    }
}
