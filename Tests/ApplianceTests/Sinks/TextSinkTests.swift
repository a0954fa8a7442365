import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// Sinks of dictated text, each with its thread: what becomes of text while one fails, is slow, or ends.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct TextSinkTests {
    /// What a test has in its hands of a destination.
    private final class Stage: Sendable {
        let texts = Mutex<[String]>([])
        /// Why it takes none.
        let trouble = Mutex<String?>(nil)
        /// Whether it takes its time.
        let isBusy = Mutex(false)
        /// How often it was tried.
        let attempts = Mutex(0)

        var taken: [String] { texts.withLock { $0 } }
    }

    private struct StagedDestination: SinkDestination {
        let stage: Stage
        let title = "the stage"

        mutating func put(_ piece: SinkPiece) throws(SinkTrouble) -> SinkProgress {
            stage.attempts.withLock { $0 += 1 }
            if let trouble = stage.trouble.withLock({ $0 }) { throw SinkTrouble(trouble) }
            if stage.isBusy.withLock({ $0 }) { return .waiting }
            stage.texts.withLock { $0.append((piece.isRetraction ? "-" : "") + piece.text) }
            return .done
        }
    }

    private func sink(
        _ stage: Stage, _ limits: TextSink.Limits = SinkPieces.limits, after predecessors: Int = 0
    ) throws
        -> TextSink
    {
        try TextSink(SinkOptions(.program(["/stage"])), after: predecessors, limits: limits) {
            StagedDestination(stage: stage)
        }
    }

    @Test("While it fails text waits, in order, and what is wrong is told once, and once that it is well")
    func trouble() throws {
        let stage = Stage()
        stage.trouble.withLock { $0 = "is full; empty it" }
        let sink = try sink(stage)
        for number in 1...5 { sink.take(SinkPieces.text("\(number)")) }
        SinkPieces.wait { stage.attempts.withLock { $0 } > 3 }
        #expect(sink.takeNews() == ["the stage is full; empty it"])
        #expect(sink.status.problem == "is full; empty it" && sink.status.waiting == 5)
        stage.trouble.withLock { $0 = nil }
        SinkPieces.wait { sink.status.problem == nil && sink.status.written == 5 }
        #expect(stage.taken == ["1", "2", "3", "4", "5"])
        #expect(SinkPieces.end(sink) == ["the stage takes text again"])
    }

    @Test("What finds no room is counted, and told when it begins and in the end")
    func overflow() throws {
        let stage = Stage()
        stage.isBusy.withLock { $0 = true }
        var limits = SinkPieces.limits
        limits.capacity = 3
        limits.patience = .seconds(60)
        let sink = try sink(stage, limits)
        for number in 1...10 { sink.take(SinkPieces.text("\(number)")) }
        #expect(sink.status.lost == 7 && sink.status.waiting == 3)
        #expect(sink.takeNews() == ["the stage: 3 texts wait, and more have no room: they are lost there"])
        stage.isBusy.withLock { $0 = false }
        SinkPieces.wait { sink.status.written == 3 }
        #expect(stage.taken == ["1", "2", "3"])
        #expect(SinkPieces.end(sink) == ["the stage takes text again; lost there until now: 7"])
    }

    @Test("What still waits when it is taken back goes nowhere, and what was lost is not taken back there")
    func retraction() throws {
        let stage = Stage()
        stage.isBusy.withLock { $0 = true }
        var limits = SinkPieces.limits
        limits.capacity = 3
        let sink = try sink(stage, limits)
        sink.take(SinkPieces.text("one"))
        SinkPieces.wait { stage.attempts.withLock { $0 } > 0 }
        sink.take(SinkPieces.text("two"))
        sink.take(SinkPieces.retraction("two"))
        // The first is being handed over.
        sink.take(SinkPieces.retraction("one"))
        stage.isBusy.withLock { $0 = false }
        SinkPieces.end(sink)
        #expect(stage.taken == ["one", "-one"])
    }

    @Test("What was lost for lack of room is taken back there, though others wait")
    func lostAmongWaiting() {
        var state = TextSink.State(predecessors: 0)
        state.add(SinkPieces.text("one"))
        state.lose([SinkPieces.text("two")], "the stage")
        let isWithdrawn = state.withdraw("two")
        #expect(isWithdrawn && state.waiting.count == 1)
        let isNextWithdrawn = state.withdraw("one")
        #expect(isNextWithdrawn && state.waiting.isEmpty)
    }

    @Test("A text that is said again after it was lost can be taken back")
    func saidAgain() throws {
        let stage = Stage()
        stage.isBusy.withLock { $0 = true }
        var limits = SinkPieces.limits
        limits.capacity = 1
        let sink = try sink(stage, limits)
        sink.take(SinkPieces.text("one"))
        sink.take(SinkPieces.text("two"))
        #expect(sink.status.lost == 1)
        stage.isBusy.withLock { $0 = false }
        SinkPieces.wait { sink.status.written == 1 }
        sink.take(SinkPieces.text("two"))
        SinkPieces.wait { sink.status.written == 2 }
        sink.take(SinkPieces.retraction("two"))
        SinkPieces.end(sink)
        #expect(stage.taken == ["one", "two", "-two"])
    }

    @Test("At the end what waits after trouble is tried once more")
    func lastTry() throws {
        let stage = Stage()
        stage.trouble.withLock { $0 = "is full" }
        var limits = SinkPieces.limits
        limits.pauses = .seconds(3600) ... .seconds(3600)
        let sink = try sink(stage, limits)
        sink.take(SinkPieces.text("one"))
        SinkPieces.wait { sink.status.problem != nil }
        stage.trouble.withLock { $0 = nil }
        SinkPieces.end(sink)
        #expect(stage.taken == ["one"] && sink.status.lost == 0)
    }

    @Test("The end can be hastened, and not put off")
    func hastened() throws {
        let stage = Stage()
        stage.isBusy.withLock { $0 = true }
        var limits = SinkPieces.limits
        limits.farewell = .seconds(3600)
        let sink = try sink(stage, limits)
        sink.take(SinkPieces.text("one"))
        sink.end(within: .seconds(3600))
        SinkPieces.end(sink, within: .milliseconds(20))
        #expect(sink.status.lost == 1)
    }

    @Test("At the end what waits is handed over; what cannot be in time is counted and told")
    func theEnd() throws {
        let stage = Stage()
        let sink = try sink(stage)
        for number in 1...500 { sink.take(SinkPieces.text("\(number)")) }
        #expect(SinkPieces.end(sink) == [])
        #expect(stage.taken.count == 500)

        let stuck = Stage()
        stuck.isBusy.withLock { $0 = true }
        let other = try self.sink(stuck)
        other.take(SinkPieces.text("one"))
        other.take(SinkPieces.text("two"))
        #expect(
            SinkPieces.end(other, within: .milliseconds(20)).last
                == "the stage has not taken all text; lost there: 2")
        #expect(other.status.lost == 2)
    }

    @Test("What one has not written it leaves to its heir, which waits for that, so that all is in order")
    func heir() throws {
        let (before, after) = (Stage(), Stage())
        before.trouble.withLock { $0 = "is full" }
        let old = try sink(before)
        old.take(SinkPieces.text("one"))
        let new = try sink(after, after: 1)
        new.take(SinkPieces.text("two"))
        SinkPieces.wait { before.attempts.withLock { $0 } > 1 }
        #expect(after.taken.isEmpty)
        old.end(within: .milliseconds(20)) { new.inherit($0) }
        SinkPieces.wait { new.status.written == 2 }
        #expect(after.taken == ["one", "two"] && before.taken.isEmpty)
        #expect(old.status.lost == 0)
        SinkPieces.end(new)
    }
}
