import Decoding
import Interpretation
import Platform
import Utterance
import Wyoming

/// Asks a recognizer of one's own for the words of each utterance, beside the built-in one, which answers where that does not.
///
/// Both hear the utterance while it is spoken. What the engine says counts: its text ends the utterance once it is
/// known that somebody spoke, and once it has told a part of it, partial results are its own. While it is away, busy,
/// slow or broken, the built-in one's answer is there without further delay, marked with the reason. Whether anybody
/// spoke at all is the built-in one's to say: an engine makes sentences of noise. Of recordings, which nobody waits
/// for, the built-in one hears only what the engine did not answer.
///
/// Owned by one thread; the engine's socket has a thread of its own.
///
/// ```swift
/// let search = try EngineSearch(EngineSearch.Engine(address: address), builtIn: decoder)
/// ```
final class EngineSearch: WordSearch {
    /// Who is asked, and how.
    struct Engine: Sendable, Hashable {
        var address: WyomingAddress
        var request = WyomingRequest()
        var limits = WyomingTranscription.Limits()
    }

    /// What updates of an utterance are known by.
    private final class Ticket: Sendable {}

    /// An utterance of which the engine has been told.
    private struct Underway {
        let transcription: WyomingTranscription
        var partial: String?
        var text: String?
    }

    private let engine: Engine
    private let builtIn: any WordSearch
    private let updates: UpdateQueue<WyomingTranscription.Update>
    private let clock = MonotonicClock()
    private let isOffline: Bool

    private var ticket = Ticket()
    private var underway: Underway?
    private var problem: WyomingError?
    /// Whether partial results are the engine's.
    private var isStreaming = false
    /// What the built-in one has come to, while the engine may still answer.
    private var held: UtteranceUpdate?
    /// How clearly the built-in one has heard somebody speak so far.
    private var evidence: Double?
    /// Whether nobody listens for that, so that there will be none.
    private var isUnwatched = false
    /// For the built-in one, where that hears only what the engine does not answer.
    private var kept: KeptSound?
    private var withheld = WithheldSound()
    private var first: UInt64 = 0
    private var count: UInt64 = 0
    private var finishedAt = Duration.zero

    /// - Parameters:
    ///   - engine: Who is asked.
    ///   - builtIn: Who answers otherwise.
    ///   - isOffline: Whether the built-in one hears only what the engine did not answer.
    /// - Throws: `.outOfResources` when the process has no descriptor left.
    init(_ engine: Engine, builtIn: any WordSearch, isOffline: Bool = false) throws(DecoderError) {
        self.engine = engine
        self.builtIn = builtIn
        self.isOffline = isOffline
        updates = try DecoderError.wrapping { () throws(PlatformError) in try UpdateQueue() }
    }

    deinit { underway?.transcription.cancel() }

    var wakeDescriptors: [Int32] { builtIn.wakeDescriptors + [updates.descriptor] }

    // MARK: - An utterance

    func begin(firstFrame: UInt64, request: UtteranceRequest) {
        drop()
        first = firstFrame
        count = 0
        if isOffline {
            kept = KeptSound(firstFrame: firstFrame, request: request)
        } else {
            builtIn.begin(firstFrame: firstFrame, request: request)
        }
    }

    func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {
        if kept != nil {
            kept?.append(samples, isWithheld: isWithheld)
        } else {
            builtIn.feed(samples, isWithheld: isWithheld)
        }
        guard problem == nil else { return }
        withheld.pass(samples, isWithheld: isWithheld, to: send)
    }

    /// Connects with the first sound, so that nobody is asked about nothing.
    private func send(_ samples: UnsafeBufferPointer<Int16>) {
        guard !samples.isEmpty else { return }
        count += UInt64(samples.count)
        if underway == nil {
            let (updates, ticket) = (updates, ticket)
            do {
                underway = Underway(
                    transcription: try WyomingTranscription(
                        at: engine.address, engine.request, limits: engine.limits
                    ) { updates.post($0, of: ticket) })
            } catch {
                return fallBack(error)
            }
        }
        underway?.transcription.send(samples)
    }

    func finish() {
        finishedAt = clock.now
        underway?.transcription.finish()
        guard kept != nil else { return builtIn.finish() }
        kept?.finish()
        // The engine was asked nothing.
        if underway == nil { kept?.play(to: builtIn) }
    }

    func cancel() {
        builtIn.cancel()
        drop()
    }

    func settle() {
        underway?.transcription.settle()
        receive()
        builtIn.settle()
    }

    func setProfile(_ profile: DictationProfile) { builtIn.setProfile(profile) }

    func forget() { builtIn.forget() }

    /// What the engine still says of the utterance before comes too late.
    private func drop() {
        underway?.transcription.cancel()
        underway = nil
        ticket = Ticket()
        updates.follow(ticket)
        problem = nil
        isStreaming = false
        held = nil
        evidence = nil
        isUnwatched = false
        kept = nil
        withheld.drop()
    }

    // MARK: - Results

    func next() -> UtteranceUpdate? {
        receive()
        if let answer = answer() { return answer }
        if let text = underway?.partial, problem == nil {
            underway?.partial = nil
            if hasSpokenWords(text) {
                isStreaming = true
                var partial = PartialHypothesis(words: words(of: text), heardUntil: .zero, isWritten: true)
                partial.speechEvidence = evidence
                return .partial(partial)
            }
        }
        while held == nil, let update = builtIn.next() {
            switch update {
            case .partial(let partial):
                isUnwatched = partial.speechEvidence == nil
                evidence = [evidence, partial.speechEvidence].compactMap { $0 }.max()
                if !isStreaming || problem != nil { return update }
            case .final(let hypothesis):
                evidence = [evidence, hypothesis.speechEvidence].compactMap { $0 }.max()
                held = update
            case .failed: held = update
            }
        }
        if let answer = answer() { return answer }
        guard underway == nil || problem != nil, let update = held else { return nil }
        held = nil
        guard let problem, case .final(var hypothesis) = update else { return update }
        hypothesis.source = .standIn(because: "\(problem)")
        return .final(hypothesis)
    }

    /// The engine's text, once it is known whether anybody spoke: the built-in recognizer may have to come to its end for that.
    private func answer() -> UtteranceUpdate? {
        guard let text = underway?.text else { return nil }
        let isKnown =
            isOffline || held != nil || isUnwatched || evidence.map(SpokenWords.areBelieved(by:)) ?? false
        guard isKnown || text.isEmpty else { return nil }
        let hypothesis = hypothesis(text)
        cancel()
        return .final(hypothesis)
    }

    private func receive() {
        while let update = updates.next() {
            switch update {
            case .partial(let text): underway?.partial = text
            case .final(let text): underway?.text = text
            case .failed(let error): fallBack(error)
            }
        }
    }

    private func fallBack(_ error: WyomingError) {
        problem = error
        kept?.play(to: builtIn)
        kept = nil
    }

    private func hypothesis(_ text: String) -> UtteranceHypothesis {
        var hypothesis = UtteranceHypothesis(
            words: hasSpokenWords(text) ? words(of: text) : [],
            start: .frames(first, at: Appliance.sampleRate),
            audioDuration: .frames(count, at: Appliance.sampleRate), decodeTime: clock.now - finishedAt)
        hypothesis.speechEvidence = evidence
        hypothesis.source = .engine("\(engine.address)")
        return hypothesis
    }

    /// Whether anything is said in a text. One in round brackets may be the engine's note, but not where somebody was heard to speak.
    private func hasSpokenWords(_ text: String) -> Bool {
        let isHeard = evidence.map(SpokenWords.areBelieved(by:)) ?? false
        return text.hasWords(outside: isHeard ? ["[": "]"] : ["[": "]", "(": ")"])
    }

    /// The words of a text, each with a share of the utterance's time by its length.
    private func words(of text: String) -> [RecognizedWord] {
        let words = text.split(separator: " ")
        let length = words.reduce(0) { $0 + $1.count + 1 }
        var before = 0
        return words.map { word in
            func time(_ letters: Int) -> Duration {
                .frames(first + count * UInt64(letters) / UInt64(length), at: Appliance.sampleRate)
            }
            defer { before += word.count + 1 }
            return RecognizedWord(text: String(word), start: time(before), end: time(before + word.count + 1))
        }
    }
}

extension String {
    /// Whether there are words outside of brackets: in "." and "[BLANK_AUDIO]", which engines write where nobody speaks, there are none.
    ///
    /// - Parameter brackets: By the sign that opens one, that which closes it.
    fileprivate func hasWords(outside brackets: [Character: Character]) -> Bool {
        var depth = 0
        var isNoted = false
        for character in self {
            if brackets[character] != nil {
                depth += 1
            } else if brackets.values.contains(character) {
                depth = max(0, depth - 1)
            } else if character.isLetter || character.isNumber {
                if depth == 0 { return true }
                isNoted = true
            }
        }
        // A bracket that is not closed is none of a note.
        return isNoted && depth > 0
    }
}
