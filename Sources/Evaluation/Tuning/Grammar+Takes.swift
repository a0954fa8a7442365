import Grammar
import Platform

extension Grammar {
    /// Sentences to ask a speaker for: other ones of each, always the same of one.
    ///
    /// Those with values of slots that were not said yet come first. Where the command has fewer sentences they come again, from the
    /// first: of many takes of one sentence there is much to learn, too.
    ///
    /// - Parameters:
    ///   - command: One of ``commands``; of another one there are none.
    ///   - speaker: Who will say them.
    ///   - count: How many.
    package func takes(of command: String, by speaker: String, count: Int) -> [[String]] {
        var random = SeededGenerator(seed: Self.number(of: speaker))
        var rest = sampleSentences(of: command, count: max(count, Self.fewestDrawn)).shuffled(using: &random)
            .map { words in (words: words, values: values(of: words, command)) }
        guard !rest.isEmpty else { return [] }
        var said: Set<String> = []
        var order: [[String]] = []
        while order.count < count, !rest.isEmpty {
            var best = 0
            var most = -1
            for (index, sentence) in rest.enumerated() {
                let new = sentence.values.subtracting(said).count
                if new > most { (best, most) = (index, new) }
            }
            let next = rest.remove(at: best)
            said.formUnion(next.values)
            order.append(next.words)
        }
        return (0..<count).map { order[$0 % order.count] }
    }

    /// To choose among: the drawn sentences are the same for everybody.
    private static let fewestDrawn = 100

    private func values(of words: [String], _ command: String) -> Set<String> {
        let slots = parse(words, as: command)?.slots ?? [:]
        return Set(slots.map { "\($0) = \($1)" })
    }

    /// A name as a number, the same on every machine.
    ///
    /// Source: G. Fowler, L. C. Noll and K.-P. Vo, FNV-1a.
    private static func number(of name: String) -> UInt64 {
        name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
