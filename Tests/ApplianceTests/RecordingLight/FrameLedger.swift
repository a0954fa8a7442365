import Decoding
import Platform

@testable import Utterance

/// In a decoder's place: writes down which frames it was given, and answers with random sentences, sooner or later, or
/// fails.
final class FrameLedger: WordSearch {
    struct Entry: Sendable {
        var frames: Range<UInt64>
        /// Given before the newest block: what was heard before somebody asked for an utterance.
        var isPreRoll: Bool
    }

    private(set) var entries: [Entry] = []
    private(set) var utterances = 0
    private(set) var faults: [String] = []

    private var random: SeededGenerator
    private let sentences: [String]
    private let answersAtOnce: Bool
    private var position = UInt64(0)
    private var awaitsPreRoll = false
    private var isListening = false
    /// How often it will still be asked in vain; nil when there is no answer to come.
    private var patience: Int?

    init(_ sentences: [String], seed: UInt64, answersAtOnce: Bool) {
        self.sentences = sentences
        random = SeededGenerator(seed: seed)
        self.answersAtOnce = answersAtOnce
    }

    let wakeDescriptors: [Int32] = []

    func begin(firstFrame: UInt64, request: UtteranceRequest) {
        if isListening { faults.append("began twice at frame \(firstFrame)") }
        utterances += 1
        position = firstFrame
        isListening = true
        awaitsPreRoll = true
        patience = nil
    }

    func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {
        if !isListening { faults.append("was fed \(samples.count) frames outside an utterance") }
        let end = position + UInt64(samples.count)
        entries.append(Entry(frames: position..<end, isPreRoll: awaitsPreRoll))
        awaitsPreRoll = false
        position = end
    }

    func finish() {
        isListening = false
        patience = answersAtOnce ? 0 : Int.random(in: 0...40, using: &random)
    }

    func cancel() {
        isListening = false
        patience = nil
    }

    func next() -> UtteranceUpdate? {
        guard let left = patience else { return nil }
        guard left == 0 else {
            patience = left - 1
            return nil
        }
        patience = nil
        if Int.random(in: 0..<20, using: &random) == 0 { return .failed(.decodingFailed("by chance")) }
        let words = sentences.randomElement(using: &random)!
        let end = Duration.frames(position, at: 16_000)
        return .final(
            UtteranceHypothesis(
                words: words.split(separator: " ").map {
                    RecognizedWord(text: String($0), start: end, end: end)
                },
                verification: VerificationScores(
                    wordMean: 0, worstWindow: 0, worstWords: 0, lengthSpread: 0)))
    }

    func settle() {}
    func forget() {}
}
