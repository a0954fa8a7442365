extension WordNetwork {
    /// The smallest network with one arc a word and state that accepts what `phrases` accept.
    ///
    /// Its arcs without a word lead only to the final state, from states where a sentence may end or go on.
    init(minimal phrases: DFA, words: [String]) {
        let (classes, count) = phrases.classes()
        let (flow, ends) = phrases.flow(by: classes, count: count)
        // One state stands for its class, and classes are numbered breadth first from the start.
        var representative = [Int](repeating: -1, count: count)
        for state in phrases.subsets.indices.reversed() { representative[classes[state]] = state }
        var number = [classes[0]: 0]
        var order = [classes[0]]
        var arcs: [Arc] = []
        var ending: [(state: Int, probability: Double)] = []
        var final: Int?
        var index = 0
        while index < order.count {
            let here = order[index]
            let state = representative[here]
            let total = flow[here].values.reduce(0, +) + ends[here]
            let choices = phrases.next[state].count + (phrases.endings[state].isEmpty ? 0 : 1)
            for (word, target) in phrases.next[state].sorted(by: { $0.key < $1.key }) {
                let targetClass = classes[target]
                if number[targetClass] == nil {
                    number[targetClass] = order.count
                    order.append(targetClass)
                }
                arcs.append(
                    Arc(
                        from: index, to: number[targetClass]!, word: words[word],
                        probability: Self.share(flow[here][word] ?? 0, of: total, choices)))
            }
            if !phrases.endings[state].isEmpty {
                if phrases.next[state].isEmpty {
                    final = index
                } else {
                    ending.append((index, Self.share(ends[here], of: total, choices)))
                }
            }
            index += 1
        }
        let stateCount = order.count + (final == nil ? 1 : 0)
        let last = final ?? order.count
        for (state, probability) in ending {
            arcs.append(Arc(from: state, to: last, word: nil, probability: probability))
        }
        self.init(stateCount: stateCount, start: 0, final: last, arcs: arcs)
    }

    /// The phrases' network as it is, without its marks: for phrases whose minimal network would be too large.
    init(unreduced phrases: PhraseNetwork) {
        let start = phrases.stateCount
        var arcs = phrases.commands.map {
            Arc(from: start, to: $0.start, word: nil, probability: 1 / Double(phrases.commands.count))
        }
        arcs += phrases.arcs.map { arc in
            if case .word(let word) = arc.label {
                Arc(from: arc.from, to: arc.to, word: phrases.words[word], probability: arc.probability)
            } else {
                Arc(from: arc.from, to: arc.to, word: nil, probability: arc.probability)
            }
        }
        arcs += phrases.commands.map { Arc(from: $0.final, to: start + 1, word: nil) }
        self.init(stateCount: start + 2, start: start, final: start + 1, arcs: arcs)
    }

    /// Never 0: an arc that can be taken must stay possible to a decoder that works in logarithms.
    private static func share(_ part: Double, of total: Double, _ choices: Int) -> Double {
        total > 0 ? min(1, max(1e-6, part / total)) : 1 / Double(choices)
    }
}
