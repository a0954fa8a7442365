import Capture
import ListeningSupport
import Platform
import TestSupport

@testable import Appliance

/// A microphone that is asked 0.7 s apart, for days: blocks without samples carry the time on, and real sound comes in bursts.
/// It may lose its connection, and be overdriven, again and again. At its end it raises the stop signal.
final class LongMicrophone: DrivenMicrophone {
    let machineClock = DrivenClock()
    let end: StopSignal

    private static let step = Duration.milliseconds(700)
    private let length: Duration
    private let away: ClosedRange<Duration>?
    private let burstEvery: Duration?
    private let flapsEvery: Duration?
    private var pending: [CaptureItem] = [.event(.opened(device: "room", format: .recognition))]
    private var frame = UInt64(0)
    private var nextBurst: Duration
    private var nextFlap: Duration
    private var isAway = false
    private var isOverdriven = false
    private let ready: StopSignal
    private let noise: UnsafeMutableBufferPointer<Int16>
    private let quiet: UnsafeMutableBufferPointer<Int16>
    private var burst: [Bool] = []

    /// - Parameters:
    ///   - length: how long until the end.
    ///   - away: when nothing can be heard.
    ///   - burstEvery: how often somebody speaks for a second.
    ///   - flapsEvery: how often it is overdriven, or well again.
    init(
        for length: Duration, awayAt away: ClosedRange<Duration>? = nil, burstEvery: Duration? = nil,
        flapsEvery: Duration? = nil
    ) throws(ApplianceError) {
        self.length = length
        self.away = away
        self.burstEvery = burstEvery
        self.flapsEvery = flapsEvery
        nextBurst = burstEvery ?? .zero
        nextFlap = flapsEvery ?? .zero
        end = try StopSignal()
        ready = try StopSignal()
        ready.raise()
        var random = SeededGenerator(seed: 3)
        func block(_ loudness: Int16) -> UnsafeMutableBufferPointer<Int16> {
            let block = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 160)
            for index in block.indices { block[index] = .random(in: -loudness...loudness, using: &random) }
            return block
        }
        noise = block(6000)
        quiet = block(8)
    }

    deinit {
        noise.deallocate()
        quiet.deallocate()
    }

    var wakeDescriptor: Int32 { ready.descriptor }
    func start() {}
    func stop() {}

    func next() -> CaptureItem? {
        if !pending.isEmpty { return pending.removeFirst() }
        if !burst.isEmpty {
            machineClock.advance(by: .milliseconds(10))
            defer { frame += 160 }
            return .frames(first: frame, UnsafeBufferPointer(burst.removeFirst() ? noise : quiet))
        }
        machineClock.advance(by: Self.step)
        let now = machineClock.now
        if now >= length { end.raise() }
        if away?.contains(now) == true {
            if !isAway {
                isAway = true
                return .event(.lost(.disconnected(name: "test")))
            }
            frame = now.frames(at: 16_000)
            return nil
        }
        if isAway {
            isAway = false
            return .event(.restored(device: "test", format: .recognition))
        }
        if let flapsEvery, now >= nextFlap {
            nextFlap = now + flapsEvery
            isOverdriven.toggle()
            return .event(isOverdriven ? .clipping : .audible)
        }
        if let burstEvery, now >= nextBurst {
            nextBurst = now + burstEvery
            // Enough quiet around it for what listens to know noise from the room.
            burst =
                Array(repeating: false, count: 400) + Array(repeating: true, count: 100)
                + Array(repeating: false, count: 400)
        }
        frame = max(frame, now.frames(at: 16_000))
        return .frames(first: frame, UnsafeBufferPointer(start: nil, count: 0))
    }
}
