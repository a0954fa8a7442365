extension PhraseNetwork {
    /// What can come next after one state, with the arcs that say nothing passed over.
    struct Emission: Sendable {
        /// Each word with the state it leads to and the probability of that.
        var words: [(word: Int, to: Int, probability: Double)] = []
        /// The commands that are complete here, by index, with the probability of ending.
        var endings: [(command: Int, probability: Double)] = []
    }

    /// What can come next after being in `states` with these probabilities.
    ///
    /// The mass of each state is passed on along the silent arcs. A loop of them (an optional in a repeat) passes on a
    /// part of its mass each time round, and what is below `negligible` is dropped.
    func emission(after states: [(state: Int, probability: Double)]) -> Emission {
        let negligible = 1e-12
        var emission = Emission()
        var mass: [Int: Double] = [:]
        var queue: [Int] = []
        // However unlikely, a state is reached at least once: what can be said does not depend on weights.
        var reached: Set<Int> = []
        for (state, probability) in states {
            if mass.updateValue(probability, forKey: state) == nil { queue.append(state) }
        }
        // Words and endings, with the sum of what arrives by different ways.
        var wordMass: [Int: Double] = [:]
        var wordOrder: [Int] = []
        var endingMass: [Int: Double] = [:]
        var head = 0
        while head < queue.count {
            let state = queue[head]
            head += 1
            guard let here = mass.removeValue(forKey: state) else { continue }
            if let command = finals[state] { endingMass[command, default: 0] += here }
            for index in leaving[firstLeaving[state]..<firstLeaving[state + 1]] {
                let arc = arcs[index]
                let passed = here * arc.probability
                if case .word = arc.label {
                    if wordMass[index] == nil { wordOrder.append(index) }
                    wordMass[index, default: 0] += passed
                } else if let waiting = mass[arc.to] {
                    mass[arc.to] = waiting + passed
                } else if passed > negligible || !reached.contains(arc.to) {
                    mass[arc.to] = passed
                    queue.append(arc.to)
                    reached.insert(arc.to)
                }
            }
        }
        for index in wordOrder {
            guard case .word(let word) = arcs[index].label else { continue }
            emission.words.append((word, arcs[index].to, wordMass[index]!))
        }
        emission.endings = endingMass.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return emission
    }
}
