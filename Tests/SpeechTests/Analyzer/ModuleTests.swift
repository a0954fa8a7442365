import Capture
import Dispatch
import Foundation
import Grammar
import Interpretation
import ListeningSupport
import Synchronization
import Testing

@testable import Speech

/// What modules find beside text.
@Suite(.serialized) struct ModuleTests {
    @Test("Commands follow one another, with slots; other speech between them is refused with a reason")
    func commands() async throws {
        let other = Fixture.samples("librivox/sense_and_sensibility_01_austen_64kb-0880.wav")
        let commands = Fixture.commands(Fixture.movement)
        let results = Fixture.collect(commands)
        let analyzer = SpeechAnalyzer(modules: [commands])
        let sound = [Fixture.goForward, other, Fixture.goForward].flatMap { $0 + Fixture.pause }
        try await analyzer.analyzeSequence(Fixture.inputs(sound))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        let all = try await results.value
        #expect(all.allSatisfy { $0.isFinal && ($0.command == nil) != ($0.rejection == nil) })
        let done = all.filter { $0.command != nil }
        #expect(done.map(\.text) == ["go forward ten meters", "go forward ten meters"])
        #expect(done.allSatisfy { !$0.command!.slots.isEmpty && $0.command!.score > 0.5 })
        #expect(abs(done[1].range.start.seconds - Double(sound.count) / 16_000) < 8)
        #expect(all.contains { $0.rejection != nil })
    }

    @Test("Volatile words of a command have neither a command nor a refusal yet")
    func volatileCommands() async throws {
        let commands = Fixture.commands(Fixture.movement, [.volatileResults, .alternativeTranscriptions])
        let results = Fixture.collect(commands)
        let analyzer = SpeechAnalyzer(modules: [commands])
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward + Fixture.pause))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        let all = try await results.value
        #expect(all.filter { !$0.isFinal }.allSatisfy { $0.command == nil && $0.rejection == nil })
        #expect(all.contains { !$0.isFinal } && all.last?.command != nil)
    }

    @Test("Speech and quiet follow one another without a gap, and speech is where the words are")
    func detector() async throws {
        for level in SpeechDetector.SensitivityLevel.allCases {
            let detector = SpeechDetector(
                detectionOptions: .init(sensitivityLevel: level), reportResults: true)
            let transcriber = Fixture.transcriber([])
            let (speech, words) = (Fixture.collect(detector), Fixture.collect(transcriber))
            let analyzer = SpeechAnalyzer(modules: [detector, transcriber])
            let sound = Fixture.pause + Fixture.goForward + Fixture.pause + Fixture.goForward + Fixture.pause
            try await analyzer.analyzeSequence(Fixture.inputs(sound))
            try await analyzer.finalizeAndFinishThroughEndOfInput()
            let all = try await speech.value
            let stretches = all.filter(\.isFinal)
            // The pauses are louder than the recording's room, by enough for the highest sensitivity.
            if level != .high {
                #expect(stretches.map(\.speechDetected) == [false, true, false, true, false])
            }
            #expect(stretches.first?.range.start.sampleTime == 0)
            #expect(stretches.last?.range.end.sampleTime == UInt64(sound.count / 160 * 160))
            for (stretch, next) in zip(stretches, stretches.dropFirst()) {
                #expect(stretch.range.end == next.range.start)
            }
            for word in try await words.value.flatMap(\.transcription.segments) {
                let middle = AudioTime(
                    sampleTime: UInt64((word.timestamp + word.duration / 2) * 16_000), sampleRate: 16_000)
                #expect(stretches.contains { $0.speechDetected && $0.range.contains(middle) })
            }
        }
    }

    @Test("A minute of missing sound in the midst of a word is no speech")
    func missingSound() async throws {
        let detector = SpeechDetector(
            detectionOptions: .init(sensitivityLevel: .medium), reportResults: true)
        let results = Fixture.collect(detector)
        let analyzer = SpeechAnalyzer(modules: [detector])
        // Broken off while "forward" is said.
        let begun = Fixture.pause + Fixture.goForward.prefix(16_000)
        let (inputs, continuation) = AsyncStream<AnalyzerInput>.makeStream()
        for (samples, start) in [(begun, 0), (Fixture.goForward + Fixture.pause, begun.count + 960_000)] {
            continuation.yield(
                AnalyzerInput(
                    buffer: AudioBuffer(samples: samples, sampleRate: 16_000),
                    bufferStartTime: AudioTime(sampleTime: UInt64(start), sampleRate: 16_000)))
        }
        continuation.finish()
        try await analyzer.analyzeSequence(inputs)
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        let stretches = try await results.value.filter(\.isFinal)
        #expect(stretches.map(\.speechDetected) == [false, true, false, true, false])
        for stretch in stretches where stretch.speechDetected {
            #expect(stretch.range.end.sampleTime - stretch.range.start.sampleTime < 80_000, "\(stretch)")
        }
    }

    @Test("How loud somebody spoke is known also where a long gap has ended the utterance")
    func levelBeforeGap() async {
        let levels = Mutex<[Double?]>([])
        let session = TranscribingSession(
            SpeechRecognitionRequest.Settings(), hint: .unspecified, pack: Fixture.pack, ModuleSetup()
        ) { news, _ in
            if case .utterance(_, let level) = news { levels.withLock { $0.append(level) } }
        }
        // Shortly after the last word; and two seconds are missing.
        let begun = Array(Fixture.goForward[..<36_000])
        for (samples, start) in [(begun, 0), (Fixture.pause, begun.count + 32_000)] {
            session.hear(
                AnalyzerInput(
                    buffer: AudioBuffer(samples: samples, sampleRate: 16_000),
                    bufferStartTime: AudioTime(sampleTime: UInt64(start), sampleRate: 16_000)))
        }
        await session.end()
        let found = levels.withLock { $0 }
        #expect(!found.isEmpty && found.allSatisfy { $0 != nil })
    }

    @Test("A detector that is not asked for results has none")
    func silentDetector() async throws {
        let detector = SpeechDetector()
        let results = Fixture.collect(detector)
        let analyzer = SpeechAnalyzer(modules: [detector])
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        #expect(try await results.value.isEmpty)
    }

    @Test("A dictation's own vocabulary, and the analyzer's phrases, are made likelier")
    func vocabulary() async throws {
        // The word is in no dictionary, so it is heard only where somebody says how it sounds.
        var data = CustomLanguageModelData()
        data.insert(phrase: "go forwardz ten meters", count: 100)
        data.insert(pronunciation: "F AO R W ER D", of: "forwardz")
        let transcriber = DictationTranscriber(
            TranscriberCore(pack: Fixture.pack),
            [.customizedLanguage(modelConfiguration: data)], [])
        let results = Fixture.collect(transcriber)
        let analyzer = SpeechAnalyzer(modules: [transcriber])
        let context = AnalysisContext()
        context.contextualStrings[.general] = ["ten meters"]
        try await analyzer.setContext(context)
        try await analyzer.analyzeSequence(Fixture.inputs(Fixture.goForward + Fixture.pause))
        try await analyzer.finalizeAndFinishThroughEndOfInput()
        #expect(try await results.value.map(\.plainText) == ["go forwardz ten meters"])
    }

    @Test("Phrases of several tags that threads add at once are all there")
    func phrasesOfThreads() {
        let context = AnalysisContext()
        DispatchQueue.concurrentPerform(iterations: 500) { number in
            context.contextualStrings[AnalysisContext.ContextualStringsTag("\(number)")] = ["\(number)"]
        }
        #expect(context.phrases.count == 500)
    }

    @Test("Of several vocabularies all words are known")
    func vocabularies() {
        var (one, other) = (CustomLanguageModelData(), CustomLanguageModelData())
        one.insert(phrase: "a pound of butter", count: 2)
        other.insert(phrase: "a pound of butter", count: 3)
        other.insert(phrase: "gouda")
        one.insert(pronunciation: "G UW D AH", of: "gouda")
        other.insert(pronunciation: "G AW D AH", of: "gouda")
        let merged = one.merged(with: other)
        #expect(merged == other.merged(with: one))
        #expect(merged.phrases == [["a", "pound", "of", "butter"]: 5, ["gouda"]: 1])
        #expect(merged.pronunciations["gouda"]?.count == 2)
    }

    @Test("What a pack lacks is named by the request that would install it")
    func missingFile() async throws {
        var pack = Fixture.pack
        pack.dictionary = "/no/such.dict"
        let transcriber = SpeechTranscriber(TranscriberCore(pack: pack), [])
        #expect(await AssetInventory.status(forModules: [transcriber]) == .supported)
        let request = try #require(
            try await AssetInventory.assetInstallationRequest(supporting: [transcriber]))
        do {
            try await request.downloadAndInstall()
            Issue.record("nothing can be downloaded")
        } catch {
            #expect("\(error)".contains("/no/such.dict"))
        }
        #expect(
            try await AssetInventory.assetInstallationRequest(supporting: [Fixture.transcriber()]) == nil)
    }

    @Test("A pack without a language model serves commands, and is not told to be enough for free text")
    func noLanguageModel() async throws {
        var pack = Fixture.pack
        pack.languageModels.dictation = nil
        pack.languageModels.search = nil
        for transcriber: any SpeechModule in [
            SpeechTranscriber(TranscriberCore(pack: pack), []),
            DictationTranscriber(TranscriberCore(pack: pack), [], []),
        ] {
            #expect(await AssetInventory.status(forModules: [transcriber]) == .supported)
            let request = try #require(
                try await AssetInventory.assetInstallationRequest(supporting: [transcriber]))
            #expect(request.problem.description.contains("language_models:"))
        }
        let commands = CommandTranscriber(TranscriberCore(pack: pack), Fixture.movement, least: 0.5, [])
        #expect(await AssetInventory.status(forModules: [commands]) == .installed)
    }
}
