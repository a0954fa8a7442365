import Platform
import TestSupport
import Testing

@testable import Grammar

@Suite struct NumberTests {
    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    private static let tens = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]

    /// A number as a British speaker writes it out, or an American without "and".
    private func spoken(_ number: Int, and: Bool) -> String {
        if number < 0 { return "minus " + spoken(-number, and: and) }
        if number < 20 { return Self.small[number] }
        if number < 100 {
            return Self.tens[number / 10] + (number % 10 == 0 ? "" : " " + Self.small[number % 10])
        }
        let (scale, word) = number < 1000 ? (100, "hundred") : (1000, "thousand")
        let head = spoken(number / scale, and: and) + " " + word
        let rest = number % scale
        if rest == 0 { return head }
        return head + (and && rest < 100 ? " and " : " ") + spoken(rest, and: and)
    }

    @Test(
        "Every number of a range is accepted with its value, and its neighbours outside are not",
        arguments: [
            1...30, 0...9, 7...7, 5...99, 20...20, 15...25, 95...105, 1...999, 100...120, 250...777,
            990...1010, -20...15, -9 ... -3,
        ])
    func ranges(range: ClosedRange<Int>) throws {
        let grammar = try Grammar(commands: ["c": "<\(range.lowerBound)..\(range.upperBound)>"])
        for number in (range.lowerBound - 30)...(range.upperBound + 30) {
            for and in [true, false] {
                let match = grammar.parse(spoken(number, and: and).words).first
                #expect(
                    match?.slots["number"] == (range.contains(number) ? .number(number) : nil), "\(number)")
            }
        }
    }

    @Test(
        "Large numbers are read", arguments: [1000, 1001, 1100, 12_345, 100_000, 101_005, 999_999, 250_017])
    func large(number: Int) throws {
        let grammar = try Grammar(commands: ["c": "<-999999..999999>"])
        for and in [true, false] {
            #expect(grammar.parse(spoken(number, and: and).words).first?.slots == ["number": .number(number)])
            #expect(
                grammar.parse(spoken(-number, and: and).words).first?.slots == ["number": .number(-number)])
        }
    }

    @Test("A hundred is one hundred, and a thousand one thousand, but not in the middle")
    func article() throws {
        let grammar = try Grammar(commands: ["c": "<1..9999>"])
        #expect(grammar.parse("a hundred and five".words).first?.slots == ["number": .number(105)])
        #expect(grammar.parse("a thousand".words).first?.slots == ["number": .number(1000)])
        #expect(grammar.parse("two thousand a hundred".words) == [])
        let large = try Grammar(commands: ["c": "<1..999999>"])
        #expect(
            large.parse("a hundred thousand".words).first?.slots == ["number": .number(100_000)])
        #expect(grammar.parse("a five".words) == [])
        #expect(grammar.parse("a".words) == [])
    }

    @Test("Every number of a range is about equally likely")
    func likelihood() throws {
        let grammar = try Grammar(commands: ["c": "<1..99>"])
        var random = SeededGenerator(seed: 3)
        var counts: [SlotValue: Int] = [:]
        for _ in 0..<9900 {
            let sentence = try #require(grammar.sample("c", using: &random))
            counts[grammar.parse(sentence)[0].slots["number"]!, default: 0] += 1
        }
        #expect(counts.count == 99)
        #expect(counts.values.min()! > 50)
        #expect(counts.values.max()! < 170)
    }
}

@Suite struct DurationTests {
    @Test(
        "A span of time is read as it is said",
        arguments: [
            ("ten minutes", 600), ("an hour and a half", 5400), ("thirty seconds", 30), ("a minute", 60),
            ("one hour", 3600), ("two hours", 7200), ("half an hour", 1800), ("a quarter of an hour", 900),
            ("quarter of an hour", 900), ("three quarters of an hour", 2700), ("two and a half hours", 9000),
            ("an hour and a quarter", 4500), ("one hour and thirty minutes", 5400),
            ("one hour thirty minutes", 5400), ("one hour and ten minutes", 4200),
            ("one hour and a half", 5400), ("an hour and one minute", 3660),
            ("five minutes and ten seconds", 310), ("five minutes ten seconds", 310),
            ("ninety minutes", 5400),
            ("a hundred and twenty seconds", 120), ("half a minute", 30), ("a minute and a half", 90),
            ("two minutes and a half", 150), ("one and a half minutes", 90), ("an hour and a minute", 3660),
            ("twenty four hours", 86_400),
            ("a hundred and one and a half seconds", 101.5),
            ("half a second", 0.5), ("one hundred minutes", 6000), ("a second and a half", 1.5),
        ])
    func said(words: String, seconds: Double) throws {
        let match = try Grammar(commands: ["c": "<duration>"]).parse(words.words).first
        #expect(match?.slots["duration"] == .duration(.milliseconds(Int64(seconds * 1000))))
    }

    @Test(
        "What is no span of time is not accepted",
        arguments: [
            "ten", "minutes", "half hour an", "an minute", "zero minutes", "and a half", "a seconds",
            "one minutes", "an hours", "a seconds and a half", "ten minute", "two hour",
            "two hour thirty minutes", "a few minutes", "few minutes", "a couple of minutes", "some minutes",
            "no minutes", "no time", "zero hours", "zero hours and zero minutes", "an hour and zero minutes",
            "an hour and a few minutes", "a half", "half minutes",
        ])
    func notSaid(words: String) throws {
        #expect(try Grammar(commands: ["c": "<duration>"]).parse(words.words) == [])
    }

    @Test(
        "The singular after a number is for what a word must follow",
        arguments: [
            ("ten minute timer", "<duration> timer", true), ("ten minutes timer", "<duration> timer", true),
            ("two hour thirty minute timer", "<duration> timer", true),
            ("ten minute timer", "<time> [egg] timer", true), ("ten minute", "<time> [timer]", false),
            ("for ten minute", "for <time>", false), ("for ten minutes please", "for <time> [please]", true),
            ("for ten minute please", "for <time> [please]", false),
            ("ten minute timer", "(<duration> | later) (timer | alarm)", true),
            ("ten minute now", "<duration> [timer] now", true),
        ])
    func singular(words: String, phrase: String, isSaid: Bool) throws {
        let grammar = try Grammar(commands: ["c": phrase], rules: ["time": "<duration>"])
        #expect(grammar.parse(words.words).isEmpty != isSaid)
        #expect(grammar.accepts(words.words) == isSaid)
    }

    @Test("Samples have the plural after a number, unless a word follows; then mostly")
    func plural() throws {
        let grammar = try Grammar(commands: ["end": "for <duration>", "before": "<duration> timer"])
        func odd(_ command: String) -> Int {
            grammar.sampleSentences(of: command, count: 500).count { words in
                let span = words.filter { $0 != "timer" }
                guard let last = span.last, ["hour", "minute", "second"].contains(last) else { return false }
                return !["a", "an", "half", "one", "of"].contains(span[span.count - 2])
            }
        }
        #expect(odd("end") == 0)
        #expect((1..<50).contains(odd("before")))
    }

    @Test(
        "A span that a rule may take for its own value is not sure to be given by itself",
        arguments: [
            ("[about] <duration>", true), ("<duration> [please]", true), ("about <duration>", false),
            ("(about | <NULL>) <duration>", true), ("[about] <duration> {x}", false),
        ])
    func takenOver(rule: String, isOptional: Bool) throws {
        let grammar = try Grammar(commands: ["run": "run for <time>"], rules: ["time": rule])
        #expect(grammar.slots(of: "run")["duration"]?.isOptional == isOptional)
        if let plain = grammar.parse("run for two minutes".split(separator: " ").map(String.init)).first {
            #expect((plain.slots["duration"] == nil) == isOptional)
        }
    }

    @Test("A rule that is called number or duration keeps its slot where another rule is made of it")
    func namesakes() throws {
        let grammar = try Grammar(
            commands: ["go": "go to floor <floor>", "wait": "wait <time>"],
            rules: [
                "number": "<1..30>", "floor": "<number>", "duration": "<duration 1m..20m>",
                "time": "[about] <duration>",
            ])
        #expect(
            grammar.slots(of: "go")["number"]
                == .init(values: .number(1...30), isOptional: false, isRepeated: false))
        #expect(
            grammar.slots(of: "wait")["duration"]
                == .init(
                    values: .duration(.seconds(60) ... .seconds(1200)), isOptional: false,
                    isRepeated: false))
        let went = try #require(grammar.parse("go to floor two".words).first)
        #expect(went.slots == ["number": .number(2), "floor": .number(2)])
        let waited = try #require(grammar.parse("wait about two minutes".words).first)
        #expect(waited.slots["duration"] == .duration(.seconds(120)))
    }

    @Test("Every span that can be said has a value")
    func everySpan() throws {
        let grammar = try Grammar(commands: ["c": "<duration>"])
        var random = SeededGenerator(seed: 4)
        var count = 0
        for _ in 0..<3000 {
            // Some are beyond 26 hours, and so no span.
            guard let sentence = grammar.sample("c", using: &random) else { continue }
            count += 1
            guard case .duration(let span) = grammar.parse(sentence).first?.slots["duration"] else {
                Issue.record("no duration: \(sentence)")
                continue
            }
            #expect(span > .zero && span <= .seconds(26 * 3600), "\(sentence)")
        }
        #expect(count > 2500)
    }
}
