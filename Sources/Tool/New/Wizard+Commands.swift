import Configuration
import Models

extension Wizard {
    /// What is said to each output; where nothing is wired, something to tell programs.
    mutating func askForCommands() throws {
        title(4, "What is said")
        interview.tell(
            "Words in [brackets] may be left out, (a | b) is one or the other, <state> is '\(states.on)' or '\(states.off)', "
                + "and <duration> a time such as \"ten minutes\". Two words and four syllables or more are told best from other speech."
        )
        guard !draft.outputs.isEmpty else {
            try askForPhrase(
                "A phrase that programs are told of", or: "hello hello computer", named: "hello", nil)
            return
        }
        for output in draft.outputs { try askForPhrases(of: output.name) }
    }

    private var isEnglish: Bool { draft.language?.locale?.language == "en" }

    private var states: LanguageWords.States { draft.language?.states ?? .init(on: "on", off: "off") }

    /// One phrase that says the state, or one for on and one for off.
    private mutating func askForPhrases(of output: String) throws {
        let noun = output.replacing("-", with: " ")
        let (name, say) = try askForPhrase(
            "Phrase for '\(output)'", or: isEnglish ? "turn <state> the \(noun)" : "\(noun) <state>",
            named: output,
            { say in
                if say.contains("<state>") { return "{ output: \(output), set: <state> }" }
                if say.contains("<duration>") { return "{ output: \(output), on_for: <duration> }" }
                return "{ output: \(output), set: on }"
            })
        guard !say.contains("<state>") else { return }
        try askForPhrase(
            "  That switches it on. Phrase that switches '\(output)' off",
            or: isEnglish ? "switch off the \(noun)" : "\(noun) \(states.off)",
            named: "\(name)-off", { _ in "{ output: \(output), set: off }" })
    }

    /// - Parameter step: What follows from the phrase; nil for nothing.
    @discardableResult
    private mutating func askForPhrase(
        _ question: String, or proposal: String, named name: String, _ step: ((String) -> String)?
    ) throws -> (name: String, say: String) {
        var name = name
        while draft.commands.contains(where: { $0.name == name }) { name += "-2" }
        let accepted = try interview.ask(question, or: proposal) { say in
            var attempt = self
            attempt.draft.commands.append(.init(name: name, say: say, step: step?(say)))
            guard try attempt.accepts() else { throw BadAnswer("Then say it in other words.") }
            return attempt
        }
        self = accepted
        return (name, draft.commands.last?.say ?? "")
    }
}
