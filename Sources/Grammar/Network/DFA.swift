/// The phrase network with one arc a word and state: the subset construction (Rabin and Scott, 1959).
///
/// States are found breadth first, so the way by which one was found is a shortest sentence that leads to it; that is
/// what an ambiguity between commands is shown with.
struct DFA {
    /// Each state as the sorted states of the phrase network that the words so far may have led to.
    private(set) var subsets: [[Int]] = []
    /// The state that each word leads to.
    private(set) var next: [[Int: Int]] = []
    /// The commands that are complete in a state.
    private(set) var endings: [Set<Int>] = []
    /// The state and word by which each state was first reached.
    private var reachedBy: [(state: Int, word: Int)] = []
    /// Whether all states were found within the limits; if not, those found first are here.
    private(set) var isComplete = true
    private let network: PhraseNetwork

    /// All commands together; not complete if there would be more than `limit` states, which nested repeats can bring about,
    /// or if finding them takes more than `steps` steps, as many optional parts in a row do.
    init(_ network: PhraseNetwork, limit: Int, steps: Int) {
        var pass = EpsilonClosure(network)
        self.init(network, &pass, of: Array(network.commands.indices), limit: limit, steps: steps)
    }

    /// Some of the commands, as above, with a pass that has served before.
    ///
    /// - Parameter isKept: whether to go on from a subset; others are left out.
    init(
        _ network: PhraseNetwork, _ pass: inout EpsilonClosure, of commands: [Int], limit: Int, steps: Int,
        keeping isKept: (_ subset: [Int]) -> Bool = { _ in true }
    ) {
        self.network = network
        let mostSteps = pass.steps + steps
        let beginning = commands.map { network.commands[$0].start }
        var ids = [beginning: 0]
        append(beginning, reachedBy: (0, 0))
        var state = 0
        while state < subsets.count {
            pass.enter(subsets[state])
            guard pass.steps <= mostSteps else {
                isComplete = false
                return
            }
            endings[state] = Set(pass.endings.map(\.command))
            var targets: [Int: Set<Int>] = [:]
            var order: [Int] = []
            pass.forEachWord { word, to, _ in
                if targets[word] == nil { order.append(word) }
                targets[word, default: []].insert(to)
            }
            for word in order {
                let subset = targets[word]!.sorted()
                if let known = ids[subset] {
                    next[state][word] = known
                } else if isKept(subset) {
                    guard subsets.count < limit else {
                        isComplete = false
                        return
                    }
                    ids[subset] = subsets.count
                    next[state][word] = subsets.count
                    append(subset, reachedBy: (state, word))
                }
            }
            state += 1
        }
    }

    private mutating func append(_ subset: [Int], reachedBy way: (Int, Int)) {
        subsets.append(subset)
        next.append([:])
        endings.append([])
        reachedBy.append(way)
    }

    /// A shortest sequence of words that leads to `state`.
    func sentence(to state: Int) -> [Int] {
        var words: [Int] = []
        var state = state
        while state != 0 {
            words.append(reachedBy[state].word)
            state = reachedBy[state].state
        }
        return words.reversed()
    }
}

// MARK: - Minimization

extension DFA {
    /// The class of each state, where states of a class accept the same continuations (Moore, 1956), and the number of
    /// classes.
    func classes() -> (of: [Int], count: Int) {
        // States of a class are equally far from the nearest ending: starting there saves long phrases a round for each word.
        var classes = distancesToEnding()
        var count = Set(classes).count
        while true {
            var ids: [[Int]: Int] = [:]
            let refined = subsets.indices.map { state in
                let moves = next[state].sorted { $0.key < $1.key }.flatMap { [$0.key, classes[$0.value]] }
                let signature = [classes[state]] + moves
                if let known = ids[signature] { return known }
                ids[signature] = ids.count
                return ids.count - 1
            }
            classes = refined
            if ids.count == count { return (classes, count) }
            count = ids.count
        }
    }

    /// By state: the least number of words to an ending.
    private func distancesToEnding() -> [Int] {
        var before = [[Int]](repeating: [], count: subsets.count)
        for state in subsets.indices {
            for target in next[state].values { before[target].append(state) }
        }
        var distances = endings.map { $0.isEmpty ? Int.max : 0 }
        var queue = subsets.indices.filter { distances[$0] == 0 }
        var head = 0
        while head < queue.count {
            let state = queue[head]
            head += 1
            for other in before[state] where distances[other] == .max {
                distances[other] = distances[state] + 1
                queue.append(other)
            }
        }
        return distances
    }

    /// How often each class is passed, each word said in it, and how often a sentence ends there, when sentences are
    /// spoken as the phrases' weights say.
    ///
    /// Their ratios are the probabilities for which the minimal network is nearest to the phrases' own distribution
    /// (maximum likelihood). Mass moves on word by word until hardly any is left; repeats halve it each time round.
    func flow(by classes: [Int], count: Int) -> (words: [[Int: Double]], endings: [Double]) {
        let negligible = 1e-9
        var words = [[Int: Double]](repeating: [:], count: count)
        var ends = [Double](repeating: 0, count: count)
        var pass = EpsilonClosure(network)
        // By state, then by member.
        let share = 1 / Double(max(1, network.commands.count))
        var mass = [0: Dictionary(uniqueKeysWithValues: subsets[0].map { ($0, share) })]
        for _ in 0..<1000 where !mass.isEmpty {
            var moved: [Int: [Int: Double]] = [:]
            for (state, members) in mass {
                pass.spread(members)
                pass.forEachWord { word, to, here in
                    words[classes[state]][word, default: 0] += here
                    moved[next[state][word]!, default: [:]][to, default: 0] += here
                }
                ends[classes[state]] += pass.endings.reduce(0) { $0 + $1.mass }
            }
            mass = moved.compactMapValues { members in
                let rest = members.filter { $0.value > negligible }
                return rest.isEmpty ? nil : rest
            }
        }
        return (words, ends)
    }
}
