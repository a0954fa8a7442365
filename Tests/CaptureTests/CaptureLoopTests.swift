import Platform
import Ring
import Testing

@testable import Capture

@Suite("The capture thread's turns")
struct CaptureLoopTests {
    /// A turn cannot be taken inside of the macro: it changes what the macro would copy.
    func expect(
        _ turn: CaptureLoop<ScriptedSource>.Turn, _ expected: CaptureLoop<ScriptedSource>.Turn,
        _ place: SourceLocation = #_sourceLocation
    ) {
        #expect(turn == expected, sourceLocation: place)
    }

    @Test("A reader that was stalled for ten seconds finds exactly the frames it missed, at their place")
    func stalledReader() throws {
        var bench = try Bench(ScriptedSource())
        let reader = try bench.makeReader()
        bench.run(for: .seconds(11))
        // Room again: the next period closes the gap.
        var heard = Heard()
        while let item = reader.next() { heard.append(item) }
        bench.run(for: .milliseconds(20))
        bench.finish()
        while !heard.isEnded, let item = reader.next() { heard.append(item) }

        let gap = try #require(heard.gaps.first)
        #expect(heard.gaps.count == 1)
        #expect(gap.reason == .overrun)
        #expect(gap.isExact)
        #expect(gap.at + gap.frames == 11 * 16_000)
        // The ring's size is rounded up to pages, and no further.
        #expect(gap.at >= 16_000 && gap.at < 16_000 + 65_536)
        #expect(heard.blocks.map(\.count).reduce(0, +) == Int(gap.at) + 320)
        // Each sample says which frame it is.
        let indices = heard.blocks.flatMap { block in (0..<block.count).map { block.first + UInt64($0) } }
        #expect(heard.samples == indices.map { Int16(truncatingIfNeeded: Int($0)) })
        #expect(bench.core.counters.framesDropped == gap.frames)
        #expect(bench.core.counters.framesCaptured == 11 * 16_000 + 320)
    }

    @Test("A dead microphone that loses frames is told of as silent, and once")
    func deadWithGaps() throws {
        var source = ScriptedSource()
        source.isMute = true
        source.script = Array(repeating: .frames(160, behind: 0), count: 400) + [.xrun]
        var bench = try Bench(source, buffer: .seconds(20))
        let reader = try bench.makeReader()
        bench.run(for: .seconds(10))
        bench.finish()
        let heard = reader.listen()
        #expect(heard.gaps.count == 1)
        #expect(heard.events == [.silent])
    }

    @Test(
        "An xrun is counted and leaves a gap as long as the time that went by, and the loop's position, and a reader that comes afterwards, count it"
    )
    func xrun() throws {
        var source = ScriptedSource()
        source.script = [.frames(160, behind: 0), .frames(160, behind: 0), .xrun, .frames(160, behind: 0)]
        var bench = try Bench(source)
        let reader = try bench.makeReader()
        bench.run(for: .milliseconds(20))
        bench.clock.advance(by: .milliseconds(300))
        expect(bench.turn(), .again)
        expect(bench.turn(), .again)
        let position = bench.loop.position
        #expect(position == 5_280)
        let late = try bench.makeReader()
        expect(bench.turn(), .again)
        bench.finish()
        let heard = reader.listen()
        #expect(heard.gaps == [CaptureGap(at: 320, frames: 4_800, reason: .xrun, isExact: false)])
        #expect(heard.blocks.map(\.first) == [0, 160, 5_120, 5_280])
        #expect(late.listen().blocks.map(\.first) == [5_280])
        #expect(bench.core.counters.xruns == 1)
    }

    @Test("An xrun before the first frame is a gap, for a reader that came after the opening, too")
    func xrunAtStart() throws {
        var source = ScriptedSource()
        source.script = [.xrun]
        var bench = try Bench(source)
        let reader = try bench.makeReader()
        expect(bench.turn(), .again)
        bench.clock.advance(by: .milliseconds(50))
        expect(bench.turn(), .again)
        bench.finish()
        let heard = reader.listen()
        #expect(heard.gaps == [CaptureGap(at: 0, frames: 800, reason: .xrun, isExact: false)])
        #expect(heard.blocks.map(\.first) == [800])
    }

    @Test(
        "A gap in the middle of a block ends it there, at any place and rate",
        arguments: [16_000, 48_000, 44_100], [1, 100, 159, 161, 250])
    func gapWithinBlock(rate: Int, frames: Int) throws {
        var source = ScriptedSource()
        source.format = AudioFormat(sampleRate: rate, channelCount: 1, sample: .int16)
        source.periodFrames = 500
        source.script = [
            .frames(frames, behind: 0), .xrun, .frames(480, behind: 0), .xrun, .frames(7, behind: 0),
        ]
        var bench = try Bench(source)
        let reader = try bench.makeReader()
        bench.run(for: .milliseconds(50))
        bench.finish()
        let heard = reader.listen()
        #expect(heard.gaps.count == 2)
        // Blocks and gaps follow each other without a hole and without an overlap.
        var spans = heard.blocks.map { ($0.first, UInt64($0.count)) } + heard.gaps.map { ($0.at, $0.frames) }
        spans.sort { $0.0 < $1.0 }
        #expect(spans.first?.0 == 0)
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.0 + $0.1 == $1.0 })
        #expect(heard.blocks.allSatisfy { $0.count > 0 && $0.count <= 160 })
        #expect(heard.gaps[0].at == UInt64(frames).rescaled(from: rate, to: 16_000))
    }

    @Test("Frames that wait in the card's buffer are not counted into a gap that follows")
    func backlog() throws {
        var source = ScriptedSource()
        source.script = [.frames(160, behind: 480), .xrun]
        var bench = try Bench(source)
        let reader = try bench.makeReader()
        bench.clock.advance(by: .milliseconds(40))
        for _ in 0..<3 { _ = bench.turn() }
        bench.finish()
        // Behind the first period lay 30 ms that nobody will read any more.
        #expect(reader.listen().gaps.map(\.frames) == [480])
    }

    @Test("A microphone that gives nothing for two seconds is given up")
    func stall() throws {
        var source = ScriptedSource()
        source.script = Array(repeating: .nothing, count: 3)
        var bench = try Bench(source)
        expect(bench.turn(), .descriptors)
        bench.clock.advance(by: .seconds(2))
        expect(bench.turn(), .descriptors)
        bench.clock.advance(by: .milliseconds(1))
        expect(bench.turn(), .over(.stalled))
    }

    @Test("A fault ends the turns, after all that was heard before")
    func fault() throws {
        var source = ScriptedSource()
        source.script = [.frames(160, behind: 0), .fault(.disconnected)]
        var bench = try Bench(source)
        let reader = try bench.makeReader()
        expect(bench.turn(), .again)
        expect(bench.turn(), .over(.disconnected))
        bench.finish()
        #expect(reader.listen().samples.count == 160)
    }

    @Test("A live source is drained though nobody listens")
    func noReader() throws {
        var bench = try Bench(ScriptedSource())
        bench.run(for: .seconds(1))
        #expect(bench.core.counters.framesCaptured == 16_000)
        #expect(bench.core.counters.framesDropped == 0)
    }

    @Test("A recording waits for readers, and for room")
    func pulled() throws {
        var source = ScriptedSource()
        source.isLive = false
        var bench = try Bench(source, buffer: .milliseconds(10))
        expect(bench.turn(), .room)
        let reader = try bench.makeReader()
        var turns = 0
        while bench.turn() == .again { turns += 1 }
        expect(bench.turn(), .room)
        #expect(turns >= 1)
        var hasRoom = bench.loop.hasRoom()
        #expect(!hasRoom)
        while case .some = reader.next() {}
        hasRoom = bench.loop.hasRoom()
        #expect(hasRoom)
        expect(bench.turn(), .again)
    }

    @Test("A paced recording gives each period when it has sounded, and neither more nor less")
    func paced() throws {
        var file = ScriptedSource()
        file.isLive = false
        file.isClocked = false
        var bench = try Bench(file, isPaced: true)
        let reader = try bench.makeReader()
        expect(bench.turn(), .until(.milliseconds(10)))
        bench.clock.advance(by: .milliseconds(9))
        expect(bench.turn(), .until(.milliseconds(10)))
        bench.clock.advance(by: .milliseconds(1))
        expect(bench.turn(), .again)
        expect(bench.turn(), .until(.milliseconds(20)))
        // Held up for 100 ms, it catches up and is then in time again.
        bench.clock.advance(by: .milliseconds(95))
        for _ in 0..<9 { expect(bench.turn(), .again) }
        expect(bench.turn(), .until(.milliseconds(110)))
        let position = bench.loop.position
        #expect(position == 1_600)
        bench.finish()
        #expect(reader.listen().samples.count == 1_600)
    }

    @Test("A ring that is taken out is freed only when a turn has gone by")
    func reclamation() throws {
        var bench = try Bench(ScriptedSource())
        let core = bench.core
        let port = try core.addPort()
        guard case .opening(let opening)? = port.next(), var consumer = opening.consumer.take() else {
            Issue.record("no ring came")
            return
        }
        // A late reader's ring is finished when its writing end is freed and the frames before are read.
        bench.run(for: .milliseconds(10))
        _ = consumer.takeGap()
        consumer.advance(consumer.peek(160).count / 2)
        core.removePort(port)
        // The next reader looks whether anything can be freed.
        _ = try CaptureReader(core, channels: .mix)
        var isFreed = consumer.isFinished
        #expect(!isFreed)
        bench.run(for: .milliseconds(10))
        _ = try CaptureReader(core, channels: .mix)
        isFreed = consumer.isFinished
        #expect(isFreed)
    }

    @Test("Away for a while, then back in another format: one clock, one gap, sound at 16 kHz")
    func reopened() throws {
        var first = ScriptedSource()
        first.script = [.frames(160, behind: 0)]
        var bench = try Bench(first)
        let core = bench.core
        let reader = try bench.makeReader()
        expect(bench.turn(), .again)
        core.endOpening()
        core.post(.lost(.disconnected(name: "script")))

        var clock = ReopeningClock()
        clock.close(origin: 0, frames: 160, sampleRate: 16_000, edge: .seconds(5))
        let origin = clock.origin(now: .seconds(7))
        var second = ScriptedSource()
        second.format = AudioFormat(sampleRate: 48_000, channelCount: 1, sample: .int16)
        second.periodFrames = 480
        core.post(.restored(device: "script", format: second.format))
        var again = try Bench(second, origin: origin, core: core)
        for _ in 0..<10 { _ = again.turn() }
        again.finish()

        let heard = reader.listen()
        #expect(
            heard.events == [
                .lost(.disconnected(name: "script")),
                .restored(
                    device: "script", format: AudioFormat(sampleRate: 48_000, channelCount: 1, sample: .int16)
                ),
            ])
        #expect(heard.gaps == [CaptureGap(at: 160, frames: 32_000, reason: .disconnected, isExact: false)])
        #expect(heard.blocks.map(\.first).prefix(3) == [0, 32_160, 32_320])
        #expect(heard.samples.count == 160 + 1_600)
    }

    @Test("A microphone that is dead is told of as silent again when it was away and is back")
    func deadAgain() throws {
        var first = ScriptedSource()
        first.isMute = true
        var bench = try Bench(first, buffer: .seconds(20))
        let core = bench.core
        let reader = try bench.makeReader()
        bench.run(for: .seconds(4))
        core.endOpening()
        core.post(.restored(device: "script", format: .recognition))
        var second = ScriptedSource()
        second.isMute = true
        var again = try Bench(second, origin: 5 * 16_000, core: core)
        again.run(for: .seconds(4))
        again.finish()
        #expect(
            reader.listen().events == [
                .silent, .restored(device: "script", format: .recognition), .silent,
            ])
    }

    @Test("A device that comes back after weeks leaves one gap of that length")
    func longAway() throws {
        var first = ScriptedSource()
        first.script = [.frames(160, behind: 0)]
        var bench = try Bench(first)
        let reader = try bench.makeReader()
        expect(bench.turn(), .again)
        bench.core.endOpening()

        var clock = ReopeningClock()
        clock.close(origin: 0, frames: 160, sampleRate: 16_000, edge: .zero)
        let weeks = Duration.seconds(30 * 24 * 3_600)
        var again = try Bench(ScriptedSource(), origin: clock.origin(now: weeks), core: bench.core)
        expect(again.turn(), .again)
        again.finish()

        let frames: UInt64 = 30 * 24 * 3_600 * 16_000
        let heard = reader.listen()
        #expect(heard.gaps == [CaptureGap(at: 160, frames: frames, reason: .disconnected, isExact: false)])
        #expect(heard.blocks.map(\.first) == [0, 160 + frames])
    }

    @Test("A gap in resampled sound keeps every frame before it and the time behind it")
    func gapWhileResampling() throws {
        var source = ScriptedSource()
        source.format = AudioFormat(sampleRate: 48_000, channelCount: 1, sample: .int16)
        source.periodFrames = 480
        source.script = [.frames(480, behind: 0), .frames(480, behind: 0), .xrun]
        var bench = try Bench(source)
        let reader = try bench.makeReader()
        bench.run(for: .milliseconds(20))
        bench.clock.advance(by: .milliseconds(105))
        for _ in 0..<3 { _ = bench.turn() }
        bench.finish()
        let heard = reader.listen()
        #expect(heard.gaps == [CaptureGap(at: 320, frames: 1_680, reason: .xrun, isExact: false)])
        #expect(heard.blocks.map(\.first) == [0, 160, 2_000, 2_160])
        #expect(heard.blocks.map(\.count) == [160, 160, 160, 160])
    }

    @Test("A click after a gap in resampled sound comes out at its own place", arguments: [48_000, 44_100])
    func clickAfterGap(rate: Int) throws {
        var source = ScriptedSource()
        source.format = AudioFormat(sampleRate: rate, channelCount: 1, sample: .int16)
        source.periodFrames = rate / 100
        source.script = [
            .frames(rate / 100, behind: 0), .frames(rate / 100, behind: 0), .xrun,
            .frames(rate / 100, behind: 0), .frames(rate / 100, behind: 0),
        ]
        // 5 ms after the gap.
        source.click = 2 * (rate / 100) + rate / 200
        var bench = try Bench(source)
        let reader = try bench.makeReader()
        bench.run(for: .milliseconds(20))
        bench.clock.advance(by: .milliseconds(100))
        for _ in 0..<3 { _ = bench.turn() }
        bench.finish()
        let heard = reader.listen()
        let gap = try #require(heard.gaps.first)
        let indices = heard.blocks.flatMap { block in (0..<block.count).map { block.first + UInt64($0) } }
        let loudest = try #require(zip(indices, heard.samples).max { abs(Int($0.1)) < abs(Int($1.1)) })
        #expect(loudest.1 > 1_000)
        let place = Int(loudest.0) - Int(gap.at + gap.frames)
        // To the nearest frame.
        #expect((79...81).contains(place), "at \(place)")
    }
}

@Suite("The capture clock")
struct ReopeningClockTests {
    @Test("The capture clock begins with the first frame")
    func beginning() {
        #expect(ReopeningClock().origin(now: .seconds(100)) == 0)
    }

    @Test("The capture clock begins when the device was to be there, if it had to be waited for")
    func waitedFor() {
        var clock = ReopeningClock()
        clock.waited(since: .seconds(100))
        clock.waited(since: .seconds(200))
        #expect(clock.origin(now: .seconds(3_700)) == 3_600 * 16_000)
        clock.close(origin: 3_600 * 16_000, frames: 16_000, sampleRate: 16_000, edge: .seconds(3_701))
        clock.waited(since: .seconds(100))
        #expect(clock.origin(now: .seconds(3_702)) == 3_602 * 16_000)
    }

    @Test("The capture clock goes on while the device is away, and never back")
    func away() {
        var clock = ReopeningClock()
        clock.close(origin: 0, frames: 48_000, sampleRate: 48_000, edge: .seconds(10))
        #expect(clock.origin(now: .seconds(10)) == 16_000)
        #expect(clock.origin(now: .milliseconds(12_500)) == 56_000)
        #expect(clock.origin(now: .seconds(9)) == 16_000)
    }
}

@Suite("Looking for a device again")
struct DeviceSearchTests {
    /// The card of a microphone, and that of a camera, which comes first.
    private static let microphone = card("Microphone", "USB PnP Sound Device")
    private static let camera = card("Camera", "USB Camera")

    private static func card(_ id: String, _ name: String) -> SoundCard {
        SoundCard(
            index: 0, id: id, name: name,
            devices: [
                CaptureDevice(
                    index: 0, name: name, pcmName: "hw:CARD=\(id),DEV=0", capabilities: nil, holder: nil)
            ])
    }

    /// One that was heard by that microphone while the camera was there.
    private static var search: DeviceReconnection {
        var search = DeviceReconnection()
        search.found("hw:CARD=Microphone,DEV=0", among: [camera, microphone])
        return search
    }

    @Test("The card that was heard is the one opened again", arguments: [nil, "USB"])
    func sameCard(name: String?) throws {
        var search = Self.search
        let pcmName = try search.candidate(for: name, among: [Self.camera, Self.microphone])
        #expect(pcmName == "hw:CARD=Microphone,DEV=0")
    }

    @Test(
        "While it is away, another one that was there is not taken for it, though it has the name that was given"
    )
    func otherCard() throws {
        var search = Self.search
        // As the name of a PCM, which there is none of.
        #expect(try search.candidate(for: "USB", among: [Self.camera]) == "USB")
        #expect(throws: CaptureError.deviceMissing(name: nil, available: [])) {
            try search.candidate(for: nil, among: [Self.camera])
        }
    }

    @Test("A card that came while it was heard is another one, too")
    func laterCard() {
        var search = DeviceReconnection()
        search.found("hw:CARD=Microphone,DEV=0", among: [Self.microphone])
        search.unplugged(among: [Self.camera])
        #expect(throws: CaptureError.deviceMissing(name: nil, available: [])) {
            try search.candidate(for: nil, among: [Self.camera])
        }
    }

    @Test(
        "A card that has come since takes its place: it may be the same, by another name",
        arguments: [nil, "USB"])
    func newCard(name: String?) throws {
        var search = Self.search
        let new = Self.card("Microphone_1", "USB PnP Sound Device")
        let pcmName = try search.candidate(for: name, among: [Self.camera, new])
        #expect(pcmName == "hw:CARD=Microphone_1,DEV=0")
    }

    @Test("A card that is plugged in anew takes its place, once a hub has had the time to come back whole")
    func replugged() throws {
        var search = Self.search
        search.unplugged(among: [Self.camera])
        for cards in [[], Array(repeating: Self.camera, count: 1)] {
            #expect(throws: CaptureError.deviceMissing(name: nil, available: [])) {
                try search.candidate(for: nil, among: cards)
            }
        }
        var looks = 1
        while (try? search.candidate(for: nil, among: [Self.camera])) == nil, looks < 100 { looks += 1 }
        #expect(looks == 9)
        #expect(try search.candidate(for: nil, among: [Self.camera, Self.microphone]).contains("Microphone"))
    }

    @Test("A PCM that was named is opened, whatever cards there are")
    func namedPCM() throws {
        var search = Self.search
        #expect(try search.candidate(for: "plughw:CARD=Desk", among: []) == "plughw:CARD=Desk")
    }

    @Test("A device that was heard for more than a second is looked for soon again, any other is not")
    func soon() {
        var search = DeviceReconnection()
        func pauses() -> [Duration] { (0..<3).map { _ in search.nextPause() } }
        let first = [100, 200, 400].map { Duration.milliseconds($0) }
        #expect(pauses() == first)
        search.heard(16_000, at: 16_000)
        #expect(pauses() == [800, 1_600, 2_000].map { .milliseconds($0) })
        search.heard(16_001, at: 16_000)
        #expect(pauses() == first)
    }
}
