/// Mel-frequency cepstra, a frame of coefficients every 10 ms, numbered since a stretch of sound began. The oldest are
/// forgotten, so an endless stretch takes no more room than a few seconds.
package struct Cepstra {
    /// Coefficients of a frame, c0 first.
    package let dimension: Int
    /// Frames that are always remembered; up to twice as many are kept.
    package let capacity: Int

    private var values: [Float] = []
    /// The frame that `values` begins with.
    private var first = 0

    package init(dimension: Int, capacity: Int) {
        self.dimension = dimension
        self.capacity = capacity
    }

    /// Frames that are still known.
    package var frames: Range<Int> { first..<first + values.count / dimension }

    /// The coefficients of known frames, one frame after the other.
    package subscript(frames: Range<Int>) -> ArraySlice<Float> {
        values[(frames.lowerBound - first) * dimension..<(frames.upperBound - first) * dimension]
    }

    /// The same with `mean` subtracted (cepstral mean normalisation).
    package func normalized(_ frames: Range<Int>, mean: [Float]) -> [Float] {
        var values = Array(self[frames])
        for index in values.indices { values[index] -= mean[index % dimension] }
        return values
    }

    /// Adds the frames that follow on the newest.
    package mutating func append(_ coefficients: [Float]) {
        values += coefficients
        // Forgetting moves what is kept, so it is done for many frames at a time.
        let surplus = frames.count - capacity
        guard surplus > capacity else { return }
        values.removeFirst(surplus * dimension)
        first += surplus
    }

    /// Begins a new stretch.
    package mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        first = 0
    }
}
