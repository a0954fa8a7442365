extension Grammar {
    /// Every pair of commands that end in the same state, with the first sentence found, which is a shortest.
    static func ambiguities(in reduced: DFA, _ network: PhraseNetwork) -> [Ambiguity] {
        var seen: Set<[Int]> = []
        var found: [Ambiguity] = []
        for state in reduced.endings.indices where reduced.endings[state].count > 1 {
            let together = reduced.endings[state].sorted()
            for (index, first) in together.enumerated() {
                for second in together[(index + 1)...] where seen.insert([first, second]).inserted {
                    found.append(
                        Ambiguity(
                            commands: [network.commands[first].name, network.commands[second].name],
                            sentence: reduced.sentence(to: state).map { network.words[$0] }))
                }
            }
        }
        return found
    }

    /// What ``ambiguities(in:_:)`` finds, where the network of all commands is too large for it: two commands at a time, and
    /// only as far as the words may still say both, so that a large command does not keep the others from being compared.
    ///
    /// - Returns: also the pairs for which that was too much.
    static func ambiguitiesByPair(
        in network: PhraseNetwork
    ) -> (found: [Ambiguity], uncompared: [[String]]) {
        var pass = EpsilonClosure(network)
        let firstWords = network.commands.map { command in
            pass.enter([command.start])
            var words: Set<Int> = []
            pass.forEachWord { word, _, _ in words.insert(word) }
            return words
        }
        let begun = pass.steps
        var found: [Ambiguity] = []
        var uncompared: [[String]] = []
        for second in network.commands.indices {
            // A command's states are numbered from its start on.
            let boundary = network.commands[second].start
            for first in 0..<second where !firstWords[first].isDisjoint(with: firstWords[second]) {
                let together = DFA(
                    network, &pass, of: [first, second], limit: mostStatesOfPair,
                    steps: max(0, min(mostStepsOfPair, begun + mostStepsOfPairs - pass.steps))
                ) { $0[0] < boundary && $0[$0.count - 1] >= boundary }
                let shared = ambiguities(in: together, network)
                found += shared
                if shared.isEmpty, !together.isComplete {
                    uncompared.append([network.commands[first].name, network.commands[second].name])
                }
            }
        }
        return (found, uncompared)
    }

    /// What comparing two commands, and comparing all, may cost: some tenths of a second in all.
    private static let mostStatesOfPair = 5_000
    private static let mostStepsOfPair = 500_000
    private static let mostStepsOfPairs = 5_000_000
}
