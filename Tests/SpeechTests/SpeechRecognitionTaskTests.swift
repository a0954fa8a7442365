import Capture
import Foundation
import ListeningSupport
import Synchronization
import TestSupport
import Testing

@testable import Decoding
@testable import Speech

@Suite(.serialized) struct SpeechRecognitionTaskTests {
    @Test("A delegate hears everything, and what happens once, once")
    func delegate() async throws {
        let log = DelegateLog()
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        let task = Fixture.recognizer.recognitionTask(with: request, delegate: log)
        await log.untilOver()
        let events = log.events
        #expect(events.first == "speech" || events.first == "progress")
        #expect(events.filter { $0 == "speech" }.count == 1)
        #expect(events.filter { $0 == "read" }.count == 1)
        #expect(events.suffix(2) == ["final go forward ten meters", "finished true"])
        #expect(events.contains { $0.hasPrefix("partial go forward") })
        #expect(task.state == .completed && task.error == nil && !task.isCancelled)
        // The command is complete before the recording is.
        #expect((0.8...1).contains(task.fractionCompleted ?? 0))
    }

    @Test("A task is starting until audio comes, and running from then on, speech or not")
    func states() async throws {
        let seen = Mutex<SpeechRecognitionTask.State?>(nil)
        let request = SpeechAudioBufferRecognitionRequest()
        request.timeLimit = 2
        request.limitNotice = 2
        let task = Mutex<SpeechRecognitionTask?>(nil)
        request.limitNoticeHandler = { _ in seen.withLock { $0 = task.withLock { $0?.state } } }
        let log = DelegateLog()
        let started = Fixture.recognizer.recognitionTask(with: request, delegate: log)
        task.withLock { $0 = started }
        #expect(started.state == .starting)
        request.append(AudioBuffer(samples: Signal.silence(.seconds(1)), sampleRate: 16_000))
        request.endAudio()
        await log.untilOver()
        #expect(!log.events.contains("speech"))
        #expect(seen.withLock { $0 } == .running)
        #expect(started.state == .completed)
    }

    @Test("While a recording is read, the task is running; when it has been read, finishing")
    func statesOfFile() async throws {
        let log = DelegateLog()
        let task = Fixture.recognizer.recognitionTask(with: Fixture.request("goforward.raw"), delegate: log)
        await log.untilOver()
        #expect(log.states.first?.event == "progress" && log.states.first?.state == .running)
        #expect(
            log.states.filter { $0.event == "progress" || $0.event == "speech" }.allSatisfy {
                $0.state == .running
            })
        #expect(log.states.first { $0.event == "read" }?.state == .finishing)
        #expect(task.state == .completed)
    }

    @Test("A delegate hears how much audio was processed, more each time, up to all of it")
    func processedAudio() async throws {
        let log = DelegateLog()
        let request = SpeechAudioBufferRecognitionRequest()
        request.timeLimit = nil
        for start in stride(from: 0, to: Fixture.goForward.count, by: 1_000) {
            let samples = Array(Fixture.goForward[start...].prefix(1_000))
            request.append(AudioBuffer(samples: samples, sampleRate: 16_000))
        }
        request.endAudio()
        Fixture.recognizer.recognitionTask(with: request, delegate: log)
        await log.untilOver()
        let durations = log.processed.withLock { $0 }
        #expect((10...15).contains(durations.count))
        #expect(zip(durations, durations.dropFirst()).allSatisfy { $1 - $0 >= 0.2 })
        #expect(abs((durations.last ?? 0) - Double(Fixture.goForward.count) / 16_000) < 0.25)
    }

    @Test("What a handler holds is released when the task is over, though the task is still held")
    func releasesHandlers() async throws {
        final class Holder: Sendable {}
        weak var held: Holder?
        var task: SpeechRecognitionTask?
        do {
            let holder = Holder()
            held = holder
            let over = AsyncStream<Void>.makeStream()
            let request = SpeechAudioBufferRecognitionRequest()
            request.endAudio()
            task = Fixture.recognizer.recognitionTask(with: request) { [holder] _, _ in
                withExtendedLifetime(holder) { over.continuation.finish() }
            }
            for await _ in over.stream {}
        }
        // The handler is released on the queue that called it.
        await withCheckedContinuation { done in Fixture.recognizer.queue.async { done.resume() } }
        #expect(held == nil)
        #expect(task?.state == .completed)
    }

    @Test(
        "A request that nobody holds any more has ended its audio, all of which is recognized",
        .timeLimit(.minutes(minutesOfAllTests)))
    func droppedRequest() async {
        for (samples, event) in [([], "finished false"), (Fixture.goForward, "finished true")] {
            let log = DelegateLog()
            var request: SpeechAudioBufferRecognitionRequest? = SpeechAudioBufferRecognitionRequest()
            weak var dropped: SpeechAudioBufferRecognitionRequest?
            dropped = request
            let task = request.map { request in
                request.grammar = Fixture.movement
                request.append(AudioBuffer(samples: samples, sampleRate: 16_000))
                return Fixture.recognizer.recognitionTask(with: request, delegate: log)
            }
            request = nil
            #expect(dropped == nil)
            await log.untilOver()
            #expect(log.events.last == event)
            #expect(task?.state == .completed)
        }
    }

    @Test("Leaving the loop cancels the task also where the sequence is kept")
    func leavingKept() async throws {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        request.append(AudioBuffer(samples: Array(Fixture.goForward[..<30_000]), sampleRate: 16_000))
        let results = Fixture.recognizer.results(for: request)
        for try await result in results {
            #expect(!result.isFinal)
            break
        }
        withExtendedLifetime(request) {}
        #expect(results.task.isCancelled)
        for try await _ in results { Issue.record("they were for one loop") }
    }

    @Test("A loop that begins late sees the newest partial result and the final one")
    func lateLoop() async throws {
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        let results = Fixture.recognizer.results(for: request)
        while results.task.state != .completed { await Task.yield() }
        // The final result is handed over on the queue on which the state changed.
        await withCheckedContinuation { done in Fixture.recognizer.queue.async { done.resume() } }
        let seen = try await results.reduce(into: []) { $0.append($1) }
        #expect(seen.map(\.isFinal) == [false, true])
        #expect(seen.last?.bestTranscription.formattedString == "go forward ten meters")
    }

    @Test("Finishing recognizes what was heard up to then")
    func finish() async throws {
        let request = SpeechAudioBufferRecognitionRequest()
        request.grammar = Fixture.movement
        request.append(AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000))
        let log = DelegateLog()
        let task = Fixture.recognizer.recognitionTask(with: request, delegate: log)
        task.finish()
        await log.untilOver()
        #expect(log.events.last == "finished true")
        #expect(log.events.contains("final go forward ten meters"))
    }

    @Test("Cancelling ends a task at every moment with one cancellation, and nothing else after it")
    func cancel() async throws {
        for count in stride(from: 0, to: Fixture.goForward.count, by: 8000) {
            let request = SpeechAudioBufferRecognitionRequest()
            request.grammar = Fixture.movement
            request.append(AudioBuffer(samples: Array(Fixture.goForward[..<count]), sampleRate: 16_000))
            let log = DelegateLog()
            let task = Fixture.recognizer.recognitionTask(with: request, delegate: log)
            task.cancel()
            task.cancel()
            await log.untilOver()
            #expect(log.events.filter { $0 == "cancelled" } == ["cancelled"])
            #expect(log.events.last == "cancelled")
            #expect(task.isCancelled && task.state == .completed)
            #expect(task.error as? RecognitionError == .cancelled)
        }
    }

    @Test("Leaving the loop over results cancels the task, and its decoder serves the next one")
    func leaving() async throws {
        for _ in 0..<3 {
            let request = Fixture.request("goforward.raw")
            request.grammar = Fixture.movement
            for try await _ in Fixture.recognizer.results(for: request) { break }
        }
        let request = Fixture.request("goforward.raw")
        request.grammar = Fixture.movement
        let text = try await Fixture.text(of: request)
        #expect(text == "go forward ten meters")
    }
}
