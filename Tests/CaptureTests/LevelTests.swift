import TestSupport
import Testing

@testable import Capture

@Suite("Level")
struct LevelMeterTests {
    func meter(_ samples: [Int16]) -> LevelMeter {
        var meter = LevelMeter()
        samples.withUnsafeBufferPointer { meter.measure($0) }
        return meter
    }

    @Test("A full-scale square wave is 0 dBFS, peak and RMS")
    func square() {
        let meter = meter((0..<1000).map { $0 % 2 == 0 ? .min : .min })
        #expect(meter.peak == 0)
        #expect(meter.rms == 0)
        #expect(meter.clipCount == 1000)
    }

    @Test("Half of full scale is 6 dB less")
    func half() {
        let meter = meter(Array(repeating: 16_384, count: 100))
        #expect(abs(meter.peak - -6.0206) < 0.0001)
        #expect(abs(meter.rms - -6.0206) < 0.0001)
        #expect(meter.clipCount == 0)
    }

    @Test("Digital silence and nothing at all are minus infinity")
    func silence() {
        #expect(meter([0, 0, 0]).peak == -.infinity)
        #expect(meter([0, 0, 0]).rms == -.infinity)
        #expect(meter([]).rms == -.infinity)
    }

    @Test("Several blocks count as one stretch, until it is reset")
    func blocks() {
        var meter = meter([1, -3])
        [Int16(32_767)].withUnsafeBufferPointer { meter.measure($0) }
        #expect(meter.sampleCount == 3)
        #expect(meter.clipCount == 1)
        meter.reset()
        #expect(meter.sampleCount == 0)
        #expect(meter.peak == -.infinity)
    }
}

@Suite("A microphone that is dead or overdriven")
struct SignalWatchTests {
    /// What a watch says to `seconds` of a signal.
    func observe(_ watch: inout SignalWatch, seconds: Double, _ signal: (Int) -> Int16) -> [CaptureEvent] {
        var events: [CaptureEvent] = []
        for block in 0..<Int(seconds * 100) {
            let samples = (0..<160).map { signal(block * 160 + $0) }
            samples.withUnsafeBufferPointer { if let event = watch.observe($0) { events.append(event) } }
        }
        return events
    }

    @Test("Three seconds of zeros are silence, said once, and sound ends it")
    func zeros() {
        var watch = SignalWatch()
        #expect(observe(&watch, seconds: 2.9) { _ in 0 } == [])
        #expect(observe(&watch, seconds: 10) { _ in 0 } == [.silent])
        #expect(observe(&watch, seconds: 1) { Int16($0 % 7) } == [.audible])
    }

    @Test("A constant that is not zero is silence too, also when its last bit moves")
    func constant() {
        var watch = SignalWatch()
        #expect(observe(&watch, seconds: 4) { 900 + Int16($0 % 2) } == [.silent])
    }

    @Test("Missing sound does not end silence, whatever value it stands still at afterwards")
    func silenceOverGap() {
        var watch = SignalWatch()
        #expect(observe(&watch, seconds: 4) { _ in 0 } == [.silent])
        watch.restart()
        #expect(observe(&watch, seconds: 4) { _ in 0 } == [])
        watch.restart()
        #expect(observe(&watch, seconds: 4) { _ in 900 } == [])
        watch.restart()
        #expect(observe(&watch, seconds: 1) { Int16($0 % 7) } == [.audible])
    }

    @Test("What stood still before missing sound does not count towards silence after it")
    func noSilenceOverGap() {
        var watch = SignalWatch()
        #expect(observe(&watch, seconds: 2) { _ in 0 } == [])
        watch.restart()
        #expect(observe(&watch, seconds: 2) { _ in 0 } == [])
        #expect(observe(&watch, seconds: 2) { _ in 0 } == [.silent])
    }

    @Test("A quiet room is not silence")
    func quietRoom() {
        var watch = SignalWatch()
        #expect(observe(&watch, seconds: 10) { Int16($0 * 7919 % 7) - 3 } == [])
    }

    @Test("Sound that is cut off at full scale is clipping, until it is not")
    func clipping() {
        var watch = SignalWatch()
        #expect(observe(&watch, seconds: 2) { $0 % 100 < 50 ? .max : .min } == [.clipping])
        #expect(observe(&watch, seconds: 61) { Int16($0 % 100) * 100 } == [.audible])
    }

    @Test("Loud noise that comes and goes is clipping all the time, and said once")
    func comingAndGoing() {
        var watch = SignalWatch()
        var events: [CaptureEvent] = []
        for _ in 0..<10 {
            events += observe(&watch, seconds: 2) { $0 % 100 < 50 ? .max : .min }
            events += observe(&watch, seconds: 10) { Int16($0 % 100) * 100 }
        }
        #expect(events == [.clipping])
    }

    @Test("A microphone that is overdriven as before after it was silent is told of again")
    func clippingAgain() {
        var watch = SignalWatch()
        let overdriven = { (index: Int) -> Int16 in index % 100 < 50 ? .max : .min }
        #expect(observe(&watch, seconds: 2, overdriven) == [.clipping])
        #expect(observe(&watch, seconds: 4) { _ in 0 } == [.silent])
        #expect(observe(&watch, seconds: 3, overdriven) == [.audible, .clipping])
        #expect(observe(&watch, seconds: 61) { Int16($0 % 100) * 100 } == [.audible])
    }

    @Test("A few loud peaks are not clipping")
    func peaks() {
        var watch = SignalWatch()
        #expect(observe(&watch, seconds: 3) { $0 % 1000 == 0 ? .max : Int16($0 % 100) } == [])
    }

    @Test("Readers are told that a microphone is silent, and that it is heard again")
    func throughTheReader() throws {
        let folder = TemporaryFolder()
        let path = folder.path("dead.wav")
        Recording(duration: 4, signal: { frame, _ in frame > 56_000 ? Float(frame % 100) / 100 : 0 }).write(
            to: path)
        let events = try listen(to: path).events.dropFirst()
        #expect(events == [.silent, .audible])
    }
}
