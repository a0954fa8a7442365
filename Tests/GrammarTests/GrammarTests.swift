import Configuration
import Foundation
import Platform
import TestSupport
import Testing

@testable import Grammar

/// The drink orders of the public speech-to-intent benchmark: the largest grammar that is tuned on.
let coffeeRules: KeyValuePairs<String, String> = [
    "verb": "brew | can i get | can i have | i want | get me | give me | i'd like | make me | may i have",
    "mods": """
    <size> | <roast> | <shots> | <size> <roast> | <size> <shots> | <roast> <size> | <roast> <shots> | <shots> <size>
    | <shots> <roast> | <size> <roast> <shots> | <size> <shots> <roast> | <roast> <size> <shots>
    | <roast> <shots> <size> | <shots> <size> <roast> | <shots> <roast> <size>
    """,
    "extras": "<milk> | <sugar> | <milk> and <sugar> | <sugar> and <milk>",
    "size": "small | medium | large | eight ounce | twelve ounce | sixteen ounce | twenty ounce",
    "roast": "(light | medium | dark) roast",
    "shots": "(single | double | triple) shot",
    "drink": """
    americano | cappuccino | espresso | iced mocha | latte | mocha | coffee | drip coffee | house coffee | iced coffee
    """,
    "milk": "[<amount>] ([skim | whole | soy | almond] milk | cream)",
    "sugar": "[<amount>] (sugar | brown sugar | sweetener)",
    "amount": "a little bit of | a bit of | some | a lot of | lots of",
]
let coffeePhrase = "<verb> [a | an] [<mods>] <drink> [with <extras>]"

@Suite struct MatchingTests {
    /// The slots of the only command `c`, or nil if the words are none.
    private func slots(
        _ words: String, _ say: String, _ rules: KeyValuePairs<String, String> = [:]
    ) throws -> [String: SlotValue]? {
        let matches = try Grammar(commands: ["c": say], rules: rules).parse(words.words)
        #expect(matches.count <= 1)
        return matches.first?.slots
    }

    @Test("A command is matched with the slots of the rules that it names")
    func lamp() throws {
        let grammar = try Grammar(
            commands: ["lamp": "[please] (turn | switch) <state> the (lamp | light)"],
            rules: ["state": "on | off"])
        let off = Match(command: "lamp", slots: ["state": .text("off")])
        #expect(grammar.parse("turn off the lamp".words) == [off])
        #expect(grammar.parse("please switch off the light".words) == [off])
        for other in [
            "turn the lamp off", "", "turn off the radio", "turn off the", "turn off the lamp lamp",
        ] {
            #expect(grammar.parse(other.words) == [])
            #expect(!grammar.accepts(other.words))
        }
    }

    @Test("Rules inside rules give slots as well")
    func nested() throws {
        let grammar = try Grammar(commands: ["order-drink": coffeePhrase], rules: coffeeRules)
        let match = try #require(
            grammar.parse(
                "can i get a twelve ounce light roast coffee with a bit of sugar and soy milk".words
            ).first)
        #expect(match.command == "order-drink")
        #expect(match.slots["size"] == .text("twelve ounce"))
        #expect(match.slots["roast"] == .text("light roast"))
        #expect(match.slots["drink"] == .text("coffee"))
        #expect(match.slots["sugar"] == .text("a bit of sugar"))
        #expect(match.slots["milk"] == .text("soy milk"))
        #expect(match.slots["amount"] == .text("a bit of"))
        #expect(match.slots["mods"] == .text("twelve ounce light roast"))
        #expect(match.slots["shots"] == nil)
    }

    @Test("A rule's value is its tag, and a tag inside another rule is that rule's own")
    func tags() throws {
        let rules: KeyValuePairs<String, String> = [
            "state": "on {1} | (off | out) {0}", "where": "<state> stairs",
        ]
        #expect(try slots("turn out", "turn <state>", rules) == ["state": .text("0")])
        #expect(
            try slots("go off stairs", "go <where>", rules) == [
                "state": .text("0"), "where": .text("off stairs"),
            ])
        #expect(try slots("one two", "<d>", ["d": "(one {1} | two {2})+"]) == ["d": .text("1 2")])
        #expect(try slots("lights on", "lights (on {up} | off {down})") == ["tag": .text("up")])
        #expect(try slots("a b", "<r>", ["r": "(a b) { x \\} y }"]) == ["r": .text("x } y")])
    }

    @Test("A rule that is used more than once gives a list, in the order in which it was said")
    func lists() throws {
        let rules: KeyValuePairs<String, String> = ["color": "red | green | blue"]
        #expect(try slots("show red", "show <color>+", rules) == ["color": .text("red")])
        #expect(
            try slots("show red blue red", "show <color>+", rules) == [
                "color": .list([.text("red"), .text("blue"), .text("red")])
            ])
    }

    @Test("Numbers of a rule and those beside it are a list in the order in which they were said")
    func numbersInOrder() throws {
        #expect(
            try slots("channel five at six percent", "channel <1..9> at <level>", ["level": "<1..9> percent"])
                == ["number": .list([.number(5), .number(6)]), "level": .text("six percent")])
    }

    @Test("The words of numbers and spans of time are known, whatever rule they belong to")
    func quantities() throws {
        let grammar = try Grammar(
            commands: ["heat": "heat <room> to <level> for <duration>"],
            rules: ["room": "the (hall | bar)", "level": "<1..99>"])
        #expect(
            grammar.quantities(in: "heat the hall to twenty two for half an hour".words) == [4..<6, 7..<10])
        #expect(grammar.quantities(in: "heat the hall".words) == [])
    }

    @Test("A rule that matched no words gives no slot")
    func emptyRule() throws {
        #expect(try slots("go", "go <how>", ["how": "[fast]"]) == [:])
        #expect(try slots("go", "go <how>", ["how": "<NULL> {slow}"]) == ["how": .text("slow")])
    }

    @Test("A number is a number, as a rule's whole value or on its own")
    func numbers() throws {
        #expect(try slots("wait twenty five", "wait <1..30>") == ["number": .number(25)])
        #expect(try slots("wait twenty five", "wait <time>", ["time": "<1..30>"]) == ["time": .number(25)])
        #expect(
            try slots("dim to five", "dim to <level>", ["level": "<step>", "step": "<1..9>"]) == [
                "level": .number(5), "step": .number(5),
            ])
        #expect(
            try slots("wait five minutes", "wait <time>", ["time": "<1..30> minutes"]) == [
                "time": .text("five minutes"), "number": .number(5),
            ])
        #expect(try slots("high", "<level>", ["level": "<1..9> | high"]) == ["level": .text("high")])
        #expect(
            try slots("from one to three", "from <1..5> to <1..5>") == [
                "number": .list([.number(1), .number(3)])
            ])
    }

    @Test("A duration is a span of time")
    func durations() throws {
        #expect(
            try slots("run for ten minutes", "run for <duration>") == ["duration": .duration(.seconds(600))])
        #expect(
            try slots("run for ten minutes", "run for <time>", ["time": "<duration>"]) == [
                "time": .duration(.seconds(600))
            ])
        #expect(try slots("x", "<duration>", ["duration": "x"]) == ["duration": .text("x")])
    }

    @Test("A list of phrases is alternatives, in a rule and in a command")
    func phraseLists() throws {
        let document = try Document(
            text: """
                commands:
                  fetch: { say: ["fetch <drink>", "[please] bring me <drink>"], do: { output: lamp } }
                rules:
                  drink: [tea, black coffee, "(hot | cold) milk"]
                """, name: "t.yaml")
        let grammar = try #require(
            Grammar(
                commands: document.root["commands"]!, rules: document.root["rules"], in: nil, Diagnostics()))
        for (words, drink) in [
            ("fetch black coffee", "black coffee"), ("please bring me hot milk", "hot milk"),
        ] {
            #expect(
                grammar.parse(words.words) == [Match(command: "fetch", slots: ["drink": .text(drink)])])
        }
    }

    @Test("A slot's value is the same after a round through JSON")
    func codable() throws {
        let match = Match(
            command: "c",
            slots: [
                "a": .text("5"), "b": .number(5), "c": .duration(.milliseconds(1500)),
                "d": .list([.number(1), .text("x")]),
            ])
        let data = try JSONEncoder().encode(match)
        #expect(try JSONDecoder().decode(Match.self, from: data) == match)
        #expect(match.slots["c"]?.description == "1.5s")
        #expect(match.slots["d"]?.description == "1, x")
        #expect(SlotValue.duration(.seconds(600)).description == "600s")
    }

    @Test("Words count in lower case, and a quoted phrase for its words")
    func spelling() throws {
        #expect(try slots("new york", "\"New York\"") == [:])
        #expect(try slots("i'd like tea", "I\u{2019}d LIKE tea // or coffee") == [:])
        #expect(try slots("a b", "a /* never */ b") == [:])
    }

    @Test("Of several commands the more probable comes first, and each comes once")
    func order() throws {
        let grammar = try Grammar(commands: [
            "any": "(a | b | c | d) [x]", "exact": "a x", "twice": "a x | a x",
        ])
        #expect(grammar.parse("a x".words).map(\.command) == ["exact", "twice", "any"])
        let weighted = try Grammar(
            commands: ["c": "<x> | <y>"], rules: ["x": "/1/ a | /9/ b", "y": "/9/ a | /1/ b"])
        #expect(weighted.parse(["a"]).first?.slots == ["y": .text("a")])
    }

    @Test("A sentence with no more to come is told from one that may go on")
    func progress() throws {
        let grammar = try Grammar(commands: ["c": "turn on [the lamp] | stop", "d": "go+"])
        #expect(grammar.progress(of: []) == .partial)
        #expect(grammar.progress(of: ["turn"]) == .partial)
        #expect(grammar.progress(of: ["turn", "on"]) == .complete(extendable: true))
        #expect(grammar.progress(of: ["turn", "on", "the"]) == .partial)
        #expect(grammar.progress(of: ["turn", "on", "the", "lamp"]) == .complete(extendable: false))
        #expect(grammar.progress(of: ["stop"]) == .complete(extendable: false))
        #expect(grammar.progress(of: ["go", "go", "go"]) == .complete(extendable: true))
        #expect(grammar.progress(of: ["lamp"]) == .impossible)
        #expect(grammar.progress(of: ["stop", "unheard"]) == .impossible)
    }

    @Test(
        "Words after which no sentence can end are not waited for", arguments: [1, 20_000])
    func deadEnds(statesAtMost: Int) throws {
        let grammar = try Grammar(
            commands: [("c", "stop [now+ <VOID>]")], rules: [], statesAtMost: statesAtMost)
        #expect(grammar.progress(of: ["stop"]) == .complete(extendable: false))
        #expect(grammar.progress(of: ["stop", "now"]) == .impossible)
        #expect(grammar.continuationCount(of: ["stop"]) == 0)
    }

    @Test("A number that one more word would make another is told from one that is all")
    func quantityThatMayChange() throws {
        let grammar = try Grammar(
            commands: [
                "heat": "set the heat to <0..99> [degrees]", "stop": "stop [now]", "wait": "wait <duration>",
            ])
        func mayChange(_ text: String) -> Bool { grammar.mayChangeQuantity(after: text.words) }
        #expect(mayChange("set the heat to twenty"))
        #expect(!mayChange("set the heat to twenty five"))
        #expect(!mayChange("set the heat to nine"))
        #expect(mayChange("wait ten minutes") && !mayChange("wait ten seconds"))
        #expect(!mayChange("set the heat to twenty degrees"))
        #expect(!mayChange("set the heat to"))
        #expect(!mayChange("stop"))
    }

    @Test("The ways in which a sentence may go on are counted to its end, without end where words repeat")
    func continuationCount() throws {
        let grammar = try Grammar(
            commands: [
                "c": "coffee [with (milk | sugar | milk and sugar)]", "d": "add <thing>+ [please]",
                "e": "stop",
            ], rules: ["thing": "eggs | bread"])
        #expect(grammar.continuationCount(of: ["coffee"]) == 3)
        #expect(grammar.continuationCount(of: ["coffee", "with"]) == 3)
        #expect(grammar.continuationCount(of: ["coffee", "with", "milk"]) == 1)
        #expect(grammar.continuationCount(of: ["coffee", "with", "sugar"]) == 0)
        #expect(grammar.continuationCount(of: ["add", "eggs"]) == .infinity)
        #expect(grammar.continuationCount(of: ["add", "eggs", "please"]) == 0)
        #expect(grammar.continuationCount(of: ["stop"]) == 0)
        #expect(grammar.continuationCount(of: ["lamp"]) == 0)
    }

    @Test("Samples are different sentences of the command, always the same")
    func samples() throws {
        let grammar = try Grammar(commands: ["order-drink": coffeePhrase], rules: coffeeRules)
        let samples = grammar.sampleSentences(of: "order-drink", count: 20)
        #expect(Set(samples).count == 20)
        #expect(samples.allSatisfy { grammar.accepts($0) })
        #expect(samples == grammar.sampleSentences(of: "order-drink", count: 20))
        #expect(try Grammar(commands: ["c": "stop"]).sampleSentences(of: "c", count: 5) == [["stop"]])
        #expect(grammar.sampleSentences(of: "unknown", count: 5) == [])
    }

    @Test("All sentences of a command are sampled by asking for more than there can be")
    func allSamples() throws {
        let grammar = try Grammar(commands: ["c": "stop | halt"])
        #expect(grammar.sampleSentences(of: "c", count: .max) == [["halt"], ["stop"]])
    }
}

@Suite struct AmbiguityTests {
    @Test("Commands that share a sentence are named with a shortest one")
    func ambiguous() throws {
        let grammar = try Grammar(
            commands: [
                "lamp": "[please] turn on [the] (lamp | light)", "light": "turn on (light | heat)",
                "z": "stop",
            ])
        #expect(
            grammar.ambiguities == [.init(commands: ["lamp", "light"], sentence: ["turn", "on", "light"])])
    }

    @Test("A command too large to be reduced does not hide what the others share")
    func ambiguousBesideLarge() throws {
        let digits = "(zero | one)* one" + String(repeating: " (zero | one)", count: 15)
        let grammar = try Grammar(commands: [
            "off": "(please | kindly)* switch (the | a | my)* lamp off", "mode": digits,
            "out": "switch the lamp off",
        ])
        #expect(
            grammar.ambiguities == [
                .init(commands: ["off", "out"], sentence: ["switch", "the", "lamp", "off"])
            ])
        #expect(grammar.uncompared == [])
        let large = try Grammar(commands: ["a": "\(digits) now", "b": "\(digits) then", "c": digits])
        #expect(large.ambiguities == [])
        #expect(large.uncompared == [["a", "b"], ["a", "c"], ["b", "c"]])
    }

    @Test("Three commands that share a sentence give three pairs; a good grammar none")
    func pairs() throws {
        #expect(try Grammar(commands: ["a": "x", "b": "x | y", "c": "[z] x"]).ambiguities.count == 3)
        #expect(try Grammar(commands: ["a": "x y", "b": "x", "c": "y x"]).ambiguities == [])
    }
}

@Suite struct NetworkTests {
    @Test("Alternatives that go on alike share their states")
    func minimal() throws {
        let network = try Grammar(commands: ["c": "(turn on | switch on) the (lamp | light)"]).network
        #expect(network.stateCount == 5)
        #expect(network.arcs.count == 6)
        let coffee = try Grammar(commands: ["order-drink": coffeePhrase], rules: coffeeRules).network
        #expect(coffee.stateCount < 60)
        #expect(coffee.arcs.count < 300)
    }

    @Test("A large range of numbers is a small network")
    func numbers() throws {
        #expect(try Grammar(commands: ["c": "<1..999>"]).network.arcs.count < 100)
        #expect(try Grammar(commands: ["c": "<-999999..999999>"]).network.arcs.count < 500)
    }

    @Test("The arcs that leave a state are likely as the phrase says, and add up to 1")
    func probabilities() throws {
        let network = try Grammar(commands: ["c": "go (/3/ left | /1/ right) [now]"]).network
        let probability = Dictionary(
            uniqueKeysWithValues: network.arcs.map { ($0.word ?? "-", $0.probability) })
        #expect(abs(probability["left"]! - 0.75) < 1e-9)
        #expect(abs(probability["right"]! - 0.25) < 1e-9)
        #expect(abs(probability["now"]! - 0.5) < 1e-9)
        #expect(abs(probability["-"]! - 0.5) < 1e-9)
        let coffee = try Grammar(commands: ["order-drink": coffeePhrase], rules: coffeeRules).network
        for (state, arcs) in Dictionary(grouping: coffee.arcs, by: \.from) {
            #expect(abs(arcs.reduce(0) { $0 + $1.probability } - 1) < 1e-6, "state \(state)")
            #expect(arcs.allSatisfy { $0.probability > 0 && $0.probability <= 1 })
        }
    }

    @Test("Phrases of thousands of words, or a list of thousands of names, compiles at once")
    func large() throws {
        let long = (0..<40).map { line in (0..<125).map { "w\(line)-\($0)" }.joined(separator: " ") }
        let network = try Grammar(commands: ["c": long.joined(separator: " | ")]).network
        #expect(network.stateCount == 40 * 124 + 2)
        let names = (0..<5000).map { "n\($0)" }.joined(separator: " | ")
        #expect(
            try Grammar(commands: ["c": "call <name> now"], rules: ["name": names]).network.stateCount == 4)
    }

    @Test("An alternative of weight 0 is never said")
    func weightZero() throws {
        let grammar = try Grammar(commands: ["c": "/1/ a | /0/ b"])
        #expect(grammar.vocabulary == ["a"])
        #expect(!grammar.accepts(["b"]))
    }

    @Test("A word of a tiny weight can still be said")
    func tinyWeight() throws {
        let tiny = "(/1/ a | /1e-300/ b) (/1/ a | /1e-300/ b)"
        let grammar = try Grammar(commands: ["c": tiny])
        #expect(grammar.accepts(["b", "b"]))
        #expect(grammar.parse(["b", "b"]).count == 1)
        #expect(grammar.network.arcs.allSatisfy { $0.probability > 0 })
    }

    @Test("Only states where a sentence may end or go on have an arc without a word")
    func epsilons() throws {
        let network = try Grammar(commands: ["order-drink": coffeePhrase], rules: coffeeRules).network
        #expect(network.arcs.filter { $0.word == nil }.allSatisfy { $0.to == network.final })
        let pairs = network.arcs.filter { $0.word != nil }.map { "\($0.from) \($0.word!)" }
        #expect(Set(pairs).count == pairs.count)
    }
}

@Suite struct SlotValuesTests {
    @Test("A command's slots are known before anything is said")
    func lamp() throws {
        let grammar = try Grammar(
            commands: ["lamp": "turn <state> [<room>] lamp [in <duration>]", "other": "stop"],
            rules: ["state": "on | (off | out) {off}", "room": "[the] (hall | kitchen)"])
        let slots = grammar.slots(of: "lamp")
        #expect(
            slots["state"]
                == .init(values: .finite([.text("on"), .text("off")]), isOptional: false, isRepeated: false))
        #expect(
            slots["room"]?.values
                == .finite(["the hall", "the kitchen", "hall", "kitchen"].map { .text($0) }))
        #expect(slots["room"]?.isOptional == true)
        #expect(
            slots["duration"]
                == .init(
                    values: .duration(.milliseconds(500) ... .seconds(26 * 3600)), isOptional: true,
                    isRepeated: false))
        #expect(grammar.slots(of: "other") == [:])
        #expect(grammar.slots(of: "unknown") == [:])
    }

    @Test("A command's own tags are a slot, too, and the tags of its rules are not")
    func ownTags() throws {
        let grammar = try Grammar(
            commands: [
                "gate": "(open {on} | close {off} | shut {off}) the gate",
                "lamp": "lamp <state> [please {kind}]",
                "count": "(one {1} | two {2})+",
            ],
            rules: ["state": "on {1} | off {0}"])
        #expect(
            grammar.slots(of: "gate") == [
                "tag": .init(
                    values: .finite([.text("on"), .text("off")]), isOptional: false, isRepeated: false)
            ])
        #expect(
            grammar.slots(of: "lamp")["tag"]
                == .init(values: .finite([.text("kind")]), isOptional: true, isRepeated: false))
        #expect(grammar.slots(of: "count")["tag"]?.values == .open)
    }

    @Test("Numbers, repeats and endless values are told apart")
    func kinds() throws {
        let grammar = try Grammar(
            commands: [
                "c": "<level> <color> and <color> [<name>+] <3..4>", "d": "<color> | <1..2> <color>*",
            ],
            rules: ["level": "<step>", "step": "<1..9>", "color": "red | blue", "name": "(a | b)+"])
        let slots = grammar.slots(of: "c")
        #expect(slots["level"]?.values == .number(1...9))
        #expect(slots["step"]?.values == .number(1...9))
        #expect(slots["number"]?.values == .number(3...4))
        #expect(
            slots["color"]
                == .init(values: .finite([.text("red"), .text("blue")]), isOptional: false, isRepeated: true))
        #expect(slots["name"] == .init(values: .open, isOptional: true, isRepeated: true))
        #expect(grammar.slots(of: "d")["color"]?.isOptional == true)
        #expect(grammar.slots(of: "d")["number"]?.isOptional == true)
    }

    @Test(
        "A rule that can be said without words may give no slot, unless it has a tag then",
        arguments: [
            ("[on | off]", true), ("(on | <NULL>)", true), ("on*", true), ("[<polite>] [on]", true),
            ("<polite>", true), ("on", false), ("(<NULL> {off} | on)", false), ("[on] {on}", false),
            ("on [off]", false),
        ])
    func silent(rule: String, isOptional: Bool) throws {
        let grammar = try Grammar(
            commands: ["lamp": "lamp <state>"],
            rules: ["state": rule, "polite": "[please] {politely}"])
        #expect(grammar.slots(of: "lamp")["state"]?.isOptional == isOptional)
        for sentence in grammar.sampleSentences(of: "lamp", count: 20) {
            let match = try #require(grammar.parse(sentence).first)
            #expect(isOptional || match.slots["state"] != nil, "\(sentence)")
        }
    }

    @Test("Whatever is said, its slots were announced, with their values")
    func announced() throws {
        let grammar = try Grammar(commands: ["order-drink": coffeePhrase], rules: coffeeRules)
        let slots = grammar.slots(of: "order-drink")
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            guard let sentence = grammar.sample("order-drink", using: &random) else { continue }
            let match = try #require(grammar.parse(sentence).first)
            for (name, value) in match.slots {
                let slot = try #require(slots[name])
                guard case .finite(let values) = slot.values else { continue }
                let said: [SlotValue] = if case .list(let all) = value { all } else { [value] }
                #expect(said.count == 1 || slot.isRepeated)
                #expect(Set(values).isSuperset(of: said))
            }
            for (name, slot) in slots where !slot.isOptional { #expect(match.slots[name] != nil) }
        }
    }
}
