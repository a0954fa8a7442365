/// The last seconds of what was heard, at 16 kHz mono, so that an utterance may begin before it was noticed.
///
/// A gap empties it: what is looked back at is always unbroken. Owned by one thread.
///
/// ```swift
/// history.append(block, first: 16_000)
/// let preRoll = history.since(12_000)     // from frame 12 000 on, or from the oldest frame that is kept
/// ```
struct AudioHistory {
    /// Index of the frame after the newest one.
    private(set) var end: UInt64 = 0

    private var samples: [Int16]
    private var count = 0

    /// - Parameter capacity: Frames that are kept, above 0.
    init(capacity: Int) {
        precondition(capacity > 0)
        samples = Array(repeating: 0, count: capacity)
    }

    /// Index of the oldest frame that is still here.
    var start: UInt64 { end - UInt64(count) }

    mutating func append(_ block: UnsafeBufferPointer<Int16>, first: UInt64) {
        if first != end { clear(at: first) }
        for sample in block {
            samples[Int(end % UInt64(samples.count))] = sample
            end += 1
        }
        count = min(count + block.count, samples.count)
    }

    /// Forgets everything; the next frame is `index`.
    mutating func clear(at index: UInt64) {
        count = 0
        end = index
    }

    /// The frames from `index` on, or from `start` if that is later, and the index of the first of them.
    func since(_ index: UInt64) -> (first: UInt64, samples: [Int16]) {
        let first = max(start, min(index, end))
        let frames = (first..<end).map { samples[Int($0 % UInt64(samples.count))] }
        return (first, frames)
    }
}
