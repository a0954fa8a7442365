@testable import Capture

/// All that a reader delivered up to its end.
struct Heard {
    var samples: [Int16] = []
    /// The index of each block's first frame, and its length.
    var blocks: [(first: UInt64, count: Int)] = []
    var gaps: [CaptureGap] = []
    var events: [CaptureEvent] = []
    var isEnded = false

    mutating func append(_ item: CaptureItem) {
        switch item {
        case .frames(let first, let block):
            blocks.append((first, block.count))
            samples.append(contentsOf: block)
        case .gap(let gap): gaps.append(gap)
        case .event(let event): events.append(event)
        case .end: isEnded = true
        }
    }
}

extension CaptureReader {
    /// Waits until there is something; nil when half a minute brought nothing, which no test expects.
    func wait() -> CaptureItem? {
        waitForNext(within: .seconds(30))
    }

    /// Everything up to the end.
    func listen() -> Heard {
        var heard = Heard()
        while !heard.isEnded, let item = wait() { heard.append(item) }
        return heard
    }
}

/// Everything in a recording, as recognition hears it.
func listen(to path: String, pace: AudioInput.Pace = .asFastAsPossible) throws -> Heard {
    let engine = try CaptureEngine(input: .file(path: path, pace: pace))
    let reader = try engine.makeReader()
    try engine.start()
    return reader.listen()
}
