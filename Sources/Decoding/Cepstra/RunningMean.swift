/// The mean of the cepstrum over the last seconds; older frames fade out.
package struct RunningMean {
    /// One value a coefficient.
    package private(set) var values: [Float]
    /// Frames that the mean rests upon, up to `memory`.
    private var weight: Float
    private let memory: Float

    /// - Parameters:
    ///   - values: the mean to begin with.
    ///   - weight: how many frames it stands for.
    ///   - memory: after how many frames a frame has faded to 1/e.
    package init(_ values: [Float], weight: Int, memory: Int) {
        self.values = values
        self.weight = Float(weight)
        self.memory = Float(memory)
    }

    /// The plain mean of `frames`, one frame after the other.
    package init(of frames: some Collection<Float>, dimension: Int) {
        self.init([Float](repeating: 0, count: dimension), weight: 0, memory: .max)
        add(frames)
    }

    /// Has what was taken in up to now count for no more than `frames` beside what comes.
    package mutating func limitWeight(to frames: Int) {
        weight = min(weight, Float(frames))
    }

    /// Takes in frames, one after the other.
    package mutating func add(_ frames: some Collection<Float>) {
        var coefficient = 0
        for value in frames {
            if coefficient == 0 { weight = min(weight + 1, memory) }
            values[coefficient] += (value - values[coefficient]) / weight
            coefficient = coefficient + 1 == values.count ? 0 : coefficient + 1
        }
    }
}
