import Decoding

/// An utterance that no search has heard yet: its sound, in memory, and what is wanted of it.
///
/// ```swift
/// var kept = KeptSound(firstFrame: frame, request: request)
/// kept.append(block, isWithheld: false)     // as often as sound arrives
/// kept.finish()
/// kept.play(to: decoder)
/// ```
package struct KeptSound {
    private let firstFrame: UInt64
    private let request: UtteranceRequest
    private var blocks: [(samples: [Int16], isWithheld: Bool)] = []
    /// Whether it is over.
    package private(set) var isFinished = false

    package init(firstFrame: UInt64, request: UtteranceRequest) {
        self.firstFrame = firstFrame
        self.request = request
    }

    package mutating func append(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {
        blocks.append((Array(samples), isWithheld))
    }

    package mutating func finish() { isFinished = true }

    /// Has a search hear what there is so far, and come to its end if it is over.
    package func play(to search: any WordSearch) {
        search.begin(firstFrame: firstFrame, request: request)
        for block in blocks {
            block.samples.withUnsafeBufferPointer { search.feed($0, isWithheld: block.isWithheld) }
        }
        if isFinished { search.finish() }
    }
}
