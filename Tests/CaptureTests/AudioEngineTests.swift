import Dispatch
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Capture

// A stream that is awaited in vain ends when the time is up.
@Suite("The audio engine", .timeLimit(.minutes(minutesOfAllTests)))
struct AudioEngineTests {
    /// Collects what a tap is called with.
    final class Collector: Sendable {
        private let calls = Mutex<[(AudioBuffer, AudioTime)]>([])
        private let lengths = AsyncStream.makeStream(of: Int.self)

        var handler: AudioInputNode.TapHandler {
            { buffer, time in
                self.calls.withLock { $0.append((buffer, time)) }
                self.lengths.continuation.yield(buffer.frameLength)
            }
        }

        /// Waits until the tap has been called with so many frames since the last wait.
        func wait(frames: Int) async {
            var missing = frames
            for await length in lengths.stream {
                missing -= length
                if missing <= 0 { return }
            }
        }

        var buffers: [AudioBuffer] { calls.withLock { $0.map(\.0) } }
        var times: [AudioTime] { calls.withLock { $0.map(\.1) } }
        var samples: [Int16] { buffers.flatMap { $0.int16Samples ?? [] } }
    }

    static let input = AudioInput.file(path: TestData.goForward, pace: .asFastAsPossible)

    @Test("When the events end, a slow tap has been called with all sound")
    func endOfEvents() async throws {
        let engine = AudioEngine(input: Self.input)
        let collector = Collector()
        engine.inputNode.installTap(onBus: 0, bufferSize: 160) { buffer, time in
            // Slower than the recording is read.
            for _ in 0..<100 { sched_yield() }
            collector.handler(buffer, time)
        }
        try engine.start()
        for await _ in engine.events {}
        #expect(collector.samples.count == 44_580)
        engine.stop()
    }

    @Test("A tap gets all sound in buffers of the asked size, with their times")
    func tap() async throws {
        let engine = AudioEngine(input: Self.input)
        let collector = Collector()
        #expect(engine.inputNode.outputFormat(forBus: 0) == .recognition)
        engine.inputNode.installTap(onBus: 0, bufferSize: 1_024, block: collector.handler)
        engine.prepare()
        try engine.start()
        #expect(engine.isRunning)
        await collector.wait(frames: 44_580)
        engine.stop()
        #expect(collector.samples == TestData.samples(TestData.goForward))
        #expect(collector.buffers.dropLast().allSatisfy { $0.frameLength == 1_024 })
        #expect(collector.times.map(\.sampleTime) == collector.times.indices.map { UInt64($0 * 1_024) })
    }

    @Test("Several taps at once, each in its own size and format")
    func several() async throws {
        let engine = AudioEngine(input: Self.input)
        let (plain, converted) = (Collector(), Collector())
        let format = AudioFormat(sampleRate: 48_000, channelCount: 2, sample: .float32)
        engine.inputNode.installTap(onBus: 0, bufferSize: 160, block: plain.handler)
        engine.inputNode.installTap(onBus: 0, bufferSize: 4_800, format: format, block: converted.handler)
        try engine.start()
        await plain.wait(frames: 44_580)
        await converted.wait(frames: 3 * 44_580)
        engine.stop()
        #expect(plain.samples == TestData.samples(TestData.goForward))
        #expect(converted.buffers.allSatisfy { $0.format == format })
        #expect(converted.buffers.reduce(0) { $0 + $1.frameLength } == 44_580 * 3)
        #expect(converted.times.last?.sampleRate == 48_000)
    }

    @Test("An engine can be started again, with the taps it had")
    func restart() async throws {
        let engine = AudioEngine(input: Self.input)
        let collector = Collector()
        engine.inputNode.installTap(onBus: 0, bufferSize: 1_024, block: collector.handler)
        for _ in 0..<2 {
            try engine.start()
            await collector.wait(frames: 44_580)
            engine.stop()
        }
        #expect(
            collector.samples == TestData.samples(TestData.goForward) + TestData.samples(TestData.goForward))
    }

    @Test("A tap that removes itself or stops the engine does not wait for itself")
    func fromWithin() async throws {
        let engine = AudioEngine(input: Self.input)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        engine.inputNode.installTap(onBus: 0, bufferSize: 160) { [weak engine] _, _ in
            engine?.inputNode.removeTap(onBus: 0)
            engine?.stop()
            continuation.finish()
        }
        try engine.start()
        for await _ in stream {}
        #expect(!engine.isRunning)
    }

    @Test("A tap that is asked to end is called no more once its call is over")
    func askedToStop() async throws {
        let capture = try CaptureEngine(input: Self.input)
        let (began, mayReturn) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        let calls = Mutex(0)
        let specification = Tap.Specification(bufferSize: 160, format: nil) { _, _ in
            calls.withLock { $0 += 1 }
            began.continuation.yield()
            mayReturn.wait()
        }
        let tap = try Tap(specification, capture, standard: .recognition)
        try capture.start()
        for await _ in began.stream { break }
        tap.askToStop()
        // For calls with all the rest there would be leave, too.
        for _ in 0..<300 { mayReturn.signal() }
        tap.stop()
        capture.stop()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("Of a microphone of which a channel is chosen a tap hears that one, unless it asks for several")
    func chosenChannel() async throws {
        // Its samples are taken for the left and the right by turns.
        let options = DeviceOptions(name: TestPCM.short, channelCount: 2, channels: .channel(2))
        let engine = AudioEngine(input: .device(options))
        let (plain, both) = (Collector(), Collector())
        let node = engine.inputNode
        #expect(node.outputFormat(forBus: 0) == .recognition)
        node.installTap(onBus: 0, bufferSize: 160, block: plain.handler)
        let stereo = AudioFormat(sampleRate: 16_000, channelCount: 2, sample: .int16)
        node.installTap(onBus: 0, bufferSize: 160, format: stereo, block: both.handler)
        try engine.start()
        for collector in [plain, both] { await collector.wait(frames: 2_000) }
        engine.stop()
        let right = stride(from: 1, to: 4_000, by: 2).map { TestPCM.shortSamples[$0] }
        #expect(plain.samples == right)
        #expect(both.samples == TestPCM.shortSamples)
    }

    @Test("A start that fails says why, and the format is that of nothing")
    func failure() {
        _ = TestPCM.silence
        let engine = AudioEngine(input: .device(DeviceOptions(name: "nowhere")))
        #expect(engine.inputNode.outputFormat(forBus: 0).sampleRate == 0)
        engine.prepare()
        #expect(throws: CaptureError.deviceMissing(name: "nowhere", available: SoundCard.names)) {
            try engine.start()
        }
        #expect(!engine.isRunning)
    }

    @Test("A device that went away after it was opened is opened anew at the start, which says what is wrong")
    func goneSincePrepare() throws {
        let missing = CaptureError.deviceMissing(name: "USB", available: [])
        let openings = Mutex(0)
        let options = DeviceOptions(name: TestPCM.silence)
        let node = AudioInputNode(input: .device(options)) { input throws(CaptureError) in
            openings.withLock { $0 += 1 }
            guard openings.withLock({ $0 }) == 1 else { throw missing }
            // As one that is gone it is in another state than one that is only open.
            var source = try PCMSource(options)
            _ = source.start()
            return try CaptureEngine(input: input, source: .device(source), buffer: .seconds(2))
        }
        node.prepare()
        for _ in 0..<2 { #expect(throws: missing) { try node.start() } }
        #expect(!node.isRunning && openings.withLock { $0 } == 3)
    }

    @Test("A device that is open and well is not opened anew")
    func prepared() throws {
        let openings = Mutex(0)
        let options = DeviceOptions(name: TestPCM.silence)
        let node = AudioInputNode(input: .device(options)) { input throws(CaptureError) in
            openings.withLock { $0 += 1 }
            return try CaptureEngine(input: input)
        }
        node.prepare()
        try node.start()
        node.stop()
        #expect(openings.withLock { $0 } == 1)
    }

    @Test("A start that fails closes the device that it has opened, and leaves open what was prepared")
    func failedStart() {
        let openings = Mutex(0)
        let other = OtherReader()
        let node = AudioInputNode(input: Self.input) { input throws(CaptureError) in
            openings.withLock { $0 += 1 }
            let engine = try CaptureEngine(input: input)
            // One place less for taps.
            other.reader = try engine.makeReader()
            return engine
        }
        for _ in 0..<16 { node.installTap(onBus: 0, bufferSize: 160) { _, _ in } }
        let full = CaptureError.tooManyReaders(limit: 16)
        for attempt in 1...2 {
            #expect(throws: full) { try node.start() }
            #expect(openings.withLock { $0 } == attempt)
        }
        node.prepare()
        #expect(throws: full) { try node.start() }
        node.prepare()
        #expect(openings.withLock { $0 } == 3)
    }

    /// A reader that is not the node's; used by one thread at a time.
    private final class OtherReader: @unchecked Sendable {
        var reader: CaptureReader?
    }

    @Test("An engine that is released stops, though somebody still listens to its events")
    func released() async throws {
        let events = try { () throws -> AsyncStream<CaptureEvent> in
            let engine = AudioEngine(input: .device(DeviceOptions(name: TestPCM.silence)))
            try engine.start()
            return engine.events
        }()
        for await _ in events {}
    }

    @Test("A tap installed while there was no device hears the one that is there at the start as it is")
    func lateDevice() async throws {
        let missing = AudioEngine(input: .device(DeviceOptions(name: "nowhere")))
        let engine = AudioEngine(input: Self.input)
        let collector = Collector()
        engine.inputNode.installTap(
            onBus: 0, bufferSize: 1_024, format: missing.inputNode.outputFormat(forBus: 0),
            block: collector.handler)
        try engine.start()
        await collector.wait(frames: 44_580)
        engine.stop()
        #expect(collector.buffers.first?.format == .recognition)
    }

    @Test("A tap that asks for more than ten seconds at once gets what there is, up to these")
    func hugeBuffer() async throws {
        let engine = AudioEngine(input: Self.input)
        let collector = Collector()
        engine.inputNode.installTap(onBus: 0, bufferSize: .max, block: collector.handler)
        try engine.start()
        await collector.wait(frames: 44_580)
        engine.stop()
        #expect(collector.buffers.map(\.frameLength) == [44_580])
    }

    @Test("A buffer in the format of an engine without a device holds nothing")
    func emptyFormat() {
        let engine = AudioEngine(input: .device(DeviceOptions(name: "nowhere")))
        let format = engine.inputNode.inputFormat(forBus: 0)
        let buffer = [UInt8](repeating: 1, count: 8).withUnsafeBytes {
            AudioBuffer(format: format, bytes: $0)
        }
        #expect(buffer.frameLength == 0 && buffer.duration == .zero)
        #expect(buffer.converted(to: .recognition).frameLength == 0)
    }

    @Test("There is a limit to taps")
    func limit() {
        let node = AudioEngine(input: Self.input).inputNode
        for _ in 0..<16 { #expect(node.installTap(onBus: 0, bufferSize: 160) { _, _ in }) }
        #expect(!node.installTap(onBus: 0, bufferSize: 160) { _, _ in })
        node.removeTap(onBus: 0)
        #expect(node.installTap(onBus: 0, bufferSize: 160) { _, _ in })
    }

    @Test(
        "Taps come and go while sound flows, a hundred times, and each hears its part in order, nothing twice"
    )
    func comingAndGoing() async throws {
        let engine = AudioEngine(input: .device(DeviceOptions(name: TestPCM.silence)))
        let node = engine.inputNode
        try engine.start()
        for _ in 0..<100 {
            let visitor = Collector()
            node.installTap(onBus: 0, bufferSize: 160, block: visitor.handler)
            await visitor.wait(frames: 160)
            node.removeTap(onBus: 0)
            let times = visitor.times.map(\.sampleTime)
            // This device gives sound as fast as it is taken, so whoever is held up for a moment misses some.
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 >= $0 + 160 })
        }
        engine.stop()
    }

    @Test("Readers come and go on several threads, and who stays misses nothing")
    func visitors() throws {
        let capture = try CaptureEngine(input: Self.input, buffer: .milliseconds(20))
        let staying = try capture.makeReader()
        try capture.start()
        let visitors = try (0..<4).map { _ in
            try SystemThread(name: "visitor") {
                for _ in 0..<25 {
                    guard let reader = try? capture.makeReader() else { return }
                    for _ in 0..<3 { _ = reader.next() }
                }
            }
        }
        let heard = staying.listen()
        for visitor in visitors { visitor.join() }
        #expect(heard.samples == TestData.samples(TestData.goForward))
        #expect(heard.gaps.isEmpty)
    }
}
