import Platform
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
    private let signal = try! EventDescriptor()

    /// - Parameters:
    ///   - rate: frames in a second of the clock, of a device that says 16000.
    ///   - tone: its samples, by their number.
    init(rate: Double = 16_000, _ tone: @escaping (Int) -> Int16) {
        self.rate = rate
        self.tone = tone
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
        counters?.framesCaptured += 160
        counters?.lastFrames = clock.now
        defer { given += 160 }
        return block.withUnsafeBufferPointer { .frames(first: UInt64(given), $0) }
    }
}

@Suite struct SoundMeasureTests {
    private func examine(_ instrument: Instrument) throws -> (sound: SoundMeasure, findings: [Finding]) {
        let sound = try SoundMeasure.take(from: instrument, clock: instrument.clock)
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

    @Test("A rate that is far from what was asked for is told")
    func rate() throws {
        let (sound, findings) = try examine(Instrument(rate: 15_600) { Self.noise($0, 40) })
        #expect(abs((sound.rate ?? 0) - 15_600) < 1)
        #expect(
            findings.contains { $0.level == .warn && $0.text.hasPrefix("15600 frames a second") },
            "\(findings)")
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
