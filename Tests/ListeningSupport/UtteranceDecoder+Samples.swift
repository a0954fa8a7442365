import Decoding

extension UtteranceDecoder {
    /// Decodes `samples`, cut into blocks of `block` samples, and returns all updates.
    package func decode(_ samples: [Int16], firstFrame: UInt64 = 0, block: Int = 160) -> [UtteranceUpdate] {
        begin(firstFrame: firstFrame)
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, to: samples.count, by: block) {
                feed(UnsafeBufferPointer(rebasing: samples[start..<min(start + block, samples.count)]))
            }
        }
        finish()
        settle()
        var updates: [UtteranceUpdate] = []
        while let update = next() { updates.append(update) }
        return updates
    }

    package func hypothesis(of samples: [Int16], firstFrame: UInt64 = 0, block: Int = 160)
        -> UtteranceHypothesis?
    {
        guard case .final(let hypothesis) = decode(samples, firstFrame: firstFrame, block: block).last else {
            return nil
        }
        return hypothesis
    }
}
