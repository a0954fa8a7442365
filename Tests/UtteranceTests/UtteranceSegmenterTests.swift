import Capture
import Decoding
import Glibc
import Grammar
import ListeningSupport
import Testing

@testable import Utterance

@Suite("What is heard after a wake phrase or a press")
struct UtteranceSegmenterTests {
    private func segmenter(
        _ search: ScriptedSearch, grammar: Grammar? = nil, wake: (any WakeSearch)? = nil,
        isLockstep: Bool = true
    ) -> UtteranceSegmenter {
        var options = UtteranceSegmenter.Options()
        options.isLockstep = isLockstep
        var timing = Endpointer.Timing()
        timing.extendablePause = .milliseconds(500)
        return UtteranceSegmenter(
            UtteranceSegmenter.SearchPlan(search, grammar: grammar, timing: timing), wake: wake,
            options: options)
    }

    /// Where the searches of an utterance begin that itself begins at 1.1 s, and ends at 3 s.
    ///
    /// - Parameters:
    ///   - speech: When somebody speaks, in seconds.
    ///   - cause: What began it.
    ///   - report: When that is known.
    private func searches(
        speechAt speech: [Range<Double>], begin cause: UtteranceSegmenter.Trigger,
        reportedAt report: Double = 1.1
    ) throws -> [UInt64] {
        let search = ScriptedSearch([.words("lamp on")])
        let segmenter = segmenter(search)
        let room = SyntheticAudio(speechAt: speech, length: 3)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            _ = segmenter.process(samples, first: first)
            if first + 160 == UInt64(report * 16_000) { segmenter.begin(cause) }
        }
        segmenter.end()
        let begins = search.frames.indices.filter { index in
            index == 0 || search.frames[index].lowerBound != search.frames[index - 1].upperBound
        }
        return begins.map { search.frames[$0].lowerBound }
    }

    private let phrase = UtteranceSegmenter.Trigger.wakePhrase(end: 16_000)

    @Test("The quiet before the first word is not searched, and nothing of a command in one breath is lost")
    func first() throws {
        let late = try #require(try searches(speechAt: [0.2..<1, 2..<2.5], begin: phrase).first)
        #expect((1.5...1.7).contains(Double(late) / 16_000), "at least 0.3 s before the speech")
        #expect(try searches(speechAt: [0.2..<1.6], begin: phrase) == [16_000])
        #expect(try searches(speechAt: [0.2..<1, 1.1..<1.6], begin: phrase) == [16_000])
        #expect(
            try searches(speechAt: [0.2..<1, 1.02..<1.3], begin: phrase, reportedAt: 1.4) == [16_000],
            "said before the phrase was reported")
    }

    @Test(
        "What began and ended while the utterance before was decided is over as soon as it is taken up",
        arguments: [false, true])
    func overMeanwhile(restsInQuiet: Bool) {
        let search = ScriptedSearch([.words("lamp on"), .words("lamp off")])
        let segmenter = segmenter(search)
        if restsInQuiet {
            segmenter.gate = QuietGate(sampleRate: 16_000, raisesGain: false, restsInNoise: false)
        }
        let room = SyntheticAudio(speechAt: [0.5..<1, 2.5..<3], length: 10)
        var ends: [Double] = []
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            let time = Double(first) / 16_000
            // The first is decided for six seconds.
            if time > 8.2 { while segmenter.nextUpdate() != nil {} }
            for event in segmenter.process(samples, first: first) {
                switch event {
                case .speechBegan where !segmenter.isUnderway && (time < 2 || time > 8.2):
                    segmenter.begin(.speech)
                case .ended:
                    segmenter.end()
                    ends.append(time)
                default: break
                }
            }
        }
        #expect(ends.count == 2)
        #expect(ends.last.map { (8.2...8.3).contains($0) } == true)
        let second = 16_000 * 5 / 2
        #expect(search.frames.contains { $0.contains(UInt64(second + 4_000)) }, "all of it is searched")
        #expect(search.searchedUntil < 16_000 * 7 / 2, "and not the quiet after it")
    }

    @Test("Words of an utterance that come after its end do not end the next one")
    func lateWords() throws {
        let grammar = try Grammar(commands: ["lamp": "lamp on"])
        let search = ScriptedSearch([], partials: ["lamp on"], silence: .seconds(2))
        let segmenter = segmenter(search, grammar: grammar)
        let room = SyntheticAudio(speechAt: [0.5..<1, 4..<5.5], length: 8)
        var ends: [Double] = []
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for event in segmenter.process(samples, first: first) {
                switch event {
                case .speechBegan where !segmenter.isUnderway: segmenter.begin(.speech)
                case .ended:
                    segmenter.end()
                    _ = segmenter.nextUpdate()
                    ends.append(Double(first) / 16_000)
                default: break
                }
            }
        }
        #expect(ends.count == 2)
        #expect(ends.last.map { $0 > 5.5 } == true)
    }

    @Test("Where nobody speaks nothing is searched, and a click is no speech")
    func silence() throws {
        #expect(try searches(speechAt: [0.2..<1], begin: phrase).isEmpty)
        #expect(try searches(speechAt: [0.2..<1, 1.5..<1.52], begin: phrase).isEmpty)
    }

    @Test("An utterance without speech is begun and finished once")
    func nothingSaid() throws {
        let search = ScriptedSearch([.words("")])
        let segmenter = segmenter(search)
        let room = SyntheticAudio(speechAt: [0.2..<1], length: 3)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            _ = segmenter.process(samples, first: first)
            if first + 160 == 17_600 { segmenter.begin(phrase) }
        }
        #expect(search.utterances == 0)
        segmenter.end()
        #expect(search.utterances == 1)
        guard case .final(let hypothesis) = segmenter.nextUpdate() else {
            Issue.record("no answer")
            return
        }
        #expect(hypothesis.words.isEmpty)
    }

    @Test("The last sound of a phrase is no command")
    func tail() throws {
        #expect(try searches(speechAt: [0.2..<1.1], begin: phrase).isEmpty)
        let late = try searches(speechAt: [0.2..<1.1, 2..<2.5], begin: phrase)
        #expect(late.count == 1 && (late.first ?? 0) > 24_000)
    }

    @Test("Behind a pause the shortest command is none of the phrase's own sound")
    func shortCommand() throws {
        let afterPause = UtteranceSegmenter.Trigger.wakePhrase(end: 16_160)
        let short = try searches(
            speechAt: [0.2..<1, 1.15..<1.33], begin: afterPause, reportedAt: 1.4)
        #expect(short == [16_160])
        let click = try searches(speechAt: [0.2..<1, 1.15..<1.18], begin: afterPause, reportedAt: 1.4)
        #expect(click.isEmpty)
    }

    @Test("After a press the search begins at once, for a quiet microphone, and anew after a long quiet")
    func button() throws {
        #expect(try searches(speechAt: [], begin: .button) == [12_800], "with the pre-roll")
        #expect(try searches(speechAt: [1.1..<1.6], begin: .button) == [12_800])
        #expect(
            try searches(speechAt: [1.8..<2.2], begin: .button) == [12_800], "a weak sound may be before it")
        let late = try searches(speechAt: [2.5..<2.9], begin: .button)
        #expect(late.count == 2 && late.first == 12_800)
        #expect((2...2.2).contains(Double(late.last ?? 0) / 16_000), "at least 0.3 s before the speech")
    }

    @Test(
        "A noise right behind a press, in which no words are found, leaves as much time to speak as there was",
        arguments: [("", 5.7), ("lamp", 2.6)])
    func noiseFirst(found: String, end: Double) throws {
        let search = ScriptedSearch([.words(found), .words("lamp on")])
        let segmenter = segmenter(search, grammar: try Grammar(commands: ["lamp": "lamp (on | off)"]))
        let room = SyntheticAudio(speechAt: [1.2..<1.4, 4..<4.5], length: 8)
        var (ends, texts): ([Double], [String]) = ([], [])
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for case .ended in segmenter.process(samples, first: first) {
                segmenter.end()
                ends.append(Double(first) / 16_000)
            }
            if first == 16_000 { segmenter.begin(.button) }
            while case .final(let hypothesis)? = segmenter.nextUpdate() { texts.append(hypothesis.text) }
        }
        #expect(texts == [found.isEmpty ? "lamp on" : found])
        if found.isEmpty {
            #expect(segmenter.newest.frames.lowerBound > 35_000, "the noise is no part of it")
        }
        #expect(ends.count == 1 && abs(ends[0] - end) < 0.1, "\(ends)")
    }

    @Test("A search that lags is not waited for with the utterance open")
    func noiseBeforeSlowSearch() throws {
        let search = ScriptedSearch([.words("lamp on")], latency: 1_000_000)
        let segmenter = segmenter(
            search, grammar: try Grammar(commands: ["lamp": "lamp (on | off)"]), isLockstep: false)
        let room = SyntheticAudio(speechAt: [1.2..<1.6], length: 8)
        var end: Double?
        while end == nil, let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for case .ended in segmenter.process(samples, first: first) {
                segmenter.end()
                end = Double(first) / 16_000
            }
            if first == 16_000 { segmenter.begin(.button) }
        }
        #expect(try abs(#require(end) - 3.3) < 0.1, "1.2 s after the speech, and half a second")
        #expect(segmenter.newest.frames.upperBound < 47_000, "what comes meanwhile is none of it")
    }

    @Test("A press soon after an utterance hears nothing of that again")
    func pressedAgain() throws {
        let search = ScriptedSearch([.words("lamp on"), .words("lamp on")])
        let segmenter = segmenter(search)
        let room = SyntheticAudio(speechAt: [0.6..<1.1], length: 3)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            _ = segmenter.process(samples, first: first)
            switch first + 160 {
            case 8_000, 18_400: segmenter.begin(.button)
            case 17_600, 40_000:
                segmenter.end()
                _ = segmenter.nextUpdate()
            default: break
            }
        }
        #expect(search.utterances == 2)
        #expect(search.frames.filter { $0.lowerBound < 17_600 }.last?.upperBound == 17_600)
        #expect(
            search.frames.first { $0.lowerBound >= 17_600 }?.lowerBound == 17_600,
            "and not 0.3 s before the press")
    }

    @Test(
        "Words of the noise before somebody spoke do not end what is being said, unless no others come",
        arguments: [(silence: 0.4, end: 1.18), (silence: 3, end: 1.98)])
    func wordsBeforeSpeech(silence: Double, end: Double) throws {
        let search = ScriptedSearch(
            [], partials: Array(repeating: "", count: 20) + Array(repeating: "lamp on", count: 160),
            silence: .seconds(silence))
        let segmenter = segmenter(search, grammar: try Grammar(commands: ["lamp": "lamp on"]))
        let room = SyntheticAudio(speechAt: [0.9..<2.5], length: 2.5)
        var ends: [Double] = []
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for event in segmenter.process(samples, first: first) {
                if case .ended = event { ends.append(Double(first) / 16_000) }
            }
            while segmenter.nextUpdate() != nil {}
            if first == 8_000 { segmenter.begin(.button) }
        }
        #expect(ends.count == 1 && abs((ends.first ?? 0) - end) < 0.1, "\(ends)")
    }

    @Test("A phrase said again behind a tone, which empties what is remembered, has no command before it")
    func saidAgainBehindTone() {
        let segmenter = segmenter(ScriptedSearch([.words("lamp on")]))
        let room = SyntheticAudio(speechAt: [0.2..<1, 2..<2.6], length: 2.6)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            if first == 24_000 {
                segmenter.forget(before: first)
                segmenter.begin(phrase)
            }
            _ = segmenter.process(samples, first: first)
        }
        #expect(segmenter.beginning == 24_000)
        let hasEnded = segmenter.end(before: 32_000)
        #expect(!hasEnded && segmenter.isUnderway)
    }

    @Test("A press begins with nothing of what was forgotten before it")
    func pressedAfterForgetting() {
        let segmenter = segmenter(ScriptedSearch([]))
        segmenter.forget(before: 24_000)
        segmenter.begin(.button)
        #expect(segmenter.beginning == 24_000)
    }

    /// It fails as soon as it is begun, and then says nothing.
    private final class FailingSearch: WordSearch {
        private var update: UtteranceUpdate?
        let wakeDescriptors: [Int32] = []
        func begin(firstFrame: UInt64, request: UtteranceRequest) { update = .failed(.emptyGrammar) }
        func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {}
        func finish() {}
        func cancel() { update = nil }
        func next() -> UtteranceUpdate? {
            defer { update = nil }
            return update
        }
        func settle() {}
        func forget() {}
        func setProfile(_ profile: DictationProfile) {}
    }

    @Test("Long dictation whose search fails comes to its end all the same", arguments: [1.5, 3])
    func failingPiece(until end: Double) {
        var options = UtteranceSegmenter.Options()
        options.settlesPieces = true
        options.press = .toggled
        let segmenter = UtteranceSegmenter(UtteranceSegmenter.SearchPlan(FailingSearch()), options: options)
        let room = SyntheticAudio(speechAt: [0.6..<1.4], length: 4)
        var updates: [String] = []
        func take() {
            while let update = segmenter.nextUpdate() {
                if case .final = update { updates.append("final") } else { updates.append("failed") }
            }
        }
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            _ = segmenter.process(samples, first: first)
            if first == 8_000 { segmenter.begin(.button) }
            take()
            if first == UInt64(end * 16_000) { segmenter.end() }
        }
        take()
        #expect(updates == ["failed", "final"])
        #expect(!segmenter.expectsMore && !segmenter.isDeciding)
    }

    @Test("What begins while an answer is decided is not lost with it")
    func afterAnswer() {
        let search = ScriptedSearch([.words("lamp on")])
        let segmenter = UtteranceSegmenter(
            UtteranceSegmenter.SearchPlan(search),
            answers: UtteranceSegmenter.SearchPlan(ScriptedSearch([.words("no")])))
        segmenter.expect(.answer)
        let room = SyntheticAudio(speechAt: [0.5..<0.8, 2.6..<3.4], length: 6)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for event in segmenter.process(samples, first: first) {
                switch event {
                case .speechBegan where !segmenter.isUnderway && (first < 16_000 || first >= 51_200):
                    segmenter.begin(.speech)
                case .ended: segmenter.end()
                default: break
                }
            }
            // The answer is known at 3.2 s, in the middle of the next command.
            if first == 51_040 {
                _ = segmenter.nextUpdate()
                segmenter.expect(.command)
            }
        }
        #expect(search.utterances == 1)
        #expect(
            search.frames.first.map { (35_000..<42_000).contains($0.lowerBound) } == true,
            "from its beginning on")
    }

    @Test("A word that was begun before the press is not lost, however long the next one takes")
    func beforePress() throws {
        #expect(try searches(speechAt: [0.85..<1.05, 2.5..<2.9], begin: .button) == [12_800])
    }

    @Test(
        "What came just before counts against the words of an utterance that begins with speech, and only of that"
    )
    func leads() throws {
        func lead(_ cause: UtteranceSegmenter.Trigger) throws -> Duration? {
            let search = ScriptedSearch([])
            let segmenter = segmenter(search)
            let room = SyntheticAudio(speechAt: [1.1..<1.6], length: 2)
            while let item = room.next() {
                guard case .frames(let first, let samples) = item else { continue }
                _ = segmenter.process(samples, first: first)
                if first + 160 == 24_000 { segmenter.begin(cause) }
            }
            return search.leads.first
        }
        #expect(try lead(.speech) == .zero)
        #expect(try lead(.button) == .milliseconds(350))
        #expect(try lead(phrase) == .milliseconds(350))
    }

    @Test(
        "What was heard as words is not heard again with what is said soon after it, as the silence between is"
    )
    func leadAfterCommand() throws {
        var timing = Endpointer.Timing()
        timing.trailingSilence = .milliseconds(150)
        var options = UtteranceSegmenter.Options()
        options.isLockstep = true
        let search = ScriptedSearch([.words("lamp on"), .words("lamp off"), .words("lamp on")])
        let segmenter = UtteranceSegmenter(
            UtteranceSegmenter.SearchPlan(search, timing: timing), options: options)
        // The second begins 0.25 s after the first, the third long after.
        let room = SyntheticAudio(speechAt: [0.5..<1, 1.25..<1.75, 3..<3.5], length: 4)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for event in segmenter.process(samples, first: first) {
                switch event {
                case .speechBegan where !segmenter.isUnderway: segmenter.begin(.speech)
                case .ended:
                    segmenter.end()
                    _ = segmenter.nextUpdate()
                default: break
                }
            }
        }
        #expect(search.leads.count == 3)
        let second = try #require(search.leads.dropFirst().first)
        // The pause that ended the first. Without this, some of its sound would be in the pre-roll, too.
        #expect(second == .milliseconds(150))
        #expect(search.leads.last == .zero)
    }

    @Test("The pause that ends an utterance is not searched, beyond the tail of its last word")
    func trailingPause() throws {
        let search = ScriptedSearch([.words("lamp on")])
        let segmenter = segmenter(search)
        let room = SyntheticAudio(speechAt: [0.5..<1], length: 4)
        var end: Double?
        while end == nil, let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for event in segmenter.process(samples, first: first) {
                switch event {
                case .speechBegan: segmenter.begin(.speech)
                case .ended:
                    segmenter.end()
                    end = Double(first) / 16_000
                default: break
                }
            }
        }
        #expect(try #require(end) > 2, "1.2 s after the speech")
        let searched = Double(search.searchedUntil) / 16_000
        #expect((1.2...1.5).contains(searched), "\(searched) s")
    }

    @Test(
        "After an utterance that was ended in the middle of speech, the next one begins where that ended, and not before"
    )
    func cut() throws {
        let search = ScriptedSearch([.words("lamp on"), .words("lamp off")])
        let segmenter = segmenter(search)
        let room = SyntheticAudio(speechAt: [0.5..<3], length: 3)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for case .speechBegan in segmenter.process(samples, first: first) { segmenter.begin(.speech) }
            if first == 24_000 { segmenter.end() }
        }
        let second = try #require(search.frames.first { $0.lowerBound > 12_000 && $0.upperBound > 24_160 })
        #expect(second.lowerBound == 24_160)
        #expect(search.frames.count { $0.contains(24_000) } == 1, "no sound is heard twice")
    }

    @Test("A search for wake phrases that falls behind leaves sound out, and says so once an hour")
    func lag() throws {
        let spotter = StuckSpotter()
        let segmenter = segmenter(ScriptedSearch([]), wake: spotter, isLockstep: false)
        var told = 0
        // In quiet it would have nothing to do.
        let room = SyntheticAudio(speechAt: (0..<10).map { Double($0)..<Double($0) + 0.5 }, length: 10)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for event in segmenter.process(samples, first: first) {
                if case .fellBehind = event { told += 1 }
            }
        }
        #expect(spotter.resets.map { Double($0) / 16_000 } == [3.01, 6.02, 9.03])
        #expect(told == 1)
    }

    @Test(
        "What was found in sound that counts no longer wakes nobody, and its descriptor is no longer readable"
    )
    func foundTooLate() throws {
        let spotter = try foundSpotter()
        let segmenter = segmenter(ScriptedSearch([]), wake: spotter, isLockstep: false)
        #expect(isReadable(segmenter.wakeDescriptors))
        segmenter.forget(before: foundUntil)
        #expect(!isReadable(segmenter.wakeDescriptors))
        #expect(try wakes(of: segmenter).isEmpty)
    }

    @Test(
        "While no sound comes a descriptor is readable no longer than until its detection is taken, which still wakes"
    )
    func foundInSilence() throws {
        let spotter = try foundSpotter()
        let segmenter = segmenter(ScriptedSearch([]), wake: spotter, isLockstep: false)
        #expect(isReadable(segmenter.wakeDescriptors))
        segmenter.takeDetections()
        #expect(!isReadable(segmenter.wakeDescriptors))
        #expect(try wakes(of: segmenter) == ["go forward"])
    }

    /// "go forward ten meters", and a second of quiet.
    private let foundUntil = UInt64(3.8 * 16_000)

    /// A spotter that has found "go forward", which nobody has taken yet.
    private func foundSpotter() throws -> WakeSpotter {
        let spotter = try WakeSpotterTests.spotter(WakeSpotterTests.goForward)
        var samples = Fixture.goForward
        samples += Array(repeating: 0, count: Int(foundUntil) - samples.count)
        samples.withUnsafeBufferPointer { spotter.feed($0, first: 0) }
        spotter.settle()
        return spotter
    }

    /// The phrases that wake in the second that follows.
    private func wakes(of segmenter: UtteranceSegmenter) throws -> [String] {
        var phrases: [String] = []
        let room = SyntheticAudio(speechAt: [], length: 1)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for event in segmenter.process(samples, first: foundUntil + first) {
                if case .woke(let detection) = event { phrases.append(detection.phrase) }
            }
        }
        return phrases
    }

    private func isReadable(_ descriptors: [Int32]) -> Bool {
        var items = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return poll(&items, nfds_t(items.count), 0) > 0
    }

    /// It never searches anything.
    private final class StuckSpotter: WakeSearch {
        private(set) var resets: [UInt64] = []
        let wakeDescriptor: Int32 = -1
        var heardUntil: UInt64 { resets.last ?? 0 }
        func feed(_ samples: UnsafeBufferPointer<Int16>, first: UInt64) {}
        func reset(at frame: UInt64) { resets.append(frame) }
        func next() -> WakeDetection? { nil }
        func settle() {}
    }

    @Test("What the search made of the quiet after a press does not end what is said then")
    func wordsOfQuiet() throws {
        let search = ScriptedSearch(
            [], partials: Array(repeating: "lamp on", count: 150), silence: .seconds(1))
        let segmenter = segmenter(search, grammar: try Grammar(commands: ["lamp": "lamp on"]))
        let room = SyntheticAudio(speechAt: [2.5..<3], length: 3)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            for event in segmenter.process(samples, first: first) {
                if case .ended = event { Issue.record("ended at \(Double(first) / 16_000) s") }
            }
            while segmenter.nextUpdate() != nil {}
            if first == 16_000 { segmenter.begin(.button) }
        }
    }

    /// It finds nothing, and writes down what it was given.
    private final class AttentiveSpotter: WakeSearch {
        private(set) var fed: [Range<UInt64>] = []
        let wakeDescriptor: Int32 = -1
        var heardUntil: UInt64 { fed.last?.upperBound ?? 0 }
        func feed(_ samples: UnsafeBufferPointer<Int16>, first: UInt64) {
            let end = first + UInt64(samples.count)
            if let last = fed.last, last.upperBound == first {
                fed[fed.count - 1] = last.lowerBound..<end
            } else {
                fed.append(first..<end)
            }
        }
        func reset(at frame: UInt64) {}
        func next() -> WakeDetection? { nil }
        func settle() {}
    }

    @Test("In a long quiet no wake phrase is looked for, and what follows it is heard with the second before")
    func resting() {
        let spotter = AttentiveSpotter()
        let segmenter = segmenter(ScriptedSearch([]), wake: spotter)
        let room = SyntheticAudio(speechAt: [10..<10.5], length: 20)
        while let item = room.next() {
            guard case .frames(let first, let samples) = item else { continue }
            let onsets = segmenter.process(samples, first: first).count {
                if case .speechBegan = $0 { true } else { false }
            }
            #expect(onsets <= 1, "more than one taker")
        }
        let heard = spotter.fed.map { ($0.lowerBound / 1600, $0.upperBound / 1600) }
        #expect(heard.count == 2)
        #expect(heard.first.map { $0.0 == 0 && (34...36).contains($0.1) } == true)
        #expect(heard.last.map { (90...91).contains($0.0) && (140...148).contains($0.1) } == true)
        #expect(segmenter.isResting)
    }

    @Test("In loud noise no wake phrase is looked for until the noise reduction hears somebody")
    func restingInNoise() {
        let spotter = AttentiveSpotter()
        var monitor = WakeMonitor(spotter, sampleRate: 16_000, isLockstep: true, witness: nil)
        let history = PreRollBuffer(capacity: 16_000)
        let block = [Int16](repeating: 0, count: 160)
        for index in 0..<1000 {
            let estimate = SpeechEstimate(probability: index < 900 ? 0 : 1, noiseLevel: -40)
            block.withUnsafeBufferPointer {
                _ = monitor.process($0, first: UInt64(index * 160), estimate: estimate, history: history)
            }
        }
        // Two seconds; then, with the eighth block of somebody, from a second and a half before it on.
        #expect(spotter.fed == [0..<31_840, 121_120..<160_000])
    }

    @Test(
        "After a long quiet an utterance begins where it would have, by speech and by a press",
        arguments: [true, false])
    func afterRest(isPressed: Bool) throws {
        func begin(rests: Bool) throws -> UInt64 {
            let search = ScriptedSearch([.words("lamp on")])
            let segmenter = segmenter(search, wake: rests ? AttentiveSpotter() : nil)
            let room = SyntheticAudio(speechAt: [10..<11], length: 11)
            while let item = room.next() {
                guard case .frames(let first, let samples) = item else { continue }
                for event in segmenter.process(samples, first: first) {
                    if !isPressed, !segmenter.isUnderway, case .speechBegan = event {
                        segmenter.begin(.speech)
                    }
                }
                if isPressed, first == 158_400 { segmenter.begin(.button) }
            }
            return try #require(search.frames.first).lowerBound
        }
        #expect(try begin(rests: true) == begin(rests: false))
    }

    @Test(
        "Behind a button it rests in any noise, and a press keeps what it would have",
        arguments: [Duration.milliseconds(300), .seconds(3)])
    func restsBehindButton(preRoll: Duration) throws {
        /// Frames that are searched of a word that is said 10 s after the start in a noise, with a press at its beginning.
        func searched(awaitsPress: Bool) throws -> [Range<UInt64>] {
            let search = ScriptedSearch([.words("lamp on")])
            var options = UtteranceSegmenter.Options()
            options.isLockstep = true
            options.preRoll = preRoll
            options.awaitsPress = awaitsPress
            let segmenter = UtteranceSegmenter(UtteranceSegmenter.SearchPlan(search), options: options)
            let room =
                Signal.noise(.seconds(10), amplitude: 500) + Signal.noise(.seconds(1), amplitude: 8000)
                + Signal.noise(.seconds(3), amplitude: 500)
            for first in stride(from: 0, to: room.count, by: 160) {
                if first == 160_000 {
                    #expect(segmenter.isResting == awaitsPress)
                    segmenter.begin(.button)
                }
                let events = room[first..<first + 160].withUnsafeBufferPointer {
                    segmenter.process($0, first: UInt64(first))
                }
                for event in events {
                    if case .ended = event { segmenter.end() }
                }
            }
            #expect(!segmenter.isUnderway)
            #expect(!segmenter.isResting, "something may follow")
            return search.frames
        }
        #expect(try searched(awaitsPress: true) == searched(awaitsPress: false))
    }

    @Test("Behind a button an answer is heard without a press")
    func answerBehindButton() {
        var options = UtteranceSegmenter.Options()
        options.awaitsPress = true
        let segmenter = UtteranceSegmenter(
            UtteranceSegmenter.SearchPlan(ScriptedSearch([])),
            answers: UtteranceSegmenter.SearchPlan(ScriptedSearch([.words("yes")])), options: options)
        var onset: Int?
        let room = Signal.noise(.seconds(20), amplitude: 20) + Signal.noise(.seconds(1), amplitude: 8000)
        for first in stride(from: 0, to: room.count, by: 160) {
            if first == 160_000 { segmenter.expect(.answer) }
            let events = room[first..<first + 160].withUnsafeBufferPointer {
                segmenter.process($0, first: UInt64(first))
            }
            for event in events {
                if case .speechBegan = event { onset = onset ?? first }
            }
        }
        #expect(onset.map { (320_000..<324_800).contains($0) } == true)
    }
}
