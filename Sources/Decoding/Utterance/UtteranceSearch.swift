import Platform
import Synchronization

/// The search for an utterance's words; owned by one thread.
final class UtteranceSearch {
    /// A hypothesis whose last word continues unchanged is reported again after this many frames; one with silence after its
    /// last word after every block, since an endpointer measures it.
    private static let reportInterval = 30
    /// An utterance longer than this many frames has taught the decoder enough while it was searched.
    private static let longestRepeat = 500

    private let decoder: PocketSphinxDecoder
    /// Where the phones are found, if the words are verified, from the same acoustic scores.
    private let phones: JobQueue<PhoneSearch.Job>?
    /// The mean after the last utterance, readable without waiting for this thread.
    private let learnedMean: LearnedCepstralMean

    /// What comes with the acoustic model.
    private let modelMean: CepstralMean

    private var current: UtteranceAssembler?
    private var meanBefore = CepstralMean(values: [])
    /// The sound of the first utterance, until it has been searched again with what was learned from it.
    private var firstSound: [[Int16]]? = []
    private var reportedWords: [String] = []
    private var reportedFrame = 0
    private var levels = LevelTrack(sampleRate: 16_000)
    private var decodeTime = Duration.zero

    init(
        _ decoder: PocketSphinxDecoder, phones: JobQueue<PhoneSearch.Job>?, learning mean: LearnedCepstralMean
    ) {
        self.decoder = decoder
        self.phones = phones
        learnedMean = mean
        modelMean = decoder.cepstralMean
        mean.value = modelMean
    }

    func begin(_ utterance: UtteranceAssembler) {
        abandon()
        guard !utterance.isCancelled.load(ordering: .acquiring) else { return }
        meanBefore = decoder.cepstralMean
        if firstSound != nil { firstSound = [] }
        reportedWords = []
        reportedFrame = 0
        levels = LevelTrack(sampleRate: utterance.sampleRate)
        decodeTime = .zero
        perform(utterance) { () throws(DecoderError) in
            try start(utterance)
            current = utterance
        }
    }

    func process(_ samples: [Int16], of utterance: UtteranceAssembler) {
        guard isCurrent(utterance) else { return }
        perform(utterance) { () throws(DecoderError) in
            try decoder.process(samples)
            levels.append(samples)
            // Too long to be searched again, so it need not be kept.
            if decoder.frameCount > Self.longestRepeat {
                firstSound?.removeAll()
            } else {
                firstSound?.append(samples)
            }
            if utterance.request.reportsPartials { report(to: utterance) }
        }
    }

    func end(_ utterance: UtteranceAssembler) {
        guard isCurrent(utterance) else { return }
        var sentence: UtteranceAssembler.Sentence?
        perform(utterance) { () throws(DecoderError) in
            try decoder.finish()
            try searchFirstSoundAgain(of: utterance)
            guard current != nil else { return }
            sentence = self.sentence(decoder.segments(), of: utterance)
        }
        guard let sentence else { return }
        current = nil
        learnedMean.value = decoder.cepstralMean
        utterance.complete(sentence, frameCount: decoder.frameCount, decodeTime: decodeTime)
        phones?.submit(.complete(utterance))
    }

    /// Signals `semaphore` when all results of what was heard are in: until an utterance ends, the phones have none.
    func fence(_ semaphore: Semaphore) {
        if let phones, current == nil {
            phones.submit(.fence(semaphore))
        } else {
            semaphore.signal()
        }
    }

    func quit() {
        phones?.submit(.quit)
    }

    /// - Parameter mean: what was learned earlier; nil to begin again with what comes with the model.
    func setCepstralMean(_ mean: CepstralMean?) {
        // Failing, it costs some digits of a score.
        if mean == nil { try? decoder.forgetSound() }
        // Cannot fail: its size was checked when it was set.
        try? decoder.setCepstralMean(mean ?? modelMean)
        learnedMean.value = mean ?? modelMean
        firstSound = mean == nil ? [] : nil
    }

    /// Searches the first utterance once more, now with the cepstral mean that was learned from all of it: with the
    /// mean that comes with the model, it is heard far worse than any later one. One that is cancelled meanwhile is
    /// abandoned, and the next is the first.
    private func searchFirstSoundAgain(of utterance: UtteranceAssembler) throws(DecoderError) {
        // Too short to learn from: the next utterance counts as the first.
        guard let sound = firstSound, let own = decoder.ownCepstralMean(since: meanBefore) else { return }
        if decoder.frameCount <= Self.longestRepeat {
            try decoder.setCepstralMean(own)
            try start(utterance)
            for samples in sound {
                guard isCurrent(utterance) else { return }
                try decoder.process(samples)
            }
            try decoder.finish()
        }
        firstSound = nil
    }

    private func start(_ utterance: UtteranceAssembler) throws(DecoderError) {
        guard let scores = try decoder.start() else { return }
        phones?.submit(.listen(scores, utterance))
    }

    /// Ends an utterance without a result. What the decoder learned from it depends on when it was stopped, so that is
    /// forgotten.
    private func abandon() {
        guard current != nil else { return }
        current = nil
        try? decoder.finish()
        try? decoder.setCepstralMean(meanBefore)
    }

    private func isCurrent(_ utterance: UtteranceAssembler) -> Bool {
        guard utterance === current else { return false }
        guard !utterance.isCancelled.load(ordering: .acquiring) else {
            abandon()
            return false
        }
        return true
    }

    private func sentence(_ segments: [PocketSphinxDecoder.Segment], of utterance: UtteranceAssembler)
        -> UtteranceAssembler.Sentence
    {
        UtteranceAssembler.Sentence(
            segments: segments,
            phoneCounts: segments.map { $0.isFiller ? 0 : decoder.phoneCount(of: $0.name) ?? 1 },
            alternatives: segments.isEmpty ? [] : decoder.alternatives(utterance.request.alternatives),
            levels: levels.levels)
    }

    private func report(to utterance: UtteranceAssembler) {
        let segments = decoder.segments()
        let words = segments.filter { !$0.isFiller }.map(\.word)
        let frame = decoder.frameCount
        let isInSilence = segments.last?.isFiller ?? false
        guard
            words != reportedWords
                || (!words.isEmpty && (isInSilence || frame - reportedFrame >= Self.reportInterval))
        else { return }
        reportedWords = words
        reportedFrame = frame
        utterance.report(segments, frameCount: frame)
    }

    /// Does `step`, counts its processor time, and ends the utterance if it fails.
    private func perform(_ utterance: UtteranceAssembler, _ step: () throws(DecoderError) -> Void) {
        let start = DecoderThread.processorTime
        defer { decodeTime += DecoderThread.processorTime - start }
        do {
            try step()
        } catch {
            abandon()
            utterance.fail(error)
        }
    }
}
