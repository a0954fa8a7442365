/// Follows words through a network: an index over its arcs, and sets of states, since arcs without a word may fork.
struct NetworkWalk: Sendable {
    private let start: Int
    private let final: Int
    private var words: [String: Int] = [:]
    /// By their numbers.
    private var names: [String] = []
    /// By state: the states that each word leads to.
    private var next: [[Int: [Int]]]
    private var silent: [[Int]]
    /// By state: how many paths lead from it to the end.
    private var pathCounts: [Double] = []

    init(_ network: WordNetwork) {
        // Beside <VOID> there are words after which no sentence can end.
        var network = network
        network.arcs = network.arcsToFinal()
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
            if id == names.count { names.append(word) }
            words[word] = id
            next[arc.from][id, default: []].append(arc.to)
        }
        pathCounts = network.pathCounts()
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

    /// The words that may come next, in the order of the network.
    func nextWords(_ states: Set<Int>) -> [String] {
        Set(states.flatMap { next[$0].keys }).sorted().map { names[$0] }
    }

    /// How many paths begin with a word, from `states` to the end; infinite where words may be repeated for ever.
    func continuationCount(_ states: Set<Int>) -> Double {
        states.reduce(0) { sum, state in
            next[state].values.joined().reduce(sum) { $0 + pathCounts[$1] }
        }
    }

    private func closure(_ states: [Int]) -> Set<Int> {
        var reached = Set(states)
        var waiting = Array(reached)
        while let state = waiting.popLast() {
            for other in silent[state] where reached.insert(other).inserted { waiting.append(other) }
        }
        return reached
    }
}

extension WordNetwork {
    /// Those after which the final state can still be reached.
    fileprivate func arcsToFinal() -> [Arc] {
        var predecessors = Array(repeating: [Int](), count: stateCount)
        for arc in arcs { predecessors[arc.to].append(arc.from) }
        var leads = Array(repeating: false, count: stateCount)
        leads[final] = true
        var waiting = [final]
        while let state = waiting.popLast() {
            for other in predecessors[state] where !leads[other] {
                leads[other] = true
                waiting.append(other)
            }
        }
        return arcs.filter { leads[$0.to] }
    }

    /// By state: how many paths lead from it to the final state; infinite where one passes through a loop.
    fileprivate func pathCounts() -> [Double] {
        var followers = Array(repeating: [Int](), count: stateCount)
        var predecessors = followers
        for arc in arcs {
            followers[arc.from].append(arc.to)
            predecessors[arc.to].append(arc.from)
        }
        // Kahn's order, from the ends backwards: a state that it never reaches has a loop before it.
        var counts = [Double](repeating: .infinity, count: stateCount)
        var open = followers.map(\.count)
        var ready = open.indices.filter { open[$0] == 0 }
        while let state = ready.popLast() {
            counts[state] = followers[state].reduce(state == final ? 1 : 0) { $0 + counts[$1] }
            for other in predecessors[state] {
                open[other] -= 1
                if open[other] == 0 { ready.append(other) }
            }
        }
        return counts
    }
}
