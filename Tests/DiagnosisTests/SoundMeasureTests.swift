import Appliance
import EventSocket
import Platform
import TestSupport
import Testing

@testable import Capture
@testable import Diagnosis

/// A microphone that gives what it is made to, as fast as its clock is driven.
private final class Instrument: CaptureFeed {
    let clock = DrivenClock()
    private let tone: (Int) -> Int16
    private let rate: Double
    private var given = 0
    private var block: [Int16] = []
    private var isOpen = false
    private(set) var counters: CaptureCounters? = CaptureCounters()
    /// Every so many blocks one does not come, as the card's own buffer runs over.
    private let xrunEvery: Int?
    private let signal = try! EventDescriptor()

    /// - Parameters:
    ///   - rate: frames in a second of the clock, of a device that says 16000.
    ///   - xrunEvery: of how many blocks one is lost.
    ///   - tone: its samples, by their number.
    init(rate: Double = 16_000, xrunEvery: Int? = nil, _ tone: @escaping (Int) -> Int16) {
        self.rate = rate
        self.tone = tone
        self.xrunEvery = xrunEvery
        signal.signal()
    }

    var wakeDescriptor: Int32 { signal.descriptor }
    func start() {}
    func stop() {}

    func next() -> CaptureItem? {
        guard isOpen else {
            isOpen = true
            return .event(.opened(device: "hw:CARD=Test", format: .recognition))
        }
        block = (given..<given + 160).map(tone)
        clock.advance(by: .seconds(160 / rate))
        if let xrunEvery, given / 160 % xrunEvery == 0 {
            clock.advance(by: .seconds(160 / rate))
            counters?.xruns += 1
        }
        counters?.framesCaptured += 160
        counters?.lastFrames = clock.now
        defer { given += 160 }
        return block.withUnsafeBufferPointer { .frames(first: UInt64(given), $0) }
    }
}

@Suite struct SoundMeasureTests {
    private func examine(_ instrument: Instrument) throws -> (sound: SoundMeasure, findings: [Finding]) {
        let sound = try SoundMeasure.take(
            from: instrument, clock: instrument.clock, until: StopSignal())
        return (sound, SoundCheck(.success(sound)).examine())
    }

    private static func noise(_ index: Int, _ amplitude: Int) -> Int16 {
        let upTo2003 = index &* 7919 % 2003
        return Int16(upTo2003 * 2 * amplitude / 2003 - amplitude)
    }

    @Test("A microphone in a quiet room is well, and its rate is told")
    func well() throws {
        let (sound, findings) = try examine(Instrument { Self.noise($0, 40) })
        #expect(findings.allSatisfy { $0.level == .ok }, "\(findings)")
        #expect(abs((sound.rate ?? 0) - 16_000) < 1)
        #expect(sound.floor > -70 && sound.floor < -55, "\(sound.floor)")
    }

    @Test("Nothing is listened to once it is time to stop")
    func stopped() throws {
        let instrument = Instrument { Self.noise($0, 40) }
        let stop = try StopSignal()
        stop.raise()
        #expect(try SoundMeasure.take(from: instrument, clock: instrument.clock, until: stop).frames == 0)
    }

    @Test("A rate that is far from what was asked for is told")
    func rate() throws {
        let (sound, findings) = try examine(Instrument(rate: 15_600) { Self.noise($0, 40) })
        #expect(abs((sound.rate ?? 0) - 15_600) < 1)
        #expect(
            findings.contains { $0.level == .warn && $0.text.hasPrefix("15600 frames a second") },
            "\(findings)")
    }

    @Test("Where the card's buffer ran over, that is told, and no other rate is advised")
    func xruns() throws {
        let (sound, findings) = try examine(Instrument(xrunEvery: 50) { Self.noise($0, 40) })
        #expect(sound.gaps > 5)
        #expect(!findings.contains { $0.text.contains("frames a second") }, "\(findings)")
        #expect(
            findings.contains {
                $0.level == .warn && $0.text.hasPrefix("sound was missing \(sound.gaps) times")
            })
        let (_, once) = try examine(Instrument(xrunEvery: 1000) { Self.noise($0, 40) })
        #expect(once.contains { $0.text.hasPrefix("sound was missing 1 time, ") }, "\(once)")
    }

    @Test("A running appliance whose card's buffer ran over is told the same")
    func xrunsOfAppliance() {
        var first = ApplianceStatus(configuration: "site.yaml")
        first.microphone.rate = 16_000
        first.microphone.floor = -60
        first.microphone.peak = -40
        var second = first
        second.counters.uptime = 5
        second.counters.frames = 70_000
        second.counters.xruns = 3
        let findings = SoundCheck(.success(SoundMeasure(from: first, to: second))).examine()
        #expect(!findings.contains { $0.text.contains("frames a second") }, "\(findings)")
        #expect(findings.contains { $0.text.hasPrefix("sound was missing 3 times") }, "\(findings)")
    }

    @Test(
        "Digital silence is told as what it is, all of it or some, with what may be the cause; it is no noise floor"
    )
    func digitalSilence() throws {
        func silence(_ tone: @escaping (Int) -> Int16) throws -> Finding {
            let findings = try examine(Instrument(tone)).findings
            #expect(!findings.contains { $0.text.contains("∞") || $0.text.contains("inf") }, "\(findings)")
            return try #require(findings.first { $0.text.contains("digital silence") }, "\(findings)")
        }
        let whole = try silence { _ in 0 }
        #expect(whole.level == .fail)
        for cause in ["mute", "cable", "another input", "'channel:'"] {
            #expect(whole.remedy?.contains(cause) == true, "\(cause)")
        }
        let partly = try silence { $0 / 16_000 % 2 == 0 ? 0 : Self.noise($0, 400) }
        #expect(partly.level == .warn && partly.remedy?.contains("loose plug") == true)
    }

    @Test(
        "A running appliance that knows of no level but digital silence is told so, although it has not warned yet"
    )
    func digitalSilenceOfAppliance() {
        let first = ApplianceStatus(configuration: "site.yaml")
        var second = first
        second.counters.uptime = 5
        second.counters.frames = 80_000
        func look() -> [Finding] { SoundCheck(.success(SoundMeasure(from: first, to: second))).examine() }
        #expect(look().map(\.level) == [.fail] && look()[0].text == "nothing but digital silence")
        second.microphone.peak = -20
        #expect(look()[0].level == .warn && look()[0].text.hasPrefix("digital silence now and then"))
    }

    @Test("Where nobody knows which microphone is meant, it is said that none was tried")
    func untried() {
        let findings = SoundCheck(nil).examine()
        #expect(findings.map(\.level) == [.warn] && findings[0].text.contains("was not tried"))
    }

    @Test("Loud noise, hardly any sound, clipping and digital silence are each told")
    func levels() throws {
        func told(_ tone: @escaping (Int) -> Int16) throws -> String {
            try examine(Instrument(tone)).findings.filter { $0.level != .ok }.map(\.text).joined(
                separator: "; ")
        }
        #expect(try told { Self.noise($0, 3000) }.contains("loud"))
        #expect(try told { $0 % 2 == 0 ? 0 : 1 }.contains("hardly anything"))
        #expect(try told { $0 % 100 == 0 ? 32_767 : Self.noise($0, 40) }.contains("clipped"))
        #expect(try told { _ in 7 } == "nothing but digital silence")
    }

    @Test("What keeps the sound away is the finding")
    func refused() {
        let findings = SoundCheck(.failure(.deviceBusy(name: "USB", holder: nil))).examine()
        #expect(findings.map(\.level) == [.fail])
    }
}
