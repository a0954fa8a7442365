/// Passes over the arcs of a phrase network that say nothing: what can be said next after some of its states, and how
/// likely each of it is.
///
/// One pass serves all states of a sentence together. Since optional parts in a row join again and again, going from each
/// state by itself, or along each way, would take time without bound. Its working memory is of the network's size, so a
/// pass is made once and used over and over.
struct EpsilonClosure {
    // Loops over indices: most of the compile time is spent here, and a sequence of arcs is slower.

    /// The states that were reached without a word, each after those that lead to it; only a loop leads back.
    private(set) var reached: [Int] = []
    /// How many states all passes together have reached: a measure of the work.
    private(set) var steps = 0
    private let network: PhraseNetwork
    /// By state: its place in `reached`, or -1.
    private var place: [Int]
    /// By state: how often it is passed, for the masses spread last; meaningful for those reached.
    private var visits: [Double]

    init(_ network: PhraseNetwork) {
        self.network = network
        place = Array(repeating: -1, count: network.stateCount)
        visits = Array(repeating: 0, count: network.stateCount)
    }

    /// Finds what `states` reach: depth first, in reverse postorder. The last arcs are followed first, so that of two ways
    /// the one that is written first comes first.
    mutating func enter(_ states: some BidirectionalCollection<Int>) {
        for state in reached { place[state] = -1 }
        reached.removeAll(keepingCapacity: true)
        var path: [(state: Int, rest: Int)] = []
        func open(_ state: Int) {
            place[state] = 0
            path.append((state, network.firstLeaving[state + 1]))
        }
        for state in states.reversed() where place[state] < 0 {
            open(state)
            while let (here, rest) = path.last {
                guard rest > network.firstLeaving[here] else {
                    reached.append(here)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].rest -= 1
                let arc = network.arcs[network.leaving[rest - 1]]
                if !arc.label.isWord, place[arc.to] < 0 { open(arc.to) }
            }
        }
        reached.reverse()
        for (index, state) in reached.enumerated() { place[state] = index }
        steps += reached.count
    }

    /// Enters the states of `masses` and passes the mass of each on along the silent arcs.
    ///
    /// One round does, but for loops of silent arcs (an optional in a repeat), which pass on a part each time round.
    mutating func spread(_ masses: [Int: Double]) {
        enter(masses.keys.sorted())
        var waiting = [Double](repeating: 0, count: reached.count)
        for (state, mass) in masses { waiting[place[state]] = mass }
        for state in reached { visits[state] = 0 }
        let negligible = 1e-12 * waiting.reduce(0, +)
        for _ in 0..<Self.mostRounds {
            var back = 0.0
            for (index, state) in reached.enumerated() where waiting[index] > 0 {
                let here = waiting[index]
                waiting[index] = 0
                visits[state] += here
                for leaving in network.firstLeaving[state]..<network.firstLeaving[state + 1] {
                    let arc = network.arcs[network.leaving[leaving]]
                    guard !arc.label.isWord else { continue }
                    waiting[place[arc.to]] += here * arc.probability
                    if place[arc.to] <= index { back += here * arc.probability }
                }
            }
            guard back > negligible else { return }
        }
    }

    /// A simple loop is left half of the time, so that nothing to speak of is left after so many; repeats of repeats of
    /// nothing lose a part, which changes how likely their words are and not which can be said.
    private static let mostRounds = 100

    /// The words that can come next, with the state each leads to and, after ``spread(_:)``, the mass that it takes.
    func forEachWord(_ body: (_ word: Int, _ to: Int, _ mass: Double) -> Void) {
        for state in reached {
            for leaving in network.firstLeaving[state]..<network.firstLeaving[state + 1] {
                let arc = network.arcs[network.leaving[leaving]]
                if case .word(let word) = arc.label { body(word, arc.to, visits[state] * arc.probability) }
            }
        }
    }

    /// The commands that are complete here, with the mass that ends.
    var endings: [(command: Int, mass: Double)] {
        reached.compactMap { state in network.finals[state].map { ($0, visits[state]) } }
    }
}
