import Platform
import Synchronization

/// The first search of an utterance, which computes the acoustic scores; owned by one thread.
///
/// It finds the words, unless the network of phones adds to the scores: then they are found by another search, and this one
/// gives partial results.
final class UtteranceSearch {
    /// A hypothesis whose last word continues unchanged is reported again after this many frames; one with silence after its
    /// last word after every block, since an endpointer measures it.
    private static let reportInterval = 30
    /// An utterance longer than this many frames has taught the decoder enough while it was searched.
    private static let longestRepeat = 500

    private let decoder: PocketSphinxDecoder
    /// Where the same acoustic scores are searched by others.
    private let followers: ScoreFollowers?
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
        _ decoder: PocketSphinxDecoder, followers: ScoreFollowers?, learning mean: LearnedCepstralMean
    ) {
        self.decoder = decoder
        self.followers = followers
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
            try search(samples)
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
            try finish()
            try searchFirstSoundAgain(of: utterance)
            guard current != nil, followers?.findWords != true else { return }
            sentence = UtteranceAssembler.Sentence(decoder, alternatives: utterance.request.alternatives)
        }
        guard current != nil else { return }
        current = nil
        learnedMean.value = decoder.cepstralMean
        if let sentence {
            utterance.complete(sentence, frameCount: decoder.frameCount, decodeTime: .zero)
        }
        utterance.complete(levels: levels.levels, decodeTime: decodeTime)
        followers?.complete(utterance)
    }

    /// Signals `semaphore` when all results of what was heard are in: until an utterance ends, the phones have none.
    func fence(_ semaphore: Semaphore) {
        if let followers, current == nil {
            followers.fence { semaphore.signal() }
        } else {
            semaphore.signal()
        }
    }

    func quit() {
        followers?.quit()
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
                try search(samples)
            }
            try finish()
        }
        firstSound = nil
    }

    private func start(_ utterance: UtteranceAssembler) throws(DecoderError) {
        guard let followers else {
            try decoder.start()
            return
        }
        try followers.begin(utterance) { () throws(DecoderError) in try decoder.start() }
    }

    private func search(_ samples: [Int16]) throws(DecoderError) {
        followers?.process(samples)
        try decoder.process(samples)
    }

    private func finish() throws(DecoderError) {
        followers?.finish()
        try decoder.finish()
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
