import Dispatch
import Foundation
import ListeningSupport
import Synchronization
import TestSupport
import Testing

@testable import Speech

/// Where an app is called.
@Suite struct HandlerQueueTests {
    /// A request whose one result is an error, at once.
    private func emptyRequest() -> SpeechAudioBufferRecognitionRequest {
        let request = SpeechAudioBufferRecognitionRequest()
        request.endAudio()
        return request
    }

    @Test("Handlers are called on the main queue; on another one where that was set before")
    func handlers() async {
        let own = DispatchQueue(label: "test")
        for queue in [nil, own] {
            let recognizer = SpeechRecognizer(pack: Fixture.pack)
            if let queue { recognizer.queue = queue }
            let isThere = await withCheckedContinuation { over in
                recognizer.recognitionTask(with: emptyRequest()) { _, _ in
                    over.resume(returning: Self.isOn(queue ?? .main))
                }
            }
            #expect(isThere)
        }
    }

    @Test("Delegates of tasks and of recognizers are called on the main queue")
    func delegates() async {
        let reason = Mutex<String?>(nil)
        let monitor = AvailabilityMonitor(pack: Fixture.pack) { reason.withLock { $0 } }
        let recognizer = SpeechRecognizer(pack: Fixture.pack, monitor: monitor)
        let witness = Witness()
        recognizer.delegate = witness
        reason.withLock { $0 = "gone" }
        monitor.look()
        recognizer.recognitionTask(with: emptyRequest(), delegate: witness)
        var calls: Set<String> = []
        for await call in witness.calls.stream.prefix(2) { calls.insert(call) }
        #expect(calls == ["availability on main", "end on main"])
    }

    @Test(
        "Results in a loop come though the main queue stands still", .timeLimit(.minutes(minutesOfAllTests)))
    func loop() async throws {
        let isHeld = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            isHeld.continuation.finish()
            gate.wait()
        }
        for await _ in isHeld.stream {}
        defer { gate.signal() }
        let recognizer = SpeechRecognizer(pack: Fixture.pack)
        var text = ""
        for try await result in recognizer.results(for: Fixture.request("goforward.raw")) {
            text = result.bestTranscription.formattedString
        }
        #expect(text == "go forward ten meters")
    }

    @Test("The notice before the limit comes on the recognizer's queue, in a loop over results too")
    func limitNotice() async throws {
        let recognizer = SpeechRecognizer(pack: Fixture.pack)
        recognizer.queue = DispatchQueue(label: "test")
        let notices = Mutex<[Bool]>([])
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        request.timeLimit = 2
        request.limitNotice = 1
        request.limitNoticeHandler = { [queue = recognizer.queue] _ in
            let isThere = Self.isOn(queue)
            notices.withLock { $0.append(isThere) }
        }
        for try await _ in recognizer.results(for: request) {}
        recognizer.queue.sync {}
        #expect(notices.withLock { $0 } == [true])
    }

    fileprivate static func isOn(_ queue: DispatchQueue) -> Bool {
        let key = DispatchSpecificKey<Void>()
        queue.setSpecific(key: key, value: ())
        defer { queue.setSpecific(key: key, value: nil) }
        return DispatchQueue.getSpecific(key: key) != nil
    }
}

/// Writes down what it is told, and whether on the main queue.
private final class Witness: SpeechRecognizerDelegate, SpeechRecognitionTaskDelegate {
    let calls = AsyncStream<String>.makeStream()

    private func note(_ call: String) {
        calls.continuation.yield(call + (HandlerQueueTests.isOn(.main) ? " on main" : " elsewhere"))
    }

    func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool) {
        note("availability")
    }

    func speechRecognitionTask(_ task: SpeechRecognitionTask, didFinishSuccessfully successfully: Bool) {
        note("end")
    }
}
