import Capture
import Platform

/// In the microphone's place: a quiet room, in which somebody makes noise at set times.
package final class SyntheticAudio: CaptureFeed {
    private static let block = UInt64(160)

    private let noises: [Range<Double>]
    private let radio: [Range<Double>]
    private var gaps: [Range<Double>]
    private let end: UInt64
    private var frame = UInt64(0)
    private var opening: [CaptureItem?]
    private var hasEnded = false
    private var random = SeededGenerator(seed: 11)
    private let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: Int(block))

    /// - Parameters:
    ///   - noises: When somebody speaks, in seconds.
    ///   - radio: When somebody speaks much more quietly.
    ///   - gaps: When nothing is captured although time passes, in order.
    ///   - length: How long there is sound, in seconds.
    ///   - opensLate: Whether there is nothing yet for a while.
    package init(
        speechAt noises: [Range<Double>], radioAt radio: [Range<Double>] = [],
        gapsAt gaps: [Range<Double>] = [], length: Double, opensLate: Bool = false
    ) {
        self.noises = noises
        self.radio = radio
        self.gaps = gaps
        opening =
            (opensLate ? [nil, nil, nil] : []) + [.event(.opened(device: "room", format: .recognition))]
        end = UInt64(length * 16_000)
    }

    deinit { samples.deallocate() }

    package let wakeDescriptor: Int32 = -1
    package func start() {}
    package func stop() {}

    package func next() -> CaptureItem? {
        if !opening.isEmpty { return opening.removeFirst() }
        guard frame < end else {
            defer { hasEnded = true }
            return hasEnded ? nil : .end
        }
        let now = Double(frame) / 16_000
        if let gap = gaps.first, gap.lowerBound <= now {
            gaps.removeFirst()
            let frames = UInt64((gap.upperBound - gap.lowerBound) * 16_000)
            defer { frame += frames }
            return .gap(CaptureGap(at: frame, frames: frames, reason: .overrun, isExact: true))
        }
        let loudness: Int16 =
            if noises.contains(where: { $0.contains(now) }) {
                6000
            } else if radio.contains(where: { $0.contains(now) }) {
                750
            } else {
                8
            }
        for index in samples.indices { samples[index] = .random(in: -loudness...loudness, using: &random) }
        defer { frame += Self.block }
        return .frames(first: frame, UnsafeBufferPointer(samples))
    }
}
