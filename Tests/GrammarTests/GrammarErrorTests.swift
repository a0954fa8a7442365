import Configuration
import Glibc
import Models
import Platform
import TestSupport
import Testing

@testable import Grammar

@Suite struct GrammarErrorTests {
    /// What is complained of when `text` is read as a configuration file.
    private func diagnostics(_ text: String) throws -> [String] {
        let document = try Document(text: text, name: "t.yaml")
        let diagnostics = Diagnostics(of: document)
        let commands = try #require(document.root["commands"])
        let grammar = Grammar(
            commands: commands, rules: document.root["rules"], imports: document.root["import"],
            in: .preferred,
            diagnostics)
        #expect((grammar == nil) == !diagnostics.isEmpty)
        return diagnostics.sorted.map(\.description)
    }

    /// What is complained of in one phrase, without the file's name and line.
    private func phrase(_ say: String) throws -> String {
        let said = try diagnostics("commands:\n  c:\n    say: '\(say)'\n")
        #expect(said.count <= 1, "\(said)")
        return said.first.map { String($0.dropFirst("t.yaml:".count)) } ?? "accepted"
    }

    @Test(
        "A mistake in a phrase is named at its line and column",
        arguments: [
            ("turn (on | off", "3:16: this '(' is never closed; write ')'"),
            ("turn [on", "3:16: this '[' is never closed; write ']'"),
            ("turn on)", "3:18: ')' has no opening bracket before it"),
            ("turn (on]", "3:19: ']' does not close '('"),
            ("turn (on | )", "3:22: words are missing before ')'"),
            ("turn | ", "3:18: words are missing before the end"),
            ("| turn", "3:11: words are missing before '|'"),
            ("turn ()", "3:17: words are missing before ')'"),
            ("", "3:11: words are missing before the end"),
            ("turn * on", "accepted"),
            ("* on", "3:11: '*' has nothing before it to repeat"),
            ("{x} on", "3:11: this tag has nothing before it"),
            ("on {x", "3:14: this '{' is never closed"),
            ("turn <on", "3:16: this '<' is never closed"),
            ("turn <>", "3:16: a rule's name is missing"),
            ("turn <1-30>", "3:16: a range of numbers is written as <1..30>"),
            ("turn <30..1>", "3:16: the range is empty; write <1..30>"),
            ("turn <1..1000000>", "3:16: numbers go from -999999 to 999999"),
            ("turn <1..99999999999999999999>", "3:16: numbers go from -999999 to 999999"),
            ("turn <-99999999999999999999..1>", "3:16: numbers go from -999999 to 999999"),
            ("turn < 1 .. 30 >", "accepted"),
            ("turn <a b>", "3:16: a rule's name has no spaces; name it <a-b>"),
            ("turn <number>", "3:16: no rule is called 'number'; write a range such as <1..30>"),
            ("turn <durration>", "3:16: no rule is called 'durration'; did you mean 'duration'?"),
            ("turn <lamp>", "3:16: no rule is called 'lamp'; known: 'duration'"),
            ("turn on, please", "3:18: ',' is not said; write only the words"),
            ("turn it on.", "3:21: '.' is not said; write only the words"),
            ("/2/ on | off", "3:20: this alternative has no weight"),
            ("/x/ on | /1/ off", "3:11: a weight is a number such as 2 or 0.5, not 'x'"),
            ("/2 on", "3:11: this weight is never closed"),
            ("/0/ on | /0/ off", "every weight here is 0"),
            ("on /2/ off", "3:14: a weight stands only at the beginning"),
            ("a \"b", "3:13: this quote is never closed"),
            ("a \"\"", "3:13: there are no words in these quotes"),
            ("go to \"new york? city\" now", "3:26: '?' is not said"),
            ("go \"the\\\\m new?\"", "3:25: '?' is not said"),
            ("a /* b", "3:13: this comment is never closed"),
            ("a > b", "3:13: '>' cannot stand here"),
            ("a ; b", "3:13: ';' ends a rule of a .gram file, and nothing else; remove it"),
            (
                "turn on/off it",
                "3:18: a weight stands only at the beginning of an alternative; for this or that"
            ),
            ("“turn on”", "3:11: '“' is not said; write straight quotes instead, or none"),
            ("turn „on“", "3:16: '„' is not said"),
            ("turn «on»", "3:16: '«' is not said"),
            ("turn ‘on", "3:16: '‘' is not said"),
            ("don’t turn", "accepted"),
            ("la\u{AD}mp on", "3:13: an invisible character (U+00AD) stands here"),
            ("lamp\u{200B} on", "3:15: an invisible character (U+200B) stands here; delete it"),
            ("می\u{200C}خواهم", "accepted"),
            ("[a] b*", "3:10: command 'c' can be said without a word"),
            ("a <VOID>", "3:10: command 'c' can never be said"),
            ((["a"] + Array(repeating: "[b] c", count: 199)).joined(separator: " "), "accepted"),
            (
                (["a"] + Array(repeating: "[b] c", count: 200)).joined(separator: " "),
                "3:10: command 'c' is never shorter than 201 words, too long for one utterance; leave it no more than 200"
            ),
        ])
    func mistakes(say: String, expected: String) throws {
        let said = try phrase(say)
        #expect(said.contains(expected), "\(said)")
    }

    @Test("The rules that are offered for an unknown one can be used, and each is named once")
    func offeredRules() throws {
        let said = try diagnostics(
            """
            commands: { c: { say: "turn <lamp>" } }
            rules: { duration: "one hour", "x y": "now", room: "kitchen" }
            """)
        #expect(said.contains("t.yaml:1:29: no rule is called 'lamp'; known: 'duration', 'room'"), "\(said)")
    }

    @Test("Everything that is wrong is reported in one run")
    func all() throws {
        let said = try diagnostics(
            """
            commands:
              a: { say: "turn <stat>" }
              b: { say: "go (left" }
              c: { say: [stop, "halt )"] }
            rules:
              state: "on |"
              "<x>": "y"
            """)
        #expect(
            said == [
                "t.yaml:2:19: no rule is called 'stat'; did you mean 'state'?",
                "t.yaml:3:17: this '(' is never closed; write ')'",
                "t.yaml:4:26: ')' has no opening bracket before it; remove it or open one",
                "t.yaml:6:15: words are missing before the end; for nothing said, write <NULL> or put the rest in '[ ]'",
                "t.yaml:7:3: '<x>' cannot name a rule; use letters, digits, '-' and '_', without '<' and '>'",
            ])
    }

    @Test("The column is that of the character in a folded block as well")
    func folded() throws {
        let said = try diagnostics(
            "commands:\n  c:\n    say: >-\n      turn (on | off)\n      the <lmap>\nrules:\n  lamp: x\n")
        #expect(said == ["t.yaml:5:11: no rule is called 'lmap'; did you mean 'lamp'?"])
    }

    @Test("An unquoted phrase that YAML takes for a list is told to be quoted")
    func unquoted() throws {
        let said = try diagnostics("commands:\n  c:\n    say: [{a: b}]\n")
        #expect(
            said == [
                "t.yaml:3:11: expected text, but this is a map; put text that begins with '[' or '{' in quotes"
            ])
    }

    @Test("Rules that lead back to themselves are named as a cycle")
    func recursion() throws {
        func said(_ rules: String) throws -> [String] {
            try diagnostics("commands: { c: { say: \"go <a>\" } }\nrules:\n" + rules)
        }
        #expect(
            try said("  a: \"x <a>\"\n") == [
                "t.yaml:3:9: <a> → <a> leads back to itself; repeat with '*' or '+' instead"
            ])
        #expect(
            try said("  a: \"<b> x\"\n  b: \"[<c>] y\"\n  c: \"z <a>\"\n") == [
                "t.yaml:5:9: <a> → <b> → <c> → <a> leads back to itself; repeat with '*' or '+' instead"
            ])
        // Also where no command uses them.
        #expect(try said("  a: x\n  b: \"<b>\"\n").count == 1)
        let chain = (0..<40).map { "  r\($0): \"<r\($0 + 1)>\"\n" }.joined() + "  r40: x\n  a: x\n"
        #expect(try said(chain).first?.contains("more than 32 deep") == true)
    }

    @Test("Phrases that multiply beyond reason are refused at once")
    func explosion() throws {
        var rules = "  r0: a b c d e f g h\n"
        for level in 1...20 {
            rules += "  r\(level): \"<r\(level - 1)> <r\(level - 1)> <r\(level - 1)> <r\(level - 1)>\"\n"
        }
        let said = try diagnostics("commands: { c: { say: <r20> } }\nrules:\n" + rules)
        #expect(said.first?.contains("the commands written out are more than") == true)
    }

    /// As many words in a row, each of which may be left out, as 2 to the power of `levels`.
    private func optionals(_ levels: Int, statesAtMost limit: Int) throws(GrammarError) -> Grammar {
        let rules = (1...levels).map { ("r\($0)", "[<r\($0 - 1)>] [<r\($0 - 1)>]") }
        return try Grammar(
            commands: [("go", "go"), ("c", "<r\(levels)> end")], rules: [("r0", "alpha | <NULL>")] + rules,
            statesAtMost: limit)
    }

    @Test("A hundred optional words in a row compile; many more are refused, with the command")
    func optionals() throws {
        let grammar = try optionals(7, statesAtMost: 20_000)
        #expect(grammar.accepts(Array(repeating: "alpha", count: 128) + ["end"]))
        #expect(!grammar.accepts(Array(repeating: "alpha", count: 129) + ["end"]))
        #expect(
            throws: GrammarError.invalidGrammar([
                Diagnostic(
                    "command 'c' can leave out words in too many ways; write fewer '[ ]', '*' and <NULL> after one another",
                    at: Mark(file: "c", line: 1, column: 1))
            ])
        ) { try optionals(10, statesAtMost: 100) }
    }

    @Test("Brackets and repeats without end are refused")
    func nesting() throws {
        #expect(try phrase(String(repeating: "(", count: 5000) + "a").contains("nested more than"))
        #expect(try phrase("a" + String(repeating: "*", count: 5000)).contains("repeats and tags in a row"))
    }

    @Test("Nonsense never crashes the compiler")
    func nonsense() {
        var random = SeededGenerator(seed: 11)
        let pieces = [
            "a", "b", " ", "|", "(", ")", "[", "]", "*", "+", "<x>", "<1..3>", "{t}", "/2/", "<", ">", "\"",
            "//", "/*", "*/", ";", "é",
        ]
        var accepted = 0
        for _ in 0..<3000 {
            let say = (0..<Int.random(in: 0..<14, using: &random)).map { _ in
                pieces.randomElement(using: &random)!
            }.joined()
            guard let grammar = try? Grammar(commands: ["c": say], rules: ["x": "[x1] x2"]) else { continue }
            guard let sentence = grammar.sample("c", using: &random) else { continue }
            accepted += 1
            #expect(grammar.accepts(sentence), "\(say)")
            #expect(!grammar.parse(sentence).isEmpty, "\(say)")
        }
        // Single words alone are some thirty.
        #expect(accepted > 20)
    }
}

@Suite struct GrammarFileTests {
    let folder = TemporaryFolder()

    private func compile(_ text: String) throws -> (Grammar?, [String]) {
        let path = folder.write(text, to: "device.yaml")
        let document = try Document.load(path: path)
        let diagnostics = Diagnostics(of: document)
        let grammar = Grammar(
            commands: document.root["commands"]!, rules: document.root["rules"],
            imports: document.root["import"], in: .preferred, diagnostics)
        return (grammar, diagnostics.sorted.map { $0.description.replacing(folder.path + "/", with: "") })
    }

    @Test("Public rules of a grammar file are used by name, beside the settings file")
    func imported() throws {
        _ = folder.write(
            """
            #JSGF V1.0 UTF-8 en;
            /** What is on the menu. */
            grammar cafe.menu;
            public <drink> = <kind> tea | coffee {C};
            <kind> = green | black; // not public
            """, to: "menu.gram")
        for reference in ["<drink>", "<menu.drink>"] {
            let (grammar, said) = try compile(
                "import: [menu.gram]\ncommands: { c: { say: \"a \(reference)\" } }\n")
            #expect(said == [])
            #expect(
                grammar?.parse("a green tea".words).first?.slots == [
                    "drink": .text("green tea"), "kind": .text("green"),
                ])
            #expect(grammar?.parse("a coffee".words).first?.slots == ["drink": .text("C")])
        }
        let (_, said) = try compile("import: menu.gram\ncommands: { c: { say: \"a <kind>\" } }\n")
        #expect(
            said == [
                "device.yaml:2:26: rule <kind> is not public in its grammar; write 'public' before it there"
            ])
    }

    @Test("Grammar files import each other, by rule or whole")
    func chain() throws {
        _ = folder.write(
            "#JSGF V1.0;\ngrammar a;\nimport <b.x>;\nimport <c.*>;\npublic <all> = <x> <y> <b.x>;",
            to: "a.gram")
        _ = folder.write(
            "#JSGF V1.0;\ngrammar b;\nimport <a.*>;\npublic <x> = one;\npublic <z> = two;", to: "b.gram")
        _ = folder.write("#JSGF V1.0;\ngrammar c;\npublic <y> = three;", to: "c.gram")
        let (grammar, said) = try compile("import: [a.gram]\ncommands: { c: { say: <all> } }\n")
        #expect(said == [])
        #expect(grammar?.accepts(["one", "three", "one"]) == true)
    }

    @Test(
        "A rule may be named with its grammar, and that with its package", arguments: ["x", "b.x", "a.b.x"])
    func package(name: String) throws {
        _ = folder.write("#JSGF V1.0;\ngrammar a.b;\npublic <x> = one <a.b.y>;\n<y> = two;", to: "b.gram")
        let (grammar, said) = try compile("import: [b.gram]\ncommands: { c: { say: <\(name)> } }\n")
        #expect(said == [])
        #expect(grammar?.accepts(["one", "two"]) == true)
    }

    @Test("An import that names another grammar than the file does is complained of, and its uses are not")
    func otherGrammar() throws {
        _ = folder.write("#JSGF V1.0;\ngrammar com.b;\npublic <x> = one;", to: "b.gram")
        for (name, said) in [
            ("b", []), ("com.b", []),
            ("org.b", ["a.gram:3:8: b.gram is grammar 'com.b', not 'org.b'; write 'grammar org.b;' in it"]),
        ] {
            _ = folder.write(
                "#JSGF V1.0;\ngrammar a;\nimport <\(name).x>;\npublic <y> = <\(name).x>;", to: "a.gram")
            #expect(try compile("import: [a.gram]\ncommands: { c: { say: <y> } }\n").1 == said)
        }
    }

    @Test("Rules that a wrong file would have brought are not complained of as well")
    func cascade() throws {
        _ = folder.write("#JSGF V1.0;\ngrammar a;\npublic <x> = (one;", to: "a.gram")
        let (_, said) = try compile("import: [a.gram]\ncommands: { c: { say: <x> } }\n")
        #expect(said.count == 1)
        #expect(said.first?.hasPrefix("a.gram:3:") == true, "\(said)")
    }

    @Test("A rule that two files offer must be named with its grammar")
    func ambiguous() throws {
        _ = folder.write("#JSGF V1.0;\ngrammar a;\npublic <x> = one;", to: "a.gram")
        _ = folder.write("#JSGF V1.0;\ngrammar b;\npublic <x> = two;", to: "b.gram")
        let (_, said) = try compile("import: [a.gram, b.gram]\ncommands: { c: { say: <x> } }\n")
        #expect(said == ["device.yaml:2:23: <x> is in several imported grammars; write <a.x> or <b.x>"])
        let (grammar, none) = try compile("import: [a.gram, b.gram]\ncommands: { c: { say: <b.x> } }\n")
        #expect(none == [])
        #expect(grammar?.vocabulary == ["two"])
    }

    @Test("Grammars of one name are told apart by their packages, and two of one full name are refused")
    func namesakes() throws {
        _ = folder.write("#JSGF V1.0;\ngrammar old.menu;\npublic <x> = one;", to: "a.gram")
        _ = folder.write("#JSGF V1.0;\ngrammar new.menu;\npublic <x> = two;", to: "b.gram")
        _ = folder.write("#JSGF V1.0;\ngrammar new.menu;\npublic <x> = three;", to: "c.gram")
        func compiled(_ imports: String, _ name: String) throws -> (Grammar?, [String]) {
            try compile("import: [\(imports)]\ncommands: { c: { say: <\(name)> } }\n")
        }
        for name in ["x", "menu.x"] {
            #expect(
                try compiled("a.gram, b.gram", name).1 == [
                    "device.yaml:2:23: <\(name)> is in several imported grammars; write <new.menu.x> or <old.menu.x>"
                ])
        }
        #expect(try compiled("a.gram, b.gram", "old.menu.x").0?.vocabulary == ["one"])
        #expect(try compiled("a.gram, b.gram", "new.menu.x").0?.vocabulary == ["two"])
        #expect(
            try compiled("b.gram, c.gram", "new.menu.x").1 == [
                "device.yaml:2:23: <new.menu.x> is in several imported grammars; each calls it <new.menu.x>; rename one grammar"
            ])
    }

    @Test(
        "A mistake in a grammar file is named at its own line and column",
        arguments: [
            ("grammar a;\npublic <x> = y;", "bad.gram:1:1: a grammar begins with the line '#JSGF V1.0;'"),
            ("#JSGF V1.0\ngrammar a;", "bad.gram:1:6: ';' is missing after '#JSGF V1.0'"),
            ("#JSGF V1.0;\npublic <x> = y;", "bad.gram:2:1: the grammar's name is missing"),
            ("#JSGF V1.0;\ngrammar a;", "bad.gram:1:1: there are no rules in this grammar"),
            (
                "#JSGF V1.0;\ngrammar a;\npublic <x> = y",
                "bad.gram:3:15: ';' is missing before the end of the file"
            ),
            ("#JSGF V1.0;\ngrammar a;\npublic <x> y;", "bad.gram:3:12: '=' is missing"),
            ("#JSGF V1.0;\ngrammar a;\nprivate <x> = y;", "bad.gram:3:1: a rule is written as"),
            ("#JSGF V1.0;\ngrammar a;\n<x> = y;\n<x> = z;", "bad.gram:4:1: <x> was defined before"),
            ("#JSGF V1.0;\ngrammar a;\n<x> = (y;", "bad.gram:3:7: this '(' is never closed"),
            ("#JSGF V1.0;\ngrammar a;\n<x> = <why>;", "bad.gram:3:7: no rule is called 'why'"),
            (
                "#JSGF V1.0;\ngrammar a;\nimport <x>;\n<x> = y;",
                "bad.gram:3:8: an import names grammar and rule"
            ),
            ("#JSGF V1.0;\ngrammar a // b\npublic <x> = y;", "bad.gram:2:10: ';' is missing before 'p'"),
            ("#JSGF V1.0;\ngrammar a;\n<3..4> = y;", "bad.gram:3:1: <3..4> cannot name a rule"),
            ("#JSGF V1.0;\ngrammar a;\npublic <NULL> = y;", "bad.gram:3:8: <NULL> cannot name a rule"),
            ("#JSGF V1.0;\ngrammar a;\n<VOID> = y;", "bad.gram:3:1: <VOID> cannot name a rule"),
            ("#JSGF V1.0;\ngrammar a;\n<x y> = y;", "bad.gram:3:1: <x y> cannot name a rule"),
            ("#JSGF V1.0;\ngrammar a;\n<x.y> = y;", "bad.gram:3:1: <x.y> cannot name a rule"),
            ("#JSGF V1.0;\ngrammar a;\nimport <no.x>;\n<x> = y;", "no.gram: no such file"),
        ])
    func mistakes(text: String, expected: String) throws {
        _ = folder.write(text, to: "bad.gram")
        let (_, said) = try compile("import: [bad.gram]\ncommands: { c: { say: go } }\n")
        #expect(said.first?.contains(expected) == true, "\(said)")
    }

    @Test("The grammars that come with PocketSphinx's test data are understood")
    func packaged() throws {
        let data = "/usr/share/pocketsphinx/test/data"
        for (file, rule, sentence) in [
            ("goforward.gram", "move2", "go forward ten meters"),
            ("cards/cards.gram", "cards", "ace of clubs queen of hearts"),
        ] {
            let (grammar, said) = try compile(
                "import: [\(data)/\(file)]\ncommands: { c: { say: <\(rule)> } }\n")
            #expect(said == [])
            #expect(grammar?.accepts(sentence.words) == true)
        }
    }
}
