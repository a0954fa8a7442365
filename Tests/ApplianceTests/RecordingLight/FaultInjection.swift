import Capture
import GPIO
import Glibc
import Platform
import TestSupport

@testable import Appliance

/// In the microphone's place: sound and silence by turns, and between the blocks whatever may happen to an appliance, by
/// a seeded die. So every moment is the same in every run.
final class FaultInjection: CaptureFeed {
    static let period = Duration.milliseconds(10)
    private static let block = UInt64(160)

    let chip: SimulatedChip
    private let stopSignal: StopSignal
    let machineClock: DrivenClock
    private let isLive: Bool
    /// Whether mostly buttons are pressed, and the rest is rare: then questions live to be answered.
    private let isCalm: Bool
    private var random: SeededGenerator

    /// While the light's line takes no writes.
    private(set) var broken: [(from: Duration, to: Duration)] = []
    /// While the mute switch is closed.
    private(set) var muted: [(from: Duration, to: Duration)] = []
    private(set) var count = 0

    /// A microphone has nothing more after each period, for a moment.
    private var pauses = false
    private var blocksLeft: Int
    private var frame = UInt64(0)
    private var pending: [CaptureItem] = [.event(.opened(device: "test", format: .recognition))]
    /// How long the microphone stays away, in periods; nil while it is there.
    private var away: Int?
    private var lost = UInt64(0)
    private var hasEnded = false
    private var isBroken = false
    private var isMuted = false
    private var isTalking = false
    private var talkMayMoveAt = Duration.zero
    private var muteMayMoveAt = Duration.zero
    private var isLoud = false
    private let samples = UnsafeMutableBufferPointer<Int16>.allocate(capacity: Int(block))
    /// Readable at all times, so that nobody sleeps for it.
    private let ready: StopSignal

    init(
        seed: UInt64, isCalm: Bool, blocks: Int, chip: SimulatedChip, stop: StopSignal, isLive: Bool
    ) throws(ApplianceError) {
        self.isCalm = isCalm
        self.chip = chip
        stopSignal = stop
        self.isLive = isLive
        machineClock = DrivenClock()
        random = SeededGenerator(seed: seed)
        blocksLeft = blocks
        ready = try StopSignal()
        ready.raise()
    }

    deinit { samples.deallocate() }

    var wakeDescriptor: Int32 { ready.descriptor }
    func start() {}
    func stop() {}

    var now: Duration { .frames(frame, at: 16_000) }

    func next() -> CaptureItem? {
        if !pending.isEmpty { return pending.removeFirst() }
        if pauses {
            pauses = false
            return nil
        }
        if let periods = away {
            if isLive, periods > 0 {
                away = periods - 1
                machineClock.advance(by: Self.period)
                lost += Self.block
                return nil
            }
            comeBack()
            return pending.removeFirst()
        }
        if blocksLeft == 0 {
            mend()
            defer { hasEnded = true }
            guard isLive else { return hasEnded ? nil : .end }
            // A microphone has no end.
            stopSignal.raise()
            return nil
        }
        if Int.random(in: 0..<12, using: &random) == 0 { injectFault() }
        if !pending.isEmpty { return pending.removeFirst() }
        return sound()
    }

    private func sound() -> CaptureItem {
        blocksLeft -= 1
        if Int.random(in: 0..<40, using: &random) == 0 { isLoud.toggle() }
        let loudness = isLoud ? Int16(6000) : 8
        for index in samples.indices { samples[index] = .random(in: -loudness...loudness, using: &random) }
        defer { frame += Self.block }
        pauses = isLive
        machineClock.advance(by: Self.period)
        return .frames(first: frame, UnsafeBufferPointer(samples))
    }

    private func injectFault() {
        count += 1
        let moment = now + .milliseconds(Int.random(in: 0..<10, using: &random))
        let isPress = isCalm && Int.random(in: 0..<20, using: &random) != 0
        switch isPress ? 0 : Int.random(in: 0..<100, using: &random) {
        case _ where isBroken: breakOrMend()
        case 0..<60 where !isMuted || !isCalm:
            guard moment >= talkMayMoveAt else { return }
            isTalking.toggle()
            isTalking ? chip.press("GPIO27", at: moment) : chip.release("GPIO27", at: moment)
            talkMayMoveAt = moment + .milliseconds(Int.random(in: 1...60, using: &random))
        case 60..<70,
            _ where isMuted:
            guard moment >= muteMayMoveAt else { return }
            isMuted.toggle()
            isMuted ? chip.press("GPIO5", at: moment) : chip.release("GPIO5", at: moment)
            if isMuted {
                muted.append((moment, .seconds(1_000_000)))
            } else {
                muted[muted.count - 1].to = moment
            }
            muteMayMoveAt = moment + .milliseconds(60)
        case 70..<76: breakOrMend()
        case 76..<88:
            lose(UInt64.random(in: 1...4_000, using: &random), .overrun)
        case 88..<99:
            pending.append(.event(.lost(.disconnected(name: "test"))))
            away = Int.random(in: 0...40, using: &random)
        default:
            if blocksLeft < 100 { stopSignal.raise() }
        }
    }

    private func breakOrMend() {
        isBroken.toggle()
        chip.failWrites(to: "GPIO17", errno: isBroken ? ENODEV : nil)
        if isBroken {
            broken.append((now, .seconds(1_000_000)))
        } else {
            broken[broken.count - 1].to = now
        }
    }

    private func comeBack() {
        away = nil
        pending.append(.event(.restored(device: "test", format: .recognition)))
        lose(lost + 1, .disconnected)
        lost = 0
    }

    private func lose(_ frames: UInt64, _ reason: CaptureGap.Reason) {
        pending.append(.gap(CaptureGap(at: frame, frames: frames, reason: reason, isExact: true)))
        frame += frames
        if reason == .overrun { machineClock.advance(by: .frames(frames, at: 16_000)) }
    }

    /// Mends the light, so that the end can be looked at.
    private func mend() {
        if isBroken { breakOrMend() }
    }
}
