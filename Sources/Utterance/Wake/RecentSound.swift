/// The newest seconds of a stretch of sound, in the frames that ``Cepstra`` number.
///
/// Owned by one thread.
///
/// ```swift
/// sound.append(samples)
/// let (first, piece) = sound[100..<250]       // from frame 100 on, or from the oldest that is still there
/// ```
struct RecentSound {
    /// Samples of a frame.
    private let step: Int
    /// Frames that are always remembered; up to a second more are kept.
    private let capacity: Int
    private static let slack = 100
    private var samples: [Int16] = []
    /// The frame that `samples` begin with.
    private var first = 0

    init(step: Int, capacity: Int) {
        self.step = step
        self.capacity = capacity
    }

    /// Adds what follows.
    mutating func append(_ new: [Int16]) {
        samples += new
        // Forgetting moves what is kept, so it is done for many frames at a time.
        let surplus = samples.count / step - capacity
        guard surplus > Self.slack else { return }
        samples.removeFirst(surplus * step)
        first += surplus
    }

    /// Begins a new stretch.
    mutating func removeAll() {
        samples.removeAll(keepingCapacity: true)
        first = 0
    }

    /// The samples of `frames`, as far as they are there, and the first frame of these.
    subscript(frames: Range<Int>) -> (first: Int, samples: [Int16]) {
        let known = frames.clamped(to: first..<first + samples.count / step)
        let piece = samples[(known.lowerBound - first) * step..<(known.upperBound - first) * step]
        return (known.lowerBound, Array(piece))
    }
}
