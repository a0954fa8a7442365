import Capture
import Foundation
import Grammar
import ListeningSupport
import Synchronization
import Testing

@testable import Speech

/// What comes to handlers and delegates, in which order, whichever way a task goes.
@Suite(.serialized) struct TaskOrderTests {
    /// The way a task goes.
    enum Way: CaseIterable {
        case final, finished, finishedBeforeAudio, silence, missingFile, requestInUse, unknownWord
        case cancelledAtOnce, cancelledAfterFirstAudio, cancelledAtSpeech, cancelledAtPartial
        case cancelledAfterEndAudio, cancelledAfterFinal, cancelledWhileReading
    }

    /// "go forward": the task waits for more.
    private static let halfACommand = Array(Fixture.goForward[..<19_000])

    /// A delegate's events as letters: s speech, h hypothesis, u utterance settled, r reading finished, f final, F finished, x failed, c
    /// cancelled.
    private static func letters(_ events: [String]) -> String {
        let names = [
            "speech": "s", "partial": "h", "utterance": "u", "read": "r", "final": "f", "finished true": "F",
            "finished false": "x", "cancelled": "c", "progress": "",
        ]
        return events.map { event in names.first { event.hasPrefix($0.key) }?.value ?? "?" }.joined()
    }

    private func request(for way: Way) -> SpeechRecognitionRequest {
        let request: SpeechRecognitionRequest
        switch way {
        case .missingFile: request = SpeechURLRecognitionRequest(url: URL(filePath: "/no/such.wav"))
        case .final, .requestInUse, .cancelledWhileReading: request = Fixture.request("goforward.raw")
        default: request = SpeechAudioBufferRecognitionRequest()
        }
        request.grammar =
            way == .unknownWord ? try? Grammar(commands: ["x": "日本"]) : Fixture.movement
        return request
    }

    /// Lets `task` go its way; `heard` returns when such an event has come.
    private func go(
        _ way: Way, _ task: SpeechRecognitionTask, _ request: SpeechRecognitionRequest,
        until heard: (String) async -> Void
    ) async {
        let buffers = request as? SpeechAudioBufferRecognitionRequest
        func append(_ samples: [Int16]) {
            buffers?.append(AudioBuffer(samples: samples, sampleRate: 16_000))
        }
        switch way {
        case .final, .missingFile, .requestInUse: break
        case .unknownWord:
            append(Fixture.goForward)
            buffers?.endAudio()
        case .finished:
            append(Fixture.goForward)
            task.finish()
        case .finishedBeforeAudio: task.finish()
        case .silence:
            append(Signal.silence(.seconds(1)))
            buffers?.endAudio()
        case .cancelledAtOnce: task.cancel()
        case .cancelledAfterFirstAudio:
            append(Array(Fixture.goForward[..<1600]))
            task.cancel()
        case .cancelledAtSpeech:
            append(Self.halfACommand)
            await heard("speech")
            task.cancel()
        case .cancelledAtPartial:
            append(Self.halfACommand)
            await heard("partial")
            task.cancel()
        case .cancelledAfterEndAudio:
            append(Fixture.goForward)
            buffers?.endAudio()
            task.cancel()
        case .cancelledAfterFinal:
            append(Fixture.goForward)
            buffers?.endAudio()
            await heard("finished")
            task.cancel()
        case .cancelledWhileReading:
            await heard("progress")
            task.cancel()
        }
    }

    @Test("A delegate hears what it should, in order, and nothing after the end", arguments: Way.allCases)
    func delegate(way: Way) async throws {
        let request = request(for: way)
        if way == .requestInUse { _ = try await Fixture.results(of: request) }
        let log = DelegateLog()
        let task = Fixture.recognizer.recognitionTask(with: request, delegate: log)
        await go(way, task, request) { await log.until($0) }
        await log.untilOver()
        task.cancel()
        task.finish()
        try await anotherTask()

        let letters = Self.letters(log.events)
        #expect(letters.wholeMatch(of: /s?[hu]*r?[hu]*(fF|c|x)/) != nil, "\(way): \(letters)")
        #expect(task.state == .completed)
        switch way {
        case .final, .finished, .cancelledAfterFinal:
            #expect(letters.hasSuffix("fF") && letters.contains("r") && task.error == nil)
            #expect(!task.isCancelled)
        case .finishedBeforeAudio, .silence: #expect(letters == "rx")
        case .missingFile, .requestInUse, .unknownWord: #expect(letters.hasSuffix("x") && task.error != nil)
        case .cancelledAfterEndAudio, .cancelledWhileReading:
            // The end may come before the cancellation, or be on its way.
            #expect(letters.hasSuffix("fF") || letters.hasSuffix("c") && task.isCancelled)
        default:
            #expect(letters.hasSuffix("c") && task.isCancelled)
            #expect(task.error as? RecognitionError == .cancelled)
        }
    }

    @Test("A handler gets partial results, then one final one or one error", arguments: Way.allCases)
    func handler(way: Way) async throws {
        let request = request(for: way)
        if way == .requestInUse { _ = try await Fixture.results(of: request) }
        let log = Mutex("")
        let events = AsyncStream<String>.makeStream()
        let task = Fixture.recognizer.recognitionTask(with: request) { result, error in
            #expect((result == nil) != (error == nil))
            let letter = result.map { $0.isFinal ? "f" : "h" } ?? "e"
            log.withLock { $0 += letter }
            events.continuation.yield(letter)
            if letter != "h" { events.continuation.finish() }
        }
        await go(way, task, request) { event in
            let letter = event == "finished" ? "f" : "h"
            for await found in events.stream where found == letter { break }
        }
        for await _ in events.stream {}
        task.cancel()
        try await anotherTask()

        let letters = log.withLock { $0 }
        #expect(letters.wholeMatch(of: /h*(f|e)/) != nil, "\(way): \(letters)")
        switch way {
        case .final, .finished, .cancelledAfterFinal: #expect(letters.hasSuffix("f"))
        case .cancelledAfterEndAudio, .cancelledWhileReading:
            #expect(letters.hasSuffix("f") || letters.hasSuffix("e") && task.isCancelled)
        default: #expect(letters.hasSuffix("e"))
        }
    }

    /// Whatever an earlier task still had to say has been said when a later one on the same queue is over.
    private func anotherTask() async throws {
        let request = SpeechAudioBufferRecognitionRequest()
        request.endAudio()
        let log = DelegateLog()
        Fixture.recognizer.recognitionTask(with: request, delegate: log)
        await log.untilOver()
    }

    @Test("Tasks that are cancelled at every moment leave no descriptor or thread behind")
    func cancelEveryMoment() async throws {
        let ways: [Way] = [
            .cancelledAtOnce, .cancelledAfterFirstAudio, .cancelledAtSpeech, .cancelledAtPartial,
            .cancelledAfterEndAudio, .cancelledAfterFinal, .cancelledWhileReading,
        ]
        func runOne(_ index: Int) async {
            let way = ways[index % ways.count]
            let request = request(for: way)
            let log = DelegateLog()
            let task = Fixture.recognizer.recognitionTask(with: request, delegate: log)
            await go(way, task, request) { await log.until($0) }
            await log.untilOver()
        }
        // `EARSHOT_CANCELS=1000` for a long run by itself.
        let count = ProcessInfo.processInfo.environment["EARSHOT_CANCELS"].flatMap(Int.init) ?? 70
        for index in 0..<35 { await runOne(index) }
        let before = Footprint()
        for index in 0..<count { await runOne(index) }
        // What is left behind stays; what other tests run meanwhile goes, some of it after minutes.
        let deadline = ContinuousClock.now + .seconds(1200)
        var after = Footprint()
        while after.descriptors - before.descriptors >= 50 || after.threads - before.threads >= 50,
            ContinuousClock.now < deadline
        {
            try await Task.sleep(for: .milliseconds(100))
            after = Footprint()
        }
        if count > 70 { print("after \(count) starts and cancels: \(before) -> \(after)") }
        // Other tests run in this process meanwhile, so these bounds are wider than what is seen when this one runs alone,
        // and its memory can be told only then.
        #expect(after.descriptors - before.descriptors < 50)
        #expect(after.threads - before.threads < 50)
        if count > 70 { #expect(after.residentKilobytes - before.residentKilobytes < 8_000) }
    }
}

/// What a process holds.
private struct Footprint: CustomStringConvertible {
    let residentKilobytes: Int
    let descriptors: Int
    let threads: Int

    init() {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        residentKilobytes = (fields.flatMap { Int($0[1]) } ?? 0) * 4
        descriptors = Self.count("/proc/self/fd")
        threads = Self.count("/proc/self/task")
    }

    private static func count(_ folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }

    var description: String { "\(residentKilobytes) kB, \(descriptors) descriptors, \(threads) threads" }
}
