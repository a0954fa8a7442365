/// What recordings came to, command by command: where mistakes are made.
///
/// ```swift
/// for row in Breakdown(results).commands where row.wrong > 0 { print(row.name, row.wrong, "of", row.said) }
/// ```
package struct Breakdown: Sendable {
    /// The recordings of a command, or of a slot's value.
    package struct Row: Sendable, Hashable {
        /// The command's name, or `state = on`.
        package var name: String
        /// How often it was said: the sum of the others.
        package internal(set) var said = 0
        /// The command was done with its slots; of a value, the slot had it.
        package internal(set) var right = 0
        /// Something else was.
        package internal(set) var wrong = 0
        /// Nothing was.
        package internal(set) var refused = 0

        init(name: String) { self.name = name }
    }

    /// Something that was done in the place of something else.
    package struct Confusion: Sendable, Hashable {
        /// What should have come of it, and what did: `lamp (state: on)`.
        package var said, done: String
        /// How often.
        package var count: Int
    }

    /// By command, in alphabetical order.
    package let commands: [Row]
    /// By slot and value, in alphabetical order.
    package let values: [Row]
    /// The most frequent first.
    package let confusions: [Confusion]

    /// Takes results in any order.
    package init(_ results: [Evaluator.Result]) {
        var commands: [String: Row] = [:]
        var values: [String: Row] = [:]
        var confusions: [[String]: Int] = [:]
        for result in results {
            let done = result.commands
            if case .command(let name, let slots, _) = result.clip.label {
                func count(_ key: String, in rows: inout [String: Row], isRight: Bool) {
                    var row = rows[key] ?? Row(name: key)
                    row.said += 1
                    if isRight {
                        row.right += 1
                    } else if done.isEmpty {
                        row.refused += 1
                    } else {
                        row.wrong += 1
                    }
                    rows[key] = row
                }
                count(name, in: &commands, isRight: result.verdict == .right)
                let isOne = done.count == 1 && done[0].name == name
                for (slot, value) in slots {
                    count(
                        "\(slot) = \(value)", in: &values,
                        isRight: isOne && Score.says(value, done[0].slots[slot]))
                }
            }
            if result.verdict != .right, !done.isEmpty {
                confusions[[result.clip.label.summary, Manifest.Label.summary(of: done)], default: 0] += 1
            }
        }
        self.commands = commands.values.sorted { $0.name < $1.name }
        self.values = values.values.sorted { $0.name < $1.name }
        self.confusions = confusions.map { Confusion(said: $0[0], done: $0[1], count: $1) }
            .sorted { ($1.count, $0.said, $0.done) < ($0.count, $1.said, $1.done) }
    }
}
