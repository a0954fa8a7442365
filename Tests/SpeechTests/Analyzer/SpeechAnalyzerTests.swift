import Capture
import Dispatch
import Foundation
import ListeningSupport
import Models
import Synchronization
import TestSupport
import Testing

@testable import Speech

/// One analyzer, its inputs, and how it ends.
@Suite(.serialized) struct SpeechAnalyzerTests {
    private let sound =
        Fixture.goForward + Fixture.pause + Fixture.samples("numbers.raw") + Fixture.pause

    @Test("Words come volatile, then final, utterance by utterance, as a recognizer's task settles them")
    func utterances() async throws {
        let transcriber = Fixture.transcriber()
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let end = try #require(try await analyzer.analyzeSequence(Fixture.inputs(sound)))
        #expect(abs(end.seconds - Double(sound.count) / 16_000) < 0.001)
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        let all = try await results.value

        let request = SpeechAudioBufferRecognitionRequest()
        request.maximumAlternatives = 0
        request.append(AudioBuffer(samples: sound, sampleRate: 16_000))
        request.endAudio()
        let task = try #require(try await Fixture.results(of: request).last)
        let finals = all.filter(\.isFinal)
        #expect(finals.map(\.plainText) == task.settledUtterances.map(\.formattedString))
        #expect(finals.map(\.transcription) == task.settledUtterances)
        #expect(finals.count == 2 && all.count > finals.count)
        for result in finals {
            #expect(result.transcription.confidence > 0 && result.plainAlternatives == [result.plainText])
            #expect(result.range.start.seconds == result.transcription.segments[0].timestamp)
        }
        // Each volatile result begins where everything before is final, and has another text than the one before.
        for (result, next) in zip(all, all.dropFirst()) {
            #expect(next.range.start.duration >= result.resultsFinalizationTime.duration || !next.isFinal)
            if !result.isFinal, !next.isFinal { #expect(result.plainText != next.plainText) }
            #expect(result.resultsFinalizationTime.duration <= next.resultsFinalizationTime.duration)
        }
    }

    @Test("Alternatives come best first where they are asked for, and never before an utterance is final")
    func alternatives() async throws {
        let transcriber = Fixture.transcriber([.alternativeTranscriptions, .volatileResults])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let file = try AudioFile(path: Fixture.recordings + "goforward.raw")
        let end = try #require(try await analyzer.analyzeSequence(from: file))
        try await analyzer.finalizeAndFinish(through: end)
        let all = try await results.value
        let final = try #require(all.last)
        #expect(final.isFinal && final.plainText == "go forward ten meters")
        #expect(final.plainAlternatives.count > 1 && final.plainAlternatives[0] == final.plainText)
        let confidences = final.transcriptions.map(\.confidence)
        #expect(zip(confidences, confidences.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(all.dropLast().allSatisfy { $0.plainAlternatives.count == 1 })
    }

    @Test("What was heard becomes final when that is asked for, in the middle of speech, and speech goes on")
    func finalize() async throws {
        let transcriber = Fixture.transcriber()
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let ranges = Mutex<[AudioTimeRange]>([])
        await analyzer.setVolatileRangeChangedHandler { range, _, _ in
            ranges.withLock { $0.append(range) }
        }
        // Up to the closure in the middle of "ten".
        let cut = 19_520
        try await analyzer.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[..<cut])))
        let volatile = try #require(await analyzer.volatileRange)
        #expect(volatile.start.seconds < 0.5 && abs(volatile.end.seconds - Double(cut) / 16_000) < 0.001)
        try await analyzer.finalize(through: nil)
        let rest = await analyzer.volatileRange
        #expect((rest?.duration ?? 0) < 0.6)
        try await analyzer.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[cut...]) + Fixture.pause))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        let finals = try await results.value.filter(\.isFinal)
        #expect(finals.map(\.plainText).first == "go forward")
        for (final, next) in zip(finals, finals.dropFirst()) {
            #expect(final.range.end.seconds <= next.range.start.seconds, "no sound is heard twice")
        }
        let later = finals.dropFirst().flatMap(\.transcription.segments)
        #expect(later.contains { $0.substring == "meters" && abs($0.timestamp - 1.545) < 0.1 })
        #expect(later.allSatisfy { $0.timestamp > Double(cut) / 16_000 - 0.6 })
        #expect(ranges.withLock { $0.count } > 3)
        #expect(await analyzer.volatileRange == nil)
    }

    @Test("A live stream is heard until it ends, and finality is waited for up to a time that lies ahead")
    func stream() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        try await analyzer.start(inputSequence: inputs)
        let isFinal = Task {
            try await analyzer.finalize(through: AudioTime(sampleTime: 16_000 * 2, sampleRate: 16_000))
        }
        for start in stride(from: 0, to: Fixture.goForward.count, by: 800) {
            let piece = Array(Fixture.goForward[start..<min(start + 800, Fixture.goForward.count)])
            let time = AudioTime(sampleTime: UInt64(160_000 + start), sampleRate: 16_000)
            continuation.yield(
                AnalyzerInput(
                    buffer: AudioBuffer(samples: piece, sampleRate: 16_000), bufferStartTime: time))
        }
        try await isFinal.value
        continuation.finish()
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        let all = try await results.value
        #expect(all.allSatisfy { $0.isFinal })
        #expect(all.map(\.plainText).joined(separator: " ").hasPrefix("go"))
        // On the capture clock of the buffers' times.
        let first = try #require(all.first)
        #expect(abs(first.range.start.seconds - 10.49) < 0.06)
    }

    @Test("Finishing through the end of the input waits for a sequence that is analyzed in another task")
    func inputOfAnotherTask() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        // Not before the sequence is being analyzed.
        let finished = Mutex<Task<Void, any Error>?>(nil)
        let finishing = inputs.map { input in
            finished.withLock { finished in
                finished = finished ?? Task { try await analyzer.finalizeAndFinishThroughEndOfInput() }
            }
            return input
        }
        for await input in Fixture.inputs(Fixture.goForward) { continuation.yield(input) }
        continuation.finish()
        try await analyzer.analyzeSequence(finishing)
        try await finished.withLock { $0 }?.value
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("An input that another has replaced ends, is not waited for, and does not end the analysis")
    func replacedInput() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let (silent, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        let ended = AsyncStream<Void>.makeStream()
        continuation.onTermination = { _ in ended.continuation.finish() }
        try await analyzer.start(inputSequence: silent)
        let finished = Task { try await analyzer.finalizeAndFinishThroughEndOfInput() }
        try await analyzer.start(inputSequence: Fixture.inputs(Fixture.goForward))
        try await finished.value
        for await _ in ended.stream {}
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("Sound that was taken from an input is heard before that of another which replaces it meanwhile")
    func replacedMeanwhile() async throws {
        let module = HeldModule()
        let analyzer = SpeechAnalyzer(modules: [module])
        let taken = AsyncStream<Void>.makeStream()
        let first = Fixture.inputs(Signal.silence(.seconds(2))).map { input in
            taken.continuation.yield()
            return input
        }
        try await analyzer.start(inputSequence: first)
        // While the first tenth of a second is being searched, the others wait.
        await module.session.untilAsked()
        for await _ in taken.stream.prefix(20) {}
        let begun = AsyncStream<Void>.makeStream()
        let second = Fixture.inputs(Signal.silence(.milliseconds(100))).map { input in
            begun.continuation.yield()
            return input
        }
        let analyzing = Task { try await analyzer.analyzeSequence(second) }
        for await _ in begun.stream { break }
        module.session.release()
        let end = try #require(try await analyzing.value)
        #expect(abs(end.seconds - 2.1) < 0.001)
    }

    /// What ends a sequence that says nothing.
    enum Ending: CaseIterable {
        case cancelled, finished, replaced
    }

    @Test(
        "A silent sequence that is analyzed is over when the analysis is, or another input takes its place",
        .timeLimit(.minutes(minutesOfAllTests)), arguments: Ending.allCases)
    func silentSequence(ending: Ending) async throws {
        let module = HeldModule()
        module.session.release()
        let analyzer = SpeechAnalyzer(modules: [module])
        let tenth = AudioBuffer(samples: Signal.silence(.milliseconds(100)), sampleRate: 16_000)
        let (silent, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        continuation.yield(AnalyzerInput(buffer: tenth))
        let analyzing = Task { try await analyzer.analyzeSequence(silent) }
        await module.session.untilAsked()
        switch ending {
        case .cancelled: await analyzer.cancelAndFinishNow()
        case .finished:
            try await analyzer.finalizeAndFinish(through: AudioTime(sampleTime: 0, sampleRate: 16_000))
        case .replaced:
            try await analyzer.analyzeSequence(Fixture.inputs(Signal.silence(.milliseconds(100))))
        }
        _ = try await analyzing.value
        continuation.finish()
    }

    /// A stream that says by an error that its Swift task was cancelled.
    private struct StrictStream: AsyncSequence, Sendable {
        let stream: AsyncStream<AnalyzerInput>

        struct AsyncIterator: AsyncIteratorProtocol {
            var base: AsyncStream<AnalyzerInput>.AsyncIterator

            mutating func next() async throws -> AnalyzerInput? {
                let next = await base.next()
                try Task.checkCancellation()
                return next
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: stream.makeAsyncIterator()) }
    }

    @Test("Cancelling the task of a sequence that says so by an error ends the input, and not the analysis")
    func cancelledSequence() async throws {
        let module = HeldModule()
        module.session.release()
        let analyzer = SpeechAnalyzer(modules: [module])
        let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        let tenth = Signal.silence(.milliseconds(100))
        continuation.yield(AnalyzerInput(buffer: AudioBuffer(samples: tenth, sampleRate: 16_000)))
        let analyzing = Task { try await analyzer.analyzeSequence(StrictStream(stream: inputs)) }
        await module.session.untilAsked()
        analyzing.cancel()
        let first = try #require(try await analyzing.value)
        #expect(abs(first.seconds - 0.1) < 0.001)
        let second = try #require(try await analyzer.analyzeSequence(Fixture.inputs(tenth)))
        #expect(abs(second.seconds - 0.2) < 0.001)
        continuation.finish()
    }

    @Test(
        "What is missing after a capture clock has begun anew counts, though its times are behind the analyzer's"
    )
    func restartedClock() async throws {
        let module = HeldModule()
        module.session.release()
        let analyzer = SpeechAnalyzer(modules: [module])
        let second = AudioBuffer(samples: Signal.silence(.seconds(1)), sampleRate: 16_000)
        // Started anew after 600 s, and 5 s are missing then.
        let inputs = AsyncStream<AnalyzerInput> { continuation in
            for time in [599, 0, 1, 7] as [UInt64] {
                continuation.yield(
                    AnalyzerInput(
                        buffer: second, bufferStartTime: AudioTime(sampleTime: time, sampleRate: 1)))
            }
            continuation.finish()
        }
        let end = try #require(try await analyzer.analyzeSequence(inputs))
        #expect(abs(end.seconds - 608) < 0.001)
    }

    @Test(
        "However many utterances one buffer holds, all of them are there when its sequence has been analyzed")
    func utterancesOfOneBuffer() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let inputs = AsyncStream<AnalyzerInput> { continuation in
            continuation.yield(AnalyzerInput(buffer: AudioBuffer(samples: sound, sampleRate: 16_000)))
            continuation.finish()
        }
        try await analyzer.analyzeSequence(inputs)
        await analyzer.cancelAndFinishNow()
        #expect(try await results.value.count == 2)
    }

    @Test(
        "Times that no stream can have say nothing of where sound is, and are waited for up to its end at most",
        arguments: [(0, 0), (1, 0), (0, -1), (.max, 1), (.max, 8_000), (1, .max), (.max, .max)]
            as [(UInt64, Int)])
    func impossibleTimes(frame: UInt64, rate: Int) async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber, SpeechDetector()])
        let time = AudioTime(sampleTime: frame, sampleRate: rate)
        let inputs = Fixture.inputs(Fixture.goForward).map {
            AnalyzerInput(buffer: $0.buffer, bufferStartTime: time)
        }
        let end = try #require(try await analyzer.analyzeSequence(inputs))
        #expect(abs(end.seconds - Double(Fixture.goForward.count) / 16_000) < 0.001)
        try await analyzer.finalize(through: time)
        try await analyzer.finalizeAndFinish(through: time)
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("Without a module nothing of what was heard can still change")
    func noModules() async throws {
        let analyzer = SpeechAnalyzer(modules: [Fixture.transcriber()])
        try await analyzer.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[..<19_520])))
        #expect(await analyzer.volatileRange != nil)
        try await analyzer.setModules([])
        #expect(await analyzer.volatileRange == nil)
        await analyzer.cancelAndFinishNow()
    }

    @Test(
        "Modules come and go in the middle of the sound: one that leaves has its words, one that comes the clock's times"
    )
    func otherModules() async throws {
        let (first, second) = (Fixture.transcriber([]), Fixture.transcriber([]))
        let (before, after) = (Fixture.collect(first), Fixture.collect(second))
        let analyzer = SpeechAnalyzer(modules: [first])
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward + Fixture.pause))
        let change = Double(Fixture.goForward.count + Fixture.pause.count) / 16_000
        try await analyzer.setModules([second])
        #expect(try await before.value.map(\.plainText) == ["go forward ten meters"])
        #expect(await analyzer.modules.count == 1)
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward + Fixture.pause))
        #expect((await analyzer.volatileRange?.start.seconds ?? change) >= change)
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        let results = try await after.value
        #expect(results.map(\.plainText) == ["go forward ten meters"])
        let start = try #require(results.first?.transcription.segments.first?.timestamp)
        #expect(abs(start - change - 0.49) < 0.06)
    }

    @Test(
        "A module that another analyzer has is not taken: its results go on, and those that were there stay")
    func moduleOfAnother() async throws {
        let (taken, own) = (Fixture.transcriber([]), Fixture.transcriber([]))
        let (theirs, ours) = (Fixture.collect(taken), Fixture.collect(own))
        let (owner, other) = (SpeechAnalyzer(modules: [taken]), SpeechAnalyzer(modules: [own]))
        try await owner.analyzeSequence(Fixture.inputs(Fixture.goForward))
        try await other.analyzeSequence(Fixture.inputs(Fixture.goForward))
        await #expect(throws: RecognitionError.moduleInUse) { try await other.setModules([own, taken]) }
        let third = SpeechAnalyzer(modules: [taken])
        await #expect(throws: RecognitionError.moduleInUse) { try await third.prepareToAnalyze(in: nil) }
        for analyzer in [owner, other] { try await analyzer.finalizeAndFinishThroughEndOfInput() }
        #expect(try await theirs.value.map(\.plainText) == ["go forward ten meters"])
        #expect(try await ours.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test(
        "Only the analyzer that has a module ends its results, whatever becomes of others that were given it")
    func ownModules() async throws {
        let (transcriber, detector) = (Fixture.transcriber([]), Fixture.detector)
        let (words, speech) = (Fixture.collect(transcriber), Fixture.collect(detector))
        let owner = SpeechAnalyzer(modules: [transcriber, detector])
        try await owner.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[..<20_000])))
        _ = SpeechAnalyzer(modules: [transcriber])
        let second = SpeechAnalyzer(modules: [transcriber, detector])
        await #expect(throws: RecognitionError.moduleInUse) { try await second.prepareToAnalyze(in: nil) }
        try await owner.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[20_000...])))
        try await owner.finalizeAndFinishThroughEndOfInput()
        #expect(try await words.value.map(\.plainText) == ["go forward ten meters"])
        #expect(try await speech.value.contains { $0.speechDetected && $0.isFinal })
    }

    @Test("A module whose results are over says so when another analyzer takes it", arguments: [true, false])
    func endedModule(isReleased: Bool) async throws {
        let transcriber = Fixture.transcriber([])
        let first = SpeechAnalyzer(modules: [transcriber])
        if isReleased { await first.cancelAndFinishNow() } else { try await first.setModules([]) }
        let second = SpeechAnalyzer(modules: [transcriber])
        await #expect(throws: RecognitionError.moduleInUse) {
            try await second.analyzeSequence(Fixture.inputs(Fixture.goForward))
        }
    }

    @Test("A time that has passed ends no utterance that began after it")
    func finalizePast() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        // In the middle of "ten".
        try await analyzer.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[..<19_520])))
        try await analyzer.finalize(through: AudioTime(.milliseconds(100), sampleRate: 16_000))
        try await analyzer.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[19_520...])))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("The last range that is told is empty: nothing may still change")
    func lastRange() async throws {
        let analyzer = SpeechAnalyzer(modules: [Fixture.transcriber()])
        let ranges = Mutex<[AudioTimeRange]>([])
        await analyzer.setVolatileRangeChangedHandler { range, _, _ in ranges.withLock { $0.append(range) } }
        try await analyzer.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[..<20_000])))
        await analyzer.cancelAndFinishNow()
        let told = ranges.withLock { $0 }
        #expect(told.last?.isEmpty == true && told.last?.end.seconds == 1.25)
    }

    @Test("A module that comes to a second input, whose clock began anew, has the analyzer's times")
    func laterModule() async throws {
        let (first, second) = (Fixture.transcriber([]), Fixture.transcriber([]))
        let results = Fixture.collect(second)
        let analyzer = SpeechAnalyzer(modules: [first])
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward + Fixture.pause))
        try await analyzer.setModules([first, second])
        let restarted = AsyncStream<AnalyzerInput> { continuation in
            continuation.yield(
                AnalyzerInput(
                    buffer: AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000),
                    bufferStartTime: AudioTime(.zero, sampleRate: 16_000)))
            continuation.finish()
        }
        try await analyzer.analyzeSequence(restarted)
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        let word = try #require(try await results.value.first?.transcription.segments.first)
        #expect(abs(word.timestamp - 4.786 - 0.49) < 0.1)
    }

    @Test("Cancelled, it ends at once without an error; it and its modules cannot be used again")
    func cancelled() async throws {
        let transcriber = Fixture.transcriber()
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        try await analyzer.analyzeSequence(Fixture.inputs(Array(Fixture.goForward[..<20_000])))
        await analyzer.cancelAndFinishNow()
        let told = try await results.value
        #expect(told.allSatisfy { !$0.isFinal })
        await #expect(throws: RecognitionError.analyzerFinished) {
            try await analyzer.start(inputSequence: Fixture.inputs([]))
        }
        let another = SpeechAnalyzer(modules: [transcriber])
        await #expect(throws: RecognitionError.moduleInUse) {
            try await another.analyzeSequence(Fixture.inputs([]))
        }
    }

    @Test("What was heard is recognized also where the Swift task that finishes is cancelled")
    func cancelledTask() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward))
        try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await analyzer.finalizeAndFinishThroughEndOfInput()
        }.value
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("However many tasks finish, each of them returns", .timeLimit(.minutes(minutesOfAllTests)))
    func manyFinish() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let file = try AudioFile(path: Fixture.recordings + "goforward.raw")
        try await analyzer.start(inputAudioFile: file, finishAfterFile: true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { try await analyzer.finalizeAndFinishThroughEndOfInput() }
            }
            try await group.waitForAll()
        }
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("Who waits while another task cancels is told so, and finishing once more does nothing")
    func cancelledMeanwhile() async throws {
        for hasInput in [false, true] {
            let analyzer = SpeechAnalyzer(modules: [Fixture.transcriber()])
            let (silent, continuation) = AsyncStream<AnalyzerInput>.makeStream()
            if hasInput { try await analyzer.start(inputSequence: silent) }
            let waiting = Task { try await analyzer.finalizeAndFinishThroughEndOfInput() }
            while await !analyzer.isWaitedFor { await Task.yield() }
            await analyzer.cancelAndFinishNow()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            try await analyzer.finalizeAndFinishThroughEndOfInput()
            continuation.finish()
        }
    }

    @Test("Finishing through the end of an input that has not begun waits for it")
    func finishBeforeStart() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(
            inputSequence: Fixture.inputs(Fixture.goForward), modules: [transcriber])
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test(
        "Finishing at a time waits for an input that has not begun",
        .timeLimit(.minutes(minutesOfAllTests)))
    func finishAtTimeBeforeStart() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let time = AudioTime(.milliseconds(2500), sampleRate: 16_000)
        let finished = Task { try await analyzer.finish(after: time) }
        while await !analyzer.isWaitedFor { await Task.yield() }
        try await analyzer.start(inputSequence: Fixture.inputs(Fixture.goForward))
        try await finished.value
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test(
        "While the analysis ends, nothing is taken that it would not hear, and finality comes with that end",
        .timeLimit(.minutes(minutesOfAllTests)))
    func endingMeanwhile() async throws {
        let module = HeldModule()
        let analyzer = SpeechAnalyzer(modules: [module])
        try await analyzer.prepareToAnalyze(in: nil)
        let start = AudioTime(.zero, sampleRate: 16_000)
        let finishing = Task { try await analyzer.finalizeAndFinish(through: start) }
        await module.session.untilAsked()
        await #expect(throws: RecognitionError.analyzerFinished) {
            try await analyzer.start(inputSequence: Fixture.inputs(Fixture.goForward))
        }
        await #expect(throws: RecognitionError.analyzerFinished) {
            try await analyzer.setModules([Fixture.transcriber()])
        }
        let settling = Task { try await analyzer.finalize(through: nil) }
        await module.session.untilAsked()
        module.session.release()
        try await finishing.value
        try await settling.value
    }

    @Test("Phrases that are set after the start and before the first sound count")
    func laterPhrases() async throws {
        let plans = Mutex<[DecoderPlan]>([])
        let pool = DecoderPool(limit: 0) { plan throws(RecognitionError) in
            plans.withLock { $0.append(plan) }
            return try plan.makeDecoder()
        }
        let transcriber = Fixture.transcriber([])
        let analyzer = SpeechAnalyzer(modules: [transcriber], options: nil, pool: pool)
        let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        try await analyzer.start(inputSequence: inputs)
        let context = AnalysisContext()
        try await analyzer.setContext(context)
        context.contextualStrings[AnalysisContext.ContextualStringsTag("distances")] = ["ten meters"]
        for await input in Fixture.inputs(Fixture.goForward) { continuation.yield(input) }
        continuation.finish()
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        var settings = SpeechRecognitionRequest.Settings()
        settings.contextualStrings = ["ten meters"]
        let expected = try DecoderPlan(settings, hint: .dictation, pack: Fixture.pack)
        #expect(plans.withLock { $0 } == [expected])
    }

    @Test("What keeps an analyzer from its input's beginning, finishing throws")
    func failingStart() async throws {
        let transcriber = SpeechTranscriber(locale: LocaleTag("xx-YY")!, preset: .transcription)
        let analyzer = SpeechAnalyzer(
            inputSequence: Fixture.inputs(Fixture.goForward), modules: [transcriber])
        await #expect(throws: RecognitionError.self) {
            try await analyzer.finalizeAndFinishThroughEndOfInput()
        }
    }

    @Test("A stream that keeps the newest only loses nothing while the decoder is made")
    func boundedStream() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let (isWanted, maySend) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let pool = DecoderPool { plan throws(RecognitionError) in
            isWanted.continuation.finish()
            let wait = DispatchSemaphore(value: 0)
            Task {
                for await _ in maySend.stream {}
                wait.signal()
            }
            wait.wait()
            return try plan.makeDecoder()
        }
        let analyzer = SpeechAnalyzer(modules: [transcriber], options: nil, pool: pool)
        let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        // Each is sent when the one before has been taken.
        let taken = AsyncStream<Void>.makeStream()
        let told = inputs.map { input in
            taken.continuation.yield()
            return input
        }
        try await analyzer.start(inputSequence: told)
        var takings = taken.stream.makeAsyncIterator()
        for await input in Fixture.inputs(Fixture.goForward) {
            continuation.yield(input)
            await takings.next()
        }
        for await _ in isWanted.stream {}
        continuation.finish()
        maySend.continuation.finish()
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("No more than the limit is taken ahead")
    func soundAhead() async throws {
        let ahead = SoundAhead(limit: .seconds(1))
        let count = Mutex(0)
        let inputs = Fixture.inputs(Signal.silence(.seconds(5))).map { input in
            count.withLock { $0 += 1 }
            return input
        }
        let taking = Task { await ahead.take(from: inputs) }
        var heard = 0
        while let sound = try await ahead.next() {
            heard += 1
            #expect(sound.buffer.frameLength == 1600 && count.withLock { $0 } <= heard + 11)
        }
        await taking.value
        #expect(heard == 50)
    }

    /// A microphone that does not hear of cancellation.
    private struct EndlessSequence: AsyncSequence, Sendable {
        struct AsyncIterator: AsyncIteratorProtocol {
            mutating func next() async -> AnalyzerInput? {
                let tenth = Signal.silence(.milliseconds(100))
                return AnalyzerInput(buffer: AudioBuffer(samples: tenth, sampleRate: 16_000))
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    @Test("Of a sequence that goes on when its task is cancelled, two more seconds are taken at most")
    func endlessSequence() async throws {
        let ahead = SoundAhead(limit: .seconds(30))
        let cancelled = AsyncStream<Void>.makeStream()
        let taking = Task {
            for await _ in cancelled.stream {}
            await ahead.take(from: EndlessSequence())
        }
        taking.cancel()
        await taking.value
        var taken = 0
        while try await ahead.next() != nil { taken += 1 }
        #expect(taken == 20)
    }

    @Test("Once it is prepared, there is a decoder for the first sound")
    func prepared() async throws {
        let made = Mutex(0)
        let pool = DecoderPool(limit: 1 << 30) { plan throws(RecognitionError) in
            let decoder = try plan.makeDecoder()
            made.withLock { $0 += 1 }
            return decoder
        }
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber], options: nil, pool: pool)
        try await analyzer.prepareToAnalyze(in: nil)
        #expect(made.withLock { $0 } == 1 && pool.idleBytes > 0)
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
        #expect(made.withLock { $0 } == 1)
    }

    @Test("One that is kept as long as the process is there for the first sound, whatever room there is")
    func preparedForProcess() async throws {
        let made = Mutex(0)
        let pool = DecoderPool(limit: 0) { plan throws(RecognitionError) in
            made.withLock { $0 += 1 }
            return try plan.makeDecoder()
        }
        let analyzer = SpeechAnalyzer(
            modules: [Fixture.transcriber([])],
            options: SpeechAnalyzer.Options(modelRetention: .processLifetime), pool: pool)
        try await analyzer.prepareToAnalyze(in: nil)
        #expect(pool.idleBytes > 0)
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward))
        await analyzer.cancelAndFinishNow()
        #expect(made.withLock { $0 } == 1)
    }

    @Test("What keeps a decoder from being made shows when it is prepared")
    func unprepared() async throws {
        var pack = Fixture.pack
        pack.languageModels.dictation = nil
        pack.languageModels.search = nil
        let transcriber = SpeechTranscriber(TranscriberCore(pack: pack), [])
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        await #expect(throws: RecognitionError.self) { try await analyzer.prepareToAnalyze(in: nil) }
    }

    @Test("An analyzer that reads a recording by itself need not be held")
    func unheld() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let file = try AudioFile(path: Fixture.recordings + "goforward.raw")
        _ = try await SpeechAnalyzer(
            inputAudioFile: file, modules: [transcriber], finishAfterFile: true)
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("The format that a program has is as good as another")
    func naturalFormat() async throws {
        let modules: [any SpeechModule] = [Fixture.transcriber()]
        let format = AudioFormat(sampleRate: 44_100, channelCount: 2, sample: .float32)
        #expect(
            await SpeechAnalyzer.bestAvailableAudioFormat(compatibleWith: modules, considering: format)
                == format)
        #expect(
            await SpeechAnalyzer.bestAvailableAudioFormat(compatibleWith: modules, considering: nil)
                == .recognition)
    }

    @Test("A cancelled task does not wait for sound that lies ahead, and what was heard becomes final")
    func cancelledWait() async throws {
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward))
        let (silent, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        try await analyzer.start(inputSequence: silent)
        let later = AudioTime(sampleTime: 16_000 * 3600, sampleRate: 16_000)
        let waiting = Task { try await analyzer.finalize(through: later) }
        waiting.cancel()
        try await waiting.value
        let finishing = Task { try await analyzer.finalizeAndFinishThroughEndOfInput() }
        finishing.cancel()
        try await finishing.value
        continuation.finish()
        #expect(try await results.value.map(\.plainText) == ["go forward ten meters"])
    }

    @Test("An analyzer that is released ends its modules' results and its stream's loop")
    func released() async throws {
        let transcriber = Fixture.transcriber()
        let results = Fixture.collect(transcriber)
        let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        let ended = AsyncStream<Void>.makeStream()
        continuation.onTermination = { _ in ended.continuation.finish() }
        do {
            let analyzer = SpeechAnalyzer(modules: [transcriber])
            try await analyzer.start(inputSequence: inputs)
        }
        #expect(try await results.value.isEmpty)
        for await _ in ended.stream {}
    }

    private struct Unplugged: Error {}

    @Test("An input that throws ends the analysis, and the results throw the same")
    func failingInput() async throws {
        let transcriber = Fixture.transcriber()
        let detector = Fixture.detector
        let (words, speech) = (Fixture.collect(transcriber), Fixture.collect(detector))
        let analyzer = SpeechAnalyzer(modules: [transcriber, detector])
        let inputs = AsyncThrowingStream<AnalyzerInput, any Error> { continuation in
            continuation.yield(
                AnalyzerInput(buffer: AudioBuffer(samples: Fixture.goForward, sampleRate: 16_000)))
            continuation.finish(throwing: Unplugged())
        }
        try await analyzer.start(inputSequence: inputs)
        await #expect(throws: Unplugged.self) { try await analyzer.finalizeAndFinishThroughEndOfInput() }
        await #expect(throws: Unplugged.self) { try await words.value }
        await #expect(throws: Unplugged.self) { try await speech.value }
    }

    @Test("What was heard before an input throws becomes final")
    func failingInputKeepsWords() async throws {
        let transcriber = Fixture.transcriber([])
        let results = transcriber.results
        let texts = Task {
            var texts: [String] = []
            do { for try await result in results { texts.append(result.plainText) } } catch {}
            return texts
        }
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let inputs = AsyncThrowingStream<AnalyzerInput, any Error> { continuation in
            continuation.yield(
                AnalyzerInput(
                    buffer: AudioBuffer(samples: Array(Fixture.goForward[..<36_000]), sampleRate: 16_000)))
            continuation.finish(throwing: Unplugged())
        }
        await #expect(throws: Unplugged.self) { try await analyzer.analyzeSequence(inputs) }
        #expect(await texts.value == ["go forward ten meters"])
    }

    @Test("A language that is not installed shows at the start, and in the results")
    func unknownLanguage() async throws {
        let transcriber = SpeechTranscriber(locale: LocaleTag("xx-YY")!, preset: .transcription)
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        await #expect(throws: RecognitionError.self) {
            try await analyzer.start(inputSequence: Fixture.inputs(Fixture.goForward))
        }
        await #expect(throws: RecognitionError.self) { try await results.value }
        #expect(await AssetInventory.status(forModules: [transcriber]) == .unsupported)
        #expect(
            await AssetInventory.status(forModules: [Fixture.transcriber(), SpeechDetector()]) == .installed)
    }

    @Test("Sound of a format that is not supported ends the analysis and says so")
    func unsupportedFormat() async throws {
        for module in [Fixture.transcriber() as any SpeechModule, SpeechDetector()] {
            let analyzer = SpeechAnalyzer(modules: [module])
            let format = AudioFormat(sampleRate: 4_000, channelCount: 1, sample: .int16)
            let buffer = [Int16](repeating: 0, count: 100).withUnsafeBytes {
                AudioBuffer(format: format, bytes: $0)
            }
            let inputs = AsyncStream<AnalyzerInput> { continuation in
                for _ in 0..<3 { continuation.yield(AnalyzerInput(buffer: buffer)) }
                continuation.finish()
            }
            await #expect(throws: RecognitionError.self) { try await analyzer.analyzeSequence(inputs) }
        }
    }

    @Test("So it does where the analyzer takes the sound by itself", arguments: [false, true])
    func unsupportedFormatAhead(isFromTheBeginning: Bool) async throws {
        let format = AudioFormat(sampleRate: 4_000, channelCount: 1, sample: .int16)
        let buffer = [Int16](repeating: 0, count: 100).withUnsafeBytes {
            AudioBuffer(format: format, bytes: $0)
        }
        let inputs = AsyncStream<AnalyzerInput> { continuation in
            continuation.yield(AnalyzerInput(buffer: buffer))
            continuation.finish()
        }
        let transcriber = Fixture.transcriber([])
        let results = Fixture.collect(transcriber)
        let analyzer: SpeechAnalyzer
        if isFromTheBeginning {
            analyzer = SpeechAnalyzer(inputSequence: inputs, modules: [transcriber])
        } else {
            analyzer = SpeechAnalyzer(modules: [transcriber])
            try await analyzer.start(inputSequence: inputs)
        }
        await #expect(throws: RecognitionError.self) {
            try await analyzer.finalizeAndFinishThroughEndOfInput()
        }
        await #expect(throws: RecognitionError.self) { try await results.value }
    }

    @Test("A loop slower than results come misses no final one")
    func slowLoop() async throws {
        let transcriber = Fixture.transcriber()
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        try await analyzer.analyzeSequence(Fixture.inputs(sound + Fixture.goForward))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        var finals = 0
        for try await result in transcriber.results where result.isFinal { finals += 1 }
        #expect(finals == 3)
    }

    @Test("A hundred analyzers that are cancelled somewhere leave nothing running")
    func cancelLoop() async throws {
        for round in 0..<100 {
            let commands = Fixture.commands(Fixture.movement, [.volatileResults])
            let results = Fixture.collect(commands)
            let analyzer = SpeechAnalyzer(modules: [commands])
            try await analyzer.start(inputSequence: Fixture.inputs(Fixture.goForward))
            if round % 3 == 0 { await Task.yield() }
            if round % 3 == 1 { try await analyzer.prepareToAnalyze(in: nil) }
            await analyzer.cancelAndFinishNow()
            _ = try await results.value
        }
        let commands = Fixture.commands(Fixture.movement)
        let results = Fixture.collect(commands)
        let analyzer = SpeechAnalyzer(modules: [commands])
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        #expect(try await results.value.map(\.text) == ["go forward ten meters"])
    }
}
