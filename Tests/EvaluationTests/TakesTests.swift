import Grammar
import Testing

@testable import Evaluation

@Suite("Takes that a speaker is asked for")
struct TakesTests {
    private let colours = [
        "red", "blue", "green", "white", "pink", "brown", "grey", "black", "orange", "gold",
    ]

    @Test("A command of one sentence is asked for as often as wanted, and one of two in turn")
    func few() throws {
        let grammar = try Grammar(commands: ["arm": "arm the house", "lamp": "lamp (on | off)"])
        #expect(
            grammar.takes(of: "arm", by: "ada", count: 3)
                == Array(repeating: ["arm", "the", "house"], count: 3))
        let takes = grammar.takes(of: "lamp", by: "ada", count: 5)
        #expect(takes.count == 5 && Set(takes).count == 2)
        #expect(takes[0] != takes[1] && takes[0] == takes[2] && takes[2] == takes[4])
        #expect(grammar.takes(of: "none", by: "ada", count: 5).isEmpty)
    }

    @Test("Everybody has sentences of their own, and the same ones another time")
    func speakers() throws {
        let colour = colours.joined(separator: " | ")
        let grammar = try Grammar(
            commands: ["paint": "paint the (\(colour)) house (\(colour)) and (\(colour))"])
        func takes(_ speaker: String) -> [[String]] { grammar.takes(of: "paint", by: speaker, count: 5) }
        #expect(takes("ada") == takes("ada"))
        #expect(Set(takes("ada")) != Set(takes("bob")))
    }

    @Test("Values that were not said yet come first")
    func values() throws {
        let grammar = try Grammar(
            commands: ["lamp": "[please] make the lamp <colour> [now]"],
            rules: ["colour": colours.joined(separator: " | ")])
        for speaker in ["ada", "bob", "eve"] {
            let takes = grammar.takes(of: "lamp", by: speaker, count: colours.count)
            #expect(Set(takes.flatMap { $0 }).isSuperset(of: colours), "\(takes)")
        }
    }
}
