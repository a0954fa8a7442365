import Language
import Testing

@Suite struct GrammarTests {
    private func slots(_ say: String, _ rules: KeyValuePairs<String, String> = [:], _ words: String) throws -> [String: SlotValue]? {
        let grammar = try Grammar(commands: ["c": say], rules: rules)
        return grammar.parse(words.split(separator: " ").map(String.init)).first?.slots
    }

    @Test("A command is matched with the slots of the rules that it names")
    func lamp() throws {
        let grammar = try Grammar(
            commands: ["lamp": "[please] (turn | switch) <state> the (lamp | light)"], rules: ["state": "on | off"])
        let off = Match(command: "lamp", slots: ["state": .text("off")])
        #expect(grammar.parse(["turn", "off", "the", "lamp"]) == [off])
        #expect(grammar.parse(["please", "switch", "off", "the", "light"]) == [off])
        #expect(grammar.parse(["turn", "the", "lamp", "off"]) == [])
        #expect(grammar.parse([]) == [])
        #expect(grammar.parse(["turn", "off", "the", "radio"]) == [])
        print(grammar.network)
    }
}
