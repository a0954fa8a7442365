import Configuration
import EventSocket
import Foundation
import ListeningSupport
import Platform
import TestSupport
import Testing

@testable import Appliance
@testable import Interpretation

@Suite struct CountersTests {
    @Test(
        "A histogram counts each time in the class that ends at it or later, and what is longer in one class more"
    )
    func histogram() {
        var histogram = Histogram(bounds: [0.1, 0.5])
        for milliseconds in [0, 100, 101, 500, 2000] { histogram.add(.milliseconds(milliseconds)) }
        histogram.add(.seconds(-1))
        #expect(histogram.counts == [3, 2, 1])
        #expect(histogram.count == 6 && abs(histogram.sum - 2.701) < 1e-9)
    }

    @Test("Rejections are counted by reason, and apart those that had the words of a command; gaps by reason")
    func reasons() {
        var counters = ApplianceCounters()
        let near = Rejection(text: "lamp on", reason: .unlikely, nearest: "lamp")
        for rejection in [near, near, Rejection(text: "", reason: .noWords)] {
            counters.note(.rejected(rejection))
        }
        counters.note(.gap(duration: .seconds(1), reason: "xrun", isExact: true))
        #expect(counters.rejected == ["unlikely": 2, "no-words": 1])
        #expect(counters.nearly == ["unlikely": 2])
        #expect(counters.gapReasons == ["xrun": 1])
    }

    @Test("A mute is kept from one start to the next, each by its own means, where there is a folder for it")
    func keptMute() {
        let folder = TemporaryFolder()
        let request = KeptMute(by: .request, in: folder.path)
        let press = KeptMute(by: .press, in: folder.path)
        #expect(!request.isOn && !press.isOn)
        #expect(request.keep(true) == nil)
        #expect(KeptMute(by: .request, in: folder.path).isOn && !press.isOn)
        #expect(press.keep(true) == nil && request.keep(false) == nil)
        #expect(!request.isOn && KeptMute(by: .press, in: folder.path).isOn)
        #expect(KeptMute(by: .request, in: nil).keep(true) == nil)
        #expect(!KeptMute(by: .request, in: nil).isOn)
    }

    @Test("A mute that cannot be kept, or not be forgotten, is told with its file and the reason")
    func unkeptMute() {
        let folder = TemporaryFolder()
        let nowhere = KeptMute(by: .request, in: folder.path("missing"))
        let problem = nowhere.keep(true) ?? ""
        #expect(problem.contains("'\(folder.path("missing"))/muted' (No such file or directory)"))
        #expect(nowhere.keep(false) == nil, "there is nothing to forget")
        _ = folder.makeFolder("muted")
        let stuck = KeptMute(by: .request, in: folder.path).keep(false) ?? ""
        #expect(stuck.contains("'\(folder.path)/muted' cannot be removed"))
    }

    @Test("Starts are counted in the service's folder in memory, from none on")
    func starts() {
        let folder = TemporaryFolder()
        #expect((0..<3).map { _ in StartCount.next(in: folder.path) } == [0, 1, 2])
        #expect(StartCount.next(in: nil) == nil)
        #expect(StartCount.next(in: folder.path("gone")) == nil)
    }
}
