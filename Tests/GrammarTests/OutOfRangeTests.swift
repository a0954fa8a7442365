import Configuration
import Grammar
import TestSupport
import Testing

/// Numbers and times that people say although the command does not take them.
@Suite struct OutOfRangeTests {
    private let floors = try! Grammar(commands: ["floor": "go to floor <1..30>", "stop": "stop"])
    private let pump = try! Grammar(commands: ["pump": "run the pump for <duration 1m..20m>"])

    @Test(
        "A number outside its range is no command, and is understood as what it is",
        arguments: [("ninety", 90), ("zero", 0), ("thirty one", 31), ("ninety nine", 99)])
    func numbers(words: String, number: Int) throws {
        let sentence = "go to floor \(words)".words
        #expect(floors.parse(sentence).isEmpty && !floors.accepts(sentence))
        let (command, limits) = try #require(floors.outOfRange(in: sentence))
        #expect(command == "floor")
        #expect(limits.said == .number(number))
        #expect(limits.lowest == .number(1) && limits.highest == .number(30))
        #expect(limits.description == "\(number), and it takes 1 to 30")
        #expect(floors.quantities(in: sentence) == [3..<sentence.count])
    }

    @Test("A command within its range, and words that are none, are not out of range")
    func inRange() {
        for sentence in ["go to floor thirty", "go to floor", "stop", "go to the moon", ""] {
            #expect(floors.outOfRange(in: sentence.words) == nil, "\(sentence)")
        }
    }

    @Test("The decoder listens for the numbers around a range, with as many digits, and for no others")
    func listening() throws {
        #expect(floors.vocabulary.isSuperset(of: ["ninety", "zero", "thirty"]))
        #expect(!floors.vocabulary.contains("hundred"))
        let levels = try Grammar(commands: ["level": "level <0..100>"])
        #expect(
            try #require(levels.outOfRange(in: "level two hundred and five".words)).limits.said
                == .number(205))
        let below = try Grammar(commands: ["set": "set <-10..30>"])
        #expect(try #require(below.outOfRange(in: "set minus forty".words)).limits.said == .number(-40))
        // Six digits are the most that is read.
        let most = try Grammar(commands: ["set": "set <0..999999>"])
        #expect(most.parse("set nine hundred thousand".words).count == 1)
    }

    @Test("Numbers around a range make no two commands alike, and are in no example")
    func apart() throws {
        let grammar = try Grammar(commands: ["low": "floor <1..30>", "high": "floor <31..60>"])
        #expect(grammar.ambiguities.isEmpty)
        #expect(grammar.parse("floor forty".words).map(\.command) == ["high"])
        for sentence in grammar.sampleSentences(of: "low", count: 30) {
            #expect(grammar.parse(sentence).first?.command == "low", "\(sentence)")
        }
        let shared = try Grammar(commands: ["low": "floor <1..30>", "high": "floor <30..60>"])
        #expect(shared.ambiguities.map(\.sentence) == ["floor thirty".words])
    }

    @Test("How far an utterance has come is told as if there were no numbers around, until one is said")
    func progress() throws {
        let floors = try Grammar(commands: ["floor": "floor <1..20>"])
        #expect(floors.progress(of: "floor twenty".words) == .complete(extendable: false))
        #expect(floors.progress(of: "floor thirty".words) == .complete(extendable: true))
        #expect(floors.progress(of: "floor thirty five".words) == .complete(extendable: false))
    }

    @Test(
        "A span of time outside its range is no command, and is understood as what it is",
        arguments: [
            ("half a minute", 30.0), ("twenty one minutes", 1260), ("two hours", 7200),
            ("one hundred and thirty minutes", 7800), ("a hundred and sixty minutes", 9600),
            ("ninety hours", 324_000),
        ])
    func times(words: String, seconds: Double) throws {
        let sentence = "run the pump for \(words)".words
        #expect(pump.parse(sentence).isEmpty && !pump.accepts(sentence))
        #expect(pump.parse(sentence, as: "pump") == nil)
        let limits = try #require(pump.outOfRange(in: sentence)).limits
        #expect(limits.said == .duration(.seconds(seconds)))
        #expect("\(limits)".hasSuffix("and it takes 1m to 20m"))
    }

    @Test(
        "Of several ranges of time that a command takes, a span need be in one",
        arguments: [
            ("ten seconds", ["short": 10]), ("ten minutes", ["long": 600]), ("three hours", nil),
            ("ten minutes then ten seconds", ["long": 600, "short": 10]),
            ("ten seconds then ten minutes", ["short": 10, "long": 600]),
            ("ten seconds then three hours", nil),
        ] as [(String, [String: Int]?)])
    func severalRanges(words: String, seconds: [String: Int]?) throws {
        let grammar = try Grammar(
            commands: ["wait": "wait (<short> | <long>) [then (<short> | <long>)]"],
            rules: ["short": "<duration 1s..59s>", "long": "<duration 1m..2h>"])
        let sentence = "wait \(words)".words
        let slots = grammar.parse(sentence).first?.slots
        #expect(slots == seconds?.mapValues { .duration(.seconds($0)) })
        #expect(grammar.parse(sentence, as: "wait")?.slots == grammar.parse(sentence).first?.slots)
        #expect(grammar.accepts(sentence) == (seconds != nil))
        #expect((grammar.outOfRange(in: sentence) == nil) == (seconds != nil))
    }

    @Test("Within a span of time no other numbers are listened for than it can be said with")
    func vocabularyOfTimes() {
        #expect(pump.vocabulary.isDisjoint(with: ["zero", "thousand"]))
        #expect(pump.outOfRange(in: "run the pump for zero minutes".words) == nil)
    }

    @Test("The ends of a range of times are within it, and its examples are")
    func endsOfTimes() {
        for words in ["a minute", "one minute and one second", "twenty minutes", "a quarter of an hour"] {
            #expect(pump.parse("run the pump for \(words)".words).count == 1, "\(words)")
        }
        #expect(pump.sampleSentences(of: "pump", count: 3).count == 3)
        #expect(pump.sampleSentences(of: "pump", count: 50).allSatisfy { pump.accepts($0) })
        #expect(
            pump.slots(of: "pump")["duration"]?.values == .duration(.seconds(60) ... .seconds(1200)))
    }

    @Test(
        "A range of times that is none is named with its place",
        arguments: [
            ("<duration 20m..1m>", "the range is empty; write <duration 1m..20m>"),
            ("<duration 1m>", "a range of times is written as <duration 1m..20m>"),
            ("<duration 1..20>", "a range of times is written as <duration 1m..20m>"),
            ("<duration 0s..20m>", "spoken times go from 500ms to 26h"),
        ])
    func mistakes(phrase: String, message: String) {
        do {
            _ = try Grammar(commands: ["pump": "pump for \(phrase)"])
            Issue.record("\(phrase) was accepted")
        } catch {
            #expect("\(error)".contains(message), "\(error)")
        }
    }
}
