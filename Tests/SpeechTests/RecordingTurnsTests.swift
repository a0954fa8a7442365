import ListeningSupport
import Synchronization
import Testing

@testable import Speech

/// Recordings that wait until others have been decoded.
@Suite struct RecordingTurnsTests {
    @Test("So many have a turn at once, and the next one that waits begins when one of them has ended")
    func turns() {
        let turns = RecordingTurns(count: 2)
        let held = Mutex<[Int: RecordingTurns.Turn]>([:])
        let began = Mutex<[Int]>([])
        for number in 0..<5 {
            turns.wait { turn in
                began.withLock { $0.append(number) }
                held.withLock { $0[number] = turn }
            }
        }
        #expect(began.withLock { $0 } == [0, 1])
        for number in [1, 0, 2, 3, 4] {
            let turn = held.withLock { $0.removeValue(forKey: number) }
            #expect(turn != nil)
        }
        #expect(began.withLock { $0 } == [0, 1, 2, 3, 4])
        turns.wait { _ in began.withLock { $0.append(5) } }
        #expect(began.withLock { $0.last } == 5)
    }

    @Test("One recording is decoded after the other where one may be; a cancelled one lets the next begin")
    func recordings() async {
        let turns = RecordingTurns(count: 1)
        let log = Mutex<[String]>([])
        let over = AsyncStream<Void>.makeStream()
        var settings = SpeechRecognitionRequest.Settings()
        settings.grammar = Fixture.movement
        let sessions = (0..<4).map { number in
            RecognitionSession(
                .file(Fixture.recordings + "goforward.raw"), settings: settings, hint: .unspecified,
                pack: Fixture.pack, turns: turns
            ) { event in
                switch event {
                case .began: log.withLock { $0.append("\(number) began") }
                case .ended(let error):
                    if error == nil { log.withLock { $0.append("\(number) over") } }
                    over.continuation.yield()
                default: break
                }
            }
        }
        for session in sessions { session.start() }
        sessions[2].cancel()
        var count = 0
        for await _ in over.stream {
            count += 1
            if count == 4 { break }
        }
        let events = log.withLock { $0 }
        #expect(events.count == 6)
        for (first, second) in zip(events, events.dropFirst()) where first.hasSuffix("began") {
            #expect(second == first.replacing("began", with: "over"))
        }
    }
}
