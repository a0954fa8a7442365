import Testing

@testable import Capture

@Suite("Readers")
struct CaptureReaderTests {
    @Test("Several readers hear the same, each at its own speed")
    func several() throws {
        let engine = try CaptureEngine(
            input: .file(path: TestData.goForward, pace: .asFastAsPossible), buffer: .milliseconds(100))
        let readers = [try engine.makeReader(), try engine.makeReader(), try engine.makeReader()]
        try engine.start()
        var heard = [Heard](repeating: Heard(), count: readers.count)
        while heard.contains(where: { !$0.isEnded }) {
            for (index, reader) in readers.enumerated() {
                for _ in 0...index {
                    if let item = reader.next() { heard[index].append(item) }
                }
            }
        }
        let samples = TestData.samples(TestData.goForward)
        #expect(heard.allSatisfy { $0.samples == samples && $0.gaps.isEmpty })
    }

    @Test("Who waits for a reader gets what comes, nothing when the time is up, and nothing after the end")
    func waiting() throws {
        let engine = try CaptureEngine(input: .file(path: TestData.goForward, pace: .asFastAsPossible))
        let reader = try engine.makeReader()
        let early = reader.waitForNext(within: .milliseconds(2))
        #expect(early.map { _ in true } == nil, "the engine does not run yet")
        try engine.start()
        var heard = Heard()
        while let item = reader.waitForNext() { heard.append(item) }
        #expect(heard.isEnded)
        #expect(heard.samples == TestData.samples(TestData.goForward))
    }

    @Test("A reader that goes lets the others go on")
    func leaving() throws {
        let engine = try CaptureEngine(
            input: .file(path: TestData.goForward, pace: .asFastAsPossible), buffer: .milliseconds(100))
        let staying = try engine.makeReader()
        do {
            let leaving = try engine.makeReader()
            try engine.start()
            // It takes some, then nothing: the file waits for it.
            for _ in 0..<5 { _ = leaving.wait() }
        }
        #expect(staying.listen().samples == TestData.samples(TestData.goForward))
    }

    @Test("A reader that comes in the middle begins there, at the right index and without a gap")
    func joining() throws {
        let engine = try CaptureEngine(
            input: .file(path: TestData.goForward, pace: .asFastAsPossible), buffer: .milliseconds(100))
        let first = try engine.makeReader()
        try engine.start()
        var early = Heard()
        while early.samples.count < 16_000, let item = first.wait() { early.append(item) }
        let second = try engine.makeReader()
        var late = Heard()
        while !early.isEnded || !late.isEnded {
            if let item = first.next() { early.append(item) }
            if let item = second.next() { late.append(item) }
        }
        let samples = TestData.samples(TestData.goForward)
        let start = Int(try #require(late.blocks.first).first)
        #expect(start >= 16_000)
        #expect(late.samples == Array(samples[start...]))
        #expect(late.gaps.isEmpty)
        #expect(late.events == [.opened(device: TestData.goForward, format: .recognition)])
    }

    @Test("There is a limit to readers, and a place is free again when one goes")
    func limit() throws {
        let engine = try CaptureEngine(input: .file(path: TestData.goForward, pace: .asFastAsPossible))
        var readers = try (0..<16).map { _ in try engine.makeReader() }
        #expect(throws: CaptureError.tooManyReaders(limit: 16)) { try engine.makeReader() }
        readers.removeLast()
        #expect(throws: Never.self) { readers.append(try engine.makeReader()) }
    }

    @Test("Who follows the events is forgotten when they stop, and told of the end if they do not")
    func listeners() async throws {
        let core = try CaptureCore(bufferDuration: .seconds(1))
        core.post(.silent)
        for _ in 0..<100 {
            var events = core.makeEvents().makeAsyncIterator()
            #expect(await events.next() == .silent)
        }
        #expect(core.listenerCount == 1, "the newest, until another comes")

        var events = core.makeEvents().makeAsyncIterator()
        core.announce(.audible)
        core.end()
        #expect(core.listenerCount == 0)
        #expect(await events.next() == .silent)
        #expect(await events.next() == .audible)
        #expect(await events.next() == nil)
        var late = core.makeEvents().makeAsyncIterator()
        #expect(await late.next() == .silent)
        #expect(await late.next() == nil)
    }

    @Test("Who follows the events is not told of the end before every reader has come to it, or is gone")
    func listenersBesideReaders() async throws {
        let core = try CaptureCore(bufferDuration: .seconds(1))
        let (read, gone) = (try core.addPort(), try core.addPort())
        var events = core.makeEvents().makeAsyncIterator()
        core.end()
        #expect(core.listenerCount == 1)
        core.noteEnd(of: read)
        #expect(core.listenerCount == 1)
        core.removePort(gone)
        #expect(core.listenerCount == 0)
        #expect(await events.next() == nil)
    }

    @Test("For a reader that does not come back the two newest openings are kept, with what was told since")
    func absent() throws {
        let core = try CaptureCore(bufferDuration: .seconds(1))
        let port = try core.addPort()
        for number in 0..<5 {
            core.post(.opened(device: "\(number)", format: .recognition))
            let opening = CaptureCore.Opening(
                name: "script", format: .recognition, origin: UInt64(number) * 16_000, isLive: false)
            #expect(core.begin(opening) == nil)
            core.endOpening()
            core.post(.lost(.disconnected(name: "\(number)")))
        }
        var origins: [UInt64] = []
        var events: [CaptureEvent] = []
        while let item = port.next() {
            switch item {
            case .opening(let opening): origins.append(opening.origin)
            case .event(let event): events.append(event)
            case .end: break
            }
        }
        #expect(origins == [48_000, 64_000])
        #expect(events.first == .lost(.disconnected(name: "2")))
        #expect(events.last == .lost(.disconnected(name: "4")))
    }

    @Test("An engine can be stopped before it starts, and twice")
    func stopping() throws {
        let engine = try CaptureEngine(input: .file(path: TestData.goForward, pace: .asFastAsPossible))
        let reader = try engine.makeReader()
        engine.stop()
        engine.stop()
        try engine.start()
        #expect(reader.listen().isEnded)
        #expect(try engine.makeReader().listen().isEnded)
    }
}
