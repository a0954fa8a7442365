import Configuration
import Models
import TestSupport
import Testing

@testable import Grammar

/// Numbers and spans of time of another language than English, which NumberTests look at.
@Suite struct LanguageTests {
    private let folder = TemporaryFolder()
    private let german: LanguageWords

    init() throws {
        german = try LanguageWords(path: "models/words/de.yaml", locale: #require(LocaleTag("de-DE")))
    }

    private func number(_ words: String, _ range: String = "0..999999") throws -> SlotValue? {
        try Grammar(commands: ["c": "<\(range)>"], in: german).parse(words.words).first?.slots["number"]
    }

    @Test(
        "German numbers have their units before their tens, and need no word for one hundred",
        arguments: [
            ("null", 0), ("eins", 1), ("zwo", 2), ("siebzehn", 17), ("zwanzig", 20), ("ein und zwanzig", 21),
            ("neun und neunzig", 99), ("hundert", 100), ("ein hundert eins", 101),
            ("zwei hundert drei und zwanzig", 223), ("tausend", 1000),
            ("zwei tausend ein hundert fünf", 2105),
            ("drei hundert ein und zwanzig tausend sechs hundert", 321_600),
        ])
    func germanNumbers(words: String, value: Int) throws {
        #expect(try number(words) == .number(value))
    }

    @Test(
        "What is no German number is none",
        arguments: ["eins und zwanzig", "zwanzig eins", "und zwanzig", "twenty", "ein", "zwanzig hundert"])
    func noNumbers(words: String) throws {
        #expect(try number(words) == nil)
    }

    @Test("Every German number of a range can be said, and its neighbours outside cannot")
    func germanRange() throws {
        let small = try Grammar(commands: ["c": "<18..43>"], in: german)
        let all = try Grammar(commands: ["c": "<0..99>"], in: german)
        var heard: Set<Int> = []
        for sentence in all.sampleSentences(of: "c", count: 400) {
            guard case .number(let number)? = all.parse(sentence).first?.slots["number"] else {
                Issue.record("\(sentence)")
                continue
            }
            heard.insert(number)
            #expect(small.accepts(sentence) == (18...43).contains(number), "\(sentence)")
        }
        #expect(heard.count > 90)
    }

    @Test(
        "German spans of time come to what they say",
        arguments: [
            ("zehn minuten", 600), ("eine stunde", 3600), ("eine halbe stunde", 1800),
            ("anderthalb stunden", 5400), ("eine stunde und ein und zwanzig minuten", 4860),
            ("drei viertel stunde", 2700), ("eine minute dreißig sekunden", 90),
        ])
    func germanDurations(words: String, seconds: Int) throws {
        let grammar = try Grammar(commands: ["c": "pumpe <duration>"], in: german)
        #expect(
            grammar.parse(["pumpe"] + words.words).first?.slots["duration"] == .duration(.seconds(seconds)))
    }

    @Test("Two languages are two grammars, side by side")
    func twoLanguages() throws {
        let english = try Grammar(commands: ["c": "<1..30>"], in: .preferred)
        #expect(english.accepts(["twenty", "one"]))
        #expect(try number("ein und zwanzig", "1..30") == .number(21))
        #expect(!english.accepts(["ein", "und", "zwanzig"]))
    }

    private func language(_ text: String) throws -> LanguageWords {
        try LanguageWords(
            path: folder.write(text, to: "words.yaml"), locale: #require(LocaleTag("fi-FI")))
    }

    private func complaint(_ say: String, in language: LanguageWords) -> String {
        do {
            _ = try Grammar(commands: ["c": say], in: language)
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test("What a language has no words for is named, with where to write them")
    func missing() throws {
        let digits = try language("numbers: { words: { 1: yksi, 2: kaksi, 3: kolme } }")
        #expect(complaint("<1..3>", in: digits) == "accepted")
        #expect(
            complaint("<1..30>", in: digits)
                == "c:1:1: numbers of 1 to 30 cannot be said in fi-FI; list more under 'numbers:' in \(digits.path!), or write words"
        )
        #expect(
            complaint("hanki <duration>", in: digits).contains(
                "<duration> cannot be said in fi-FI; add 'durations:' to"))
        let none = LanguageWords(locale: LocaleTag("fi-FI"))
        #expect(complaint("<1..3>", in: none).contains("name a file with 'numbers:' under 'words:' in"))
        #expect(complaint("lamppu päälle", in: none) == "accepted")
    }

    @Test(
        "A mistake in a language's file is named with its line",
        arguments: [
            (
                "numbers: { words: { 1000: tuhat } }",
                "1:21: expected a number from 0 to 99, or 100, 200 to 900"
            ),
            ("numbers: { words: { 1: yksi }, tens: <units> }", "1:38: write how 21 is put together"),
            ("numbers: { words: { 1: yksi }, thousand: tuhat }", "1:42: 'thousand' needs all numbers below"),
            ("answers: { yes: kyllä }", "1:10: 'no' is missing"), ("anwsers: {}", "did you mean 'answers'?"),
            ("durations: { say: minuutti }", "write how long each unit is"),
        ])
    func mistakes(text: String, complaint: String) throws {
        #expect {
            _ = try language(text)
        } throws: {
            "\($0)".contains(complaint)
        }
    }

    @Test(
        "Units, parts and what goes with them may be written with capitals",
        arguments: [
            ("zwei Stunden", 7200), ("eine Stunde", 3600), ("eine halbe Stunde", 1800),
            ("eine Stunde und zwei Minuten", 3720), ("eine viertel von einer Stunde", 900),
        ])
    func capitals(said: String, seconds: Int) throws {
        let capitals = try language(
            """
            numbers: { words: { 1: eins, 2: zwei } }
            durations:
              say: ["<Stunden> [Und <1..2> Minuten]", "eine Halbe Stunde", "eine Viertel Von Einer Stunde"]
              rules: { Stunden: "Eine Stunde | <1..2> Stunden" }
              before_noun: { Stunden: "Stunden | Stunde" }
              units: { Stunde: 1h, Stunden: 1h, Minuten: 1m }
              parts: { Halbe: 0.5, Viertel: 0.25 }
              one: Eine
              and: Und
              silent: [Von, Einer]
            """)
        let grammar = try Grammar(commands: ["c": "warte <duration>"], in: capitals)
        let words = ["warte"] + said.lowercased().words
        #expect(grammar.parse(words).first?.slots["duration"] == .duration(.seconds(seconds)))
        #expect(
            try Grammar(commands: ["c": "<duration> Alarm"], in: capitals).accepts("zwei stunde alarm".words))
    }

    @Test("Where a language lets no time at all be said, it is out of every range, and no command")
    func noTime() throws {
        let finnish = try language(
            """
            numbers: { words: { 0: nolla, 1: yksi, 2: kaksi } }
            durations: { say: "<0..2> minuuttia", units: { minuuttia: 1m } }
            """)
        let grammar = try Grammar(commands: ["pump": "pumppaa <duration>"], in: finnish)
        let spoken = grammar.parse("pumppaa kaksi minuuttia".words)
        #expect(spoken.first?.slots["duration"] == .duration(.seconds(120)))
        #expect(grammar.parse("pumppaa nolla minuuttia".words).isEmpty)
        #expect(grammar.outOfRange(in: "pumppaa nolla minuuttia".words)?.limits.said == .duration(.zero))
    }

    @Test("A phrase of a language's file is diagnosed where it stands")
    func badPhrase() throws {
        let broken = try language(
            "durations:\n  say: [\"(<minuutti>\", \"<tunti>\"]\n  units: { minuutti: 1m }")
        let text = complaint("<duration>", in: broken)
        #expect(text.contains("words.yaml:2:10: this '(' is never closed"), "\(text)")
        #expect(text.contains("no rule is called 'tunti' here"), "\(text)")
    }
}
