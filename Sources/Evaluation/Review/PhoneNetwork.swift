import Grammar
import Models

/// Every pronunciation of every sentence of a word network, as a network of phones.
struct PhoneNetwork {
    struct Step {
        var to: Int
        /// As ``PhoneNumbers`` counts them; nil for a step that says nothing.
        var phone: Int?
        /// An index into `words` where a word begins, else nil.
        var word: Int?
    }

    /// A number for each phone, the same in all networks that are to be compared.
    struct PhoneNumbers {
        private var numbers: [String: Int] = [:]

        mutating func number(of phone: String) -> Int {
            let number = numbers[phone] ?? numbers.count
            numbers[phone] = number
            return number
        }
    }

    /// By state.
    private(set) var steps: [[Step]]
    let start: Int
    let final: Int
    private(set) var words: [String] = []

    /// Words without a pronunciation are left out.
    init(_ network: WordNetwork, _ lexicon: Lexicon, _ numbers: inout PhoneNumbers) {
        steps = Array(repeating: [], count: network.stateCount)
        start = network.start
        final = network.final
        var ids: [String: Int] = [:]
        for arc in network.arcs {
            guard let word = arc.word else {
                steps[arc.from].append(Step(to: arc.to))
                continue
            }
            if ids[word] == nil {
                ids[word] = words.count
                words.append(word)
            }
            for phones in lexicon[word]?.pronunciations ?? [] {
                var state = arc.from
                for (index, phone) in phones.enumerated() {
                    let isLast = index == phones.count - 1
                    let next = isLast ? arc.to : steps.count
                    if !isLast { steps.append([]) }
                    steps[state].append(
                        Step(to: next, phone: numbers.number(of: phone), word: index == 0 ? ids[word] : nil))
                    state = next
                }
            }
        }
    }
}

/// The two sentences, one of each network, that are the fewest phones apart.
///
/// Dijkstra's algorithm over pairs of states, in which a phone of one network that is replaced, or left out, costs one.
struct NearestSentences {
    private let first: PhoneNetwork
    private let second: PhoneNetwork
    private var nodes: [Node] = []

    /// A pair of states, and the steps that led there.
    private struct Node {
        var states: (Int, Int)
        var parent: Int
        var words: (Int?, Int?)
    }

    /// - Parameters:
    ///   - most: how many phones apart they may be.
    ///   - budget: how many pairs of steps may be looked at; what was is taken from it.
    /// - Returns: nil if no sentences are that near, or if the budget was used up.
    static func find(
        _ first: PhoneNetwork, _ second: PhoneNetwork, atMost most: Int, budget: inout Int
    ) -> [[String]]? {
        var search = NearestSentences(first: first, second: second)
        return search.run(atMost: most, &budget)
    }

    private init(first: PhoneNetwork, second: PhoneNetwork) {
        self.first = first
        self.second = second
    }

    private mutating func run(atMost most: Int, _ budget: inout Int) -> [[String]]? {
        nodes = [Node(states: (first.start, second.start), parent: -1, words: (nil, nil))]
        var seen: Set<Int> = []
        // By distance.
        var waiting = [[Int]](repeating: [], count: most + 1)
        waiting[0] = [0]
        for distance in 0...most {
            while let index = waiting[distance].popLast() {
                let (here, there) = nodes[index].states
                guard seen.insert(here * second.steps.count + there).inserted else { continue }
                if here == first.final, there == second.final { return sentences(to: index) }

                func go(_ states: (Int, Int), _ words: (Int?, Int?), cost: Int) {
                    budget -= 1
                    guard distance + cost <= most else { return }
                    waiting[distance + cost].append(nodes.count)
                    nodes.append(Node(states: states, parent: index, words: words))
                }
                let steps = first.steps[here]
                let others = second.steps[there]
                for step in steps { go((step.to, there), (step.word, nil), cost: step.phone == nil ? 0 : 1) }
                for step in others { go((here, step.to), (nil, step.word), cost: step.phone == nil ? 0 : 1) }
                for step in steps where step.phone != nil {
                    for other in others where other.phone != nil {
                        go(
                            (step.to, other.to), (step.word, other.word),
                            cost: step.phone == other.phone ? 0 : 1)
                    }
                }
                guard budget > 0 else { return nil }
            }
        }
        return nil
    }

    private func sentences(to node: Int) -> [[String]] {
        var sentences: [[String]] = [[], []]
        var node = node
        while node >= 0 {
            if let word = nodes[node].words.0 { sentences[0].append(first.words[word]) }
            if let word = nodes[node].words.1 { sentences[1].append(second.words[word]) }
            node = nodes[node].parent
        }
        return sentences.map { $0.reversed() }
    }
}
