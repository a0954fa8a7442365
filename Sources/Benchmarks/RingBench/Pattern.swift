import CMeasure

/// The samples that go through the rings: not zero, and each block differs from its neighbours.
struct Pattern: @unchecked Sendable {
    let samples: UnsafePointer<Int16>

    static let shared = Pattern()

    /// Makes what a race needs, so that nothing is made in it.
    static func warm() { _ = (shared, Target.first, Target.second) }

    private init() {
        let count = Int(measure_pattern + measure_longest_block)
        let memory = UnsafeMutablePointer<Int16>.allocate(capacity: count)
        for index in 0..<count {
            let lap = index % Int(measure_pattern)
            memory[index] = Int16(truncatingIfNeeded: lap &* 40_503 &+ 12_345)
        }
        samples = UnsafePointer(memory)
    }
}

/// Room for a thread's copy of a block.
struct Target: @unchecked Sendable {
    let samples = UnsafeMutablePointer<Int16>.allocate(capacity: Int(measure_longest_block))

    static let first = Target()
    static let second = Target()
}
