import Platform
import Ring
import Testing

/// What a ring must do, with plain arrays.
private struct Model {
    enum Item: Equatable {
        case frame(UInt64)
        case gap(Gap)
    }

    /// The whole stream, and how many of its items the reader is past.
    private(set) var stream: [Item] = []
    private(set) var read = 0
    private(set) var framesRead = 0
    /// The drops since the last frame that can still grow.
    private var open: Gap?
    private var index: UInt64 = 0
    private(set) var frames: UInt64 = 0

    mutating func write(_ count: Int) {
        if count > 0 { close() }
        for _ in 0..<count {
            stream.append(.frame(frames))
            frames += 1
            index += 1
        }
    }

    mutating func drop(_ count: UInt64, _ reason: Gap.Reason, _ isExact: Bool) {
        if open?.reason != reason || open?.isExact != isExact {
            close()
            open = Gap(index: index, frames: 0, reason: reason, isExact: isExact)
        }
        open?.frames += count
        index += count
    }

    private mutating func close() {
        if let gap = open { stream.append(.gap(gap)) }
        open = nil
    }

    /// The numbers of the frames that can be read before the next gap.
    var readable: Range<UInt64> {
        var range: Range<UInt64>?
        for case .frame(let number) in stream[read...].prefix(while: {
            if case .frame = $0 { true } else { false }
        }) {
            range = (range?.lowerBound ?? number)..<number + 1
        }
        return range ?? 0..<0
    }

    var nextGap: Gap? {
        if read < stream.count, case .gap(let gap) = stream[read] { gap } else { nil }
    }

    mutating func takeGap() { read += 1 }

    mutating func advance(_ frames: Int) {
        read += frames
        framesRead += frames
    }
}

@Suite("Against a model")
struct ModelTests {
    @Test("A random life of a ring is that of a plain array", arguments: 0..<40)
    func randomLife(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytesPerFrame = [2, 3, 6, 12, 64, 100, 333].randomElement(using: &random)!
        let promised = Int.random(in: 1...60, using: &random)
        var ends = Ends(
            try RingBuffer(
                frameCapacity: promised, bytesPerFrame: bytesPerFrame, gapCapacity: 1_000))
        // With the table never full, gaps are never joined beyond the model's rule.
        let capacity = ends.producer.reserve(.max).count / bytesPerFrame
        let big = 2 * capacity
        var model = Model()

        for _ in 0..<2_000 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0..<4:
                let count = Int.random(in: 0...(Bool.random(using: &random) ? 40 : big), using: &random)
                let isAllGivenBack = Bool.random(using: &random)
                if isAllGivenBack { _ = ends.consumer.peek(.max) }
                let unread = Int(model.frames) - model.framesRead
                let most = capacity - unread
                let least = isAllGivenBack ? most : promised - unread
                let written = ends.write(count)
                #expect(written >= min(count, least) && written <= min(count, most))
                model.write(written)
            case 4:
                let count = UInt64.random(in: 1...1_000, using: &random)
                let reason = Gap.Reason.allCases.randomElement(using: &random)!
                let isExact = Bool.random(using: &random)
                ends.producer.drop(count, reason: reason, isExact: isExact)
                model.drop(count, reason, isExact)
            default:
                #expect(ends.consumer.takeGap() == model.nextGap)
                if model.nextGap != nil { model.takeGap() }
                let wanted = Int.random(in: 0...(Bool.random(using: &random) ? 40 : big), using: &random)
                let expected = model.readable.prefix(wanted)
                let region = ends.consumer.peek(wanted)
                #expect(region.count == expected.count * bytesPerFrame)
                if let first = expected.first {
                    #expect(ends.numbers(in: region, from: first)?.count == expected.count)
                }
                let taken = Int.random(in: 0...expected.count, using: &random)
                ends.consumer.advance(taken)
                model.advance(taken)
            }
        }
    }
}
