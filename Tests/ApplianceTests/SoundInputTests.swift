import Capture
import ListeningSupport
import Testing

@testable import Appliance

@Suite struct SoundInputTests {
    @Test("A block that comes right after a gap or an event may have waited as well")
    func chained() {
        var input = SoundInput(
            .device(DeviceOptions()), feed: SyntheticAudio(speechAt: [], gapsAt: [0.05..<0.1], length: 0.2),
            cepstralMeans: nil, meter: nil)
        var blocks: [Bool] = []
        while let item = input.next() {
            if case .frames = item { blocks.append(input.hasFollowed) }
        }
        #expect(!blocks.isEmpty && !blocks.contains(false))
    }

    @Test("One that was waited for has not")
    func awaited() {
        var input = SoundInput(
            .device(DeviceOptions()), feed: Pausing(SyntheticAudio(speechAt: [], length: 0.1)),
            cepstralMeans: nil, meter: nil)
        var blocks: [Bool] = []
        for _ in 0..<12 {
            if case .frames? = input.next() { blocks.append(input.hasFollowed) }
        }
        #expect(!blocks.isEmpty && !blocks.contains(true))
    }

    /// Has nothing at every other question.
    private final class Pausing: CaptureFeed {
        private let feed: SyntheticAudio
        private var isPause = false

        init(_ feed: SyntheticAudio) { self.feed = feed }

        var wakeDescriptor: Int32 { feed.wakeDescriptor }
        func start() {}
        func stop() {}

        func next() -> CaptureItem? {
            isPause.toggle()
            return isPause ? nil : feed.next()
        }
    }
}
