import Capture
import ListeningSupport
import Platform
import Testing

@testable import Appliance

/// A microphone that a script pulls out, as whoever listens is told of it.
@Suite struct UnpluggableCaptureTests {
    /// What comes of `feed` in short, blocks that follow one another as one.
    private func told(_ feed: any CaptureFeed, _ script: String) throws -> [String] {
        let capture = UnpluggableCapture(
            feed, name: "test", script: try BoardScript(text: script, name: "script", buttons: ["talk"]))
        var told: [String] = []
        // More often than there are blocks, for one that has nothing yet.
        for _ in 0..<200 {
            guard let item = capture.next() else { continue }
            let text =
                switch item {
                case .frames(_, let samples): samples.isEmpty ? "nothing" : "sound"
                case .gap(let gap): "gap \(gap.at) + \(gap.frames) \(gap.reason) \(gap.isExact)"
                case .event(.opened(let device, _)): "opened \(device)"
                case .event(.lost(let error)): error == .disconnected(name: "test") ? "lost" : "\(error)"
                case .event(.restored(let device, _)): "restored \(device)"
                case .event(let event): "\(event)"
                case .end: "end"
                }
            if told.last != text { told.append(text) }
        }
        return told
    }

    @Test("It is lost, then restored, then the gap is told of, then sound comes again")
    func order() throws {
        #expect(
            try told(SyntheticAudio(speechAt: [], length: 1), "0.30 unplug\n0.50 replug\n") == [
                "opened room", "sound", "lost", "nothing", "restored room",
                "gap 4800 + 3200 disconnected false", "sound", "end",
            ])
    }

    @Test("While it is out, time goes on without a sample; the frame after it is the one that the clock says")
    func time() throws {
        let script = try BoardScript(
            text: "0.30 unplug\n0.50 replug\n", name: "script", buttons: [String]())
        let capture = UnpluggableCapture(
            SyntheticAudio(speechAt: [], length: 1), name: "test", script: script)
        var times: [UInt64] = []
        var sound: [UInt64] = []
        while let item = capture.next() {
            guard case .frames(let first, let samples) = item else { continue }
            if samples.isEmpty { times.append(first) } else { sound.append(first) }
        }
        #expect(times == Array(stride(from: 4960, through: 8000, by: 160)))
        #expect(
            sound == Array(stride(from: 0, to: 4800, by: 160))
                + Array(stride(from: 8000, to: 16_000, by: 160)))
    }

    @Test("Before the input has opened nothing is pulled out; with its first sound it is")
    func beforeOpening() throws {
        let room = SyntheticAudio(speechAt: [], length: 1, opensLate: true)
        #expect(
            try told(room, "0 unplug\n0.10 replug\n") == [
                "opened room", "lost", "nothing", "restored room", "gap 0 + 1600 disconnected false", "sound",
                "end",
            ])
    }

    @Test("A real loss while it is out is kept to itself, and one gap tells of both")
    func lostMeanwhile() throws {
        let feed = ListedFeed([
            .event(.opened(device: "card", format: .recognition)), .block(0), .block(160),
            .event(.lost(.stalled(name: "card", after: .seconds(1)))),
            .event(.restored(device: "other card", format: .recognition)),
            .gap(CaptureGap(at: 320, frames: 16_000, reason: .disconnected, isExact: false)), .block(16_320),
            .block(16_480), .end,
        ])
        #expect(
            try told(feed, "0.01 unplug\n0.50 replug\n") == [
                "opened card", "sound", "lost", "nothing", "restored other card",
                "gap 160 + 16160 disconnected false", "sound", "end",
            ])
    }

    @Test("A real loss while it is plugged in is told of as it comes, and the script goes on with the sound")
    func lostBefore() throws {
        let feed = ListedFeed([
            .event(.opened(device: "card", format: .recognition)), .block(0),
            .event(.lost(.disconnected(name: "test"))),
            .event(.restored(device: "card", format: .recognition)),
            .gap(CaptureGap(at: 160, frames: 16_000, reason: .disconnected, isExact: false)), .block(16_160),
            .end,
        ])
        #expect(
            try told(feed, "0.50 unplug\n9 replug\n") == [
                "opened card", "sound", "lost", "restored card", "gap 160 + 16000 disconnected false", "lost",
                "nothing", "end",
            ])
    }

    @Test("One that is in is not plugged in, and one that is out is not pulled out")
    func twice() throws {
        #expect(
            try told(
                SyntheticAudio(speechAt: [], length: 1),
                "0.10 replug\n0.20 unplug\n0.30 unplug\n0.40 replug\n0.50 replug\n") == [
                    "opened room", "sound", "lost", "nothing", "restored room",
                    "gap 3200 + 3200 disconnected false", "sound", "end",
                ])
    }
}

/// What a source gives, item by item, written down.
private final class ListedFeed: CaptureFeed {
    private var items: ArraySlice<CaptureItem>

    init(_ items: [CaptureItem]) { self.items = items[...] }

    let wakeDescriptor: Int32 = -1
    func start() {}
    func stop() {}
    func next() -> CaptureItem? { items.popFirst() }
}

extension CaptureItem {
    /// 10 ms of silence.
    fileprivate static func block(_ first: UInt64) -> CaptureItem {
        .frames(first: first, UnsafeBufferPointer(silence))
    }

    private nonisolated(unsafe) static let silence: UnsafeMutableBufferPointer<Int16> = {
        let block = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 160)
        block.initialize(repeating: 0)
        return block
    }()
}
