/// What the benchmarks found.
struct Report {
    /// A ring at one length of block.
    struct Line {
        var ring: String
        var block: Int
        var samplesPerSecond: Distribution
        /// Nanoseconds there and back.
        var roundTrip: Distribution
        var allocations: UInt64
    }

    let names: [String]
    let blocks: [Int]
    var lines: [Line] = []
    /// Nanoseconds, in the order of `names`.
    var oneWay: [Distribution] = []
    /// Samples a second with three readers, in the order of `names`.
    var fanOut: [Distribution] = []
    /// Nanoseconds; ours only, the others have no wake-up.
    var wakeUp = Distribution([])

    func line(_ ring: String, _ block: Int) -> Line? { lines.first { $0.ring == ring && $0.block == block } }

    func oneWay(_ ring: String) -> Distribution? { names.firstIndex(of: ring).map { oneWay[$0] } }

    func fanOut(_ ring: String) -> Distribution? { names.firstIndex(of: ring).map { fanOut[$0] } }

    var rivals: [String] { names.filter { $0 != Contender.earshot.name && $0 != Contender.limit.name } }
}
