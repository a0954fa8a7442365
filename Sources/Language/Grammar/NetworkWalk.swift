/// Follows words through a network: an index over its arcs, and sets of states, since arcs without a word may fork.
struct NetworkWalk: Sendable {
    private let start: Int
    private let final: Int
    private var words: [String: Int] = [:]
    /// By state: the states that each word leads to.
    private var next: [[Int: [Int]]]
    private var silent: [[Int]]

    init(_ network: WordNetwork) {
        start = network.start
        final = network.final
        next = Array(repeating: [:], count: network.stateCount)
        silent = Array(repeating: [], count: network.stateCount)
        for arc in network.arcs {
            guard let word = arc.word else {
                silent[arc.from].append(arc.to)
                continue
            }
            let id = words[word] ?? words.count
            words[word] = id
            next[arc.from][id, default: []].append(arc.to)
        }
    }

    /// The states that `sentence` may have led to; empty if no sentence begins so.
    func states(after sentence: some Sequence<String>) -> Set<Int> {
        var states = closure([start])
        for word in sentence {
            guard let id = words[word] else { return [] }
            states = closure(states.flatMap { next[$0][id] ?? [] })
            if states.isEmpty { return [] }
        }
        return states
    }

    func isComplete(_ states: Set<Int>) -> Bool { states.contains(final) }

    func canGoOn(_ states: Set<Int>) -> Bool { states.contains { !next[$0].isEmpty } }

    private func closure(_ states: [Int]) -> Set<Int> {
        var reached = Set(states)
        var waiting = Array(reached)
        while let state = waiting.popLast() {
            for other in silent[state] where reached.insert(other).inserted { waiting.append(other) }
        }
        return reached
    }
}
