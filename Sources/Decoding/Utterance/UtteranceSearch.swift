import Platform
import Synchronization

/// The first search of an utterance, which computes the acoustic scores; owned by one thread.
///
/// It finds the words, unless the network of phones adds to the scores: then they are found by another search, which this one
/// asks for partial results.
final class UtteranceSearch {
    /// A hypothesis whose last word continues unchanged is reported again after this many frames; one with silence after its
    /// last word after every block and once when that ends, since an endpointer measures it, be it the search that hears silence
    /// or the network of phones.
    private static let reportInterval = 30
    /// What is shorter without a phone may be part of one.
    private static let shortestSilence = Duration.milliseconds(30)
    /// How much of the first utterance is heard before its search begins; the pre-roll is a part of it.
    private static let leadIn = Duration.milliseconds(800)
    /// What is shorter, in frames, teaches nothing.
    private static let shortest = 50

    private let decoder: PocketSphinxDecoder
    /// Where the same acoustic scores are searched by others.
    private let followers: ScoreFollowers?
    /// The mean after the last utterance, readable without waiting for this thread.
    private let learnedMean: LearnedCepstralMean

    /// What comes with the acoustic model.
    private let modelMean: CepstralMean

    private var current: UtteranceAssembler?
    private var meanBefore = CepstralMean(values: [])
    /// Whether nothing is known of the microphone.
    private var isCold = true
    /// The first sound of such an utterance, until there is enough of it to begin with.
    private var heldBack: [[Int16]]?
    private var reportedWords: [String] = []
    private var reportedFrame = 0
    private var reportedSilence = false
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
        reportedWords = []
        reportedFrame = 0
        reportedSilence = false
        levels = LevelTrack(sampleRate: utterance.sampleRate)
        decodeTime = .zero
        perform(utterance) { () throws(DecoderError) in
            if isCold { heldBack = [] } else { try start(utterance) }
            current = utterance
        }
    }

    func process(_ samples: [Int16], of utterance: UtteranceAssembler) {
        guard isCurrent(utterance) else { return }
        perform(utterance) { () throws(DecoderError) in
            levels.append(samples)
            if heldBack != nil {
                heldBack?.append(samples)
                let heard = Duration.frames(UInt64((heldBack ?? []).joined().count), at: utterance.sampleRate)
                guard heard >= Self.leadIn else { return }
                try startWithOwnMean(utterance)
            } else {
                try search(samples)
            }
            if utterance.request.reportsPartials { report(to: utterance) }
        }
    }

    func end(_ utterance: UtteranceAssembler) {
        guard isCurrent(utterance) else { return }
        var sentence: UtteranceAssembler.Sentence?
        perform(utterance) { () throws(DecoderError) in
            if heldBack != nil { try startWithOwnMean(utterance) }
            try finish()
            if decoder.frameCount >= Self.shortest { isCold = false }
            guard followers?.findWords != true else { return }
            sentence = UtteranceAssembler.Sentence(decoder, alternatives: utterance.request.alternatives)
        }
        guard current != nil else { return }
        current = nil
        learnedMean.value = decoder.cepstralMean
        if let sentence {
            utterance.complete(sentence, frameCount: decoder.frameCount, decodeTime: .zero)
        }
        utterance.complete(
            levels: levels.levels, clarities: followers?.clarities ?? [],
            speechEvidence: followers?.speechEvidence, decodeTime: decodeTime)
        followers?.complete(utterance)
        decoder.giveBackMemory()
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
        // Or scores would differ, in some digits, by what was heard before.
        if mean == nil { decoder.forgetSound() }
        // Cannot fail: its size was checked when it was set.
        try? decoder.setCepstralMean(mean ?? modelMean)
        learnedMean.value = mean ?? modelMean
        isCold = mean == nil
    }

    /// Searches free text by another profile from now on, between utterances.
    func setProfile(_ profile: DictationProfile) {
        if let followers { followers.setProfile(profile) } else { decoder.changeProfile(to: profile) }
    }

    /// Searches what was held back, now with the cepstral mean of just that: with the mean that comes with the model, an
    /// utterance is heard worse than any later one.
    private func startWithOwnMean(_ utterance: UtteranceAssembler) throws(DecoderError) {
        guard let sound = heldBack else { return }
        heldBack = nil
        let frontEnd = try CepstralFrontEnd(of: decoder)
        frontEnd.start()
        let cepstra = try frontEnd.process(Array(sound.joined()))
        if cepstra.count >= Self.shortest * frontEnd.dimension {
            let mean = RunningMean(of: cepstra, dimension: frontEnd.dimension)
            try decoder.setCepstralMean(CepstralMean(values: mean.values))
        }
        try start(utterance)
        for samples in sound { try search(samples) }
    }

    private func start(_ utterance: UtteranceAssembler) throws(DecoderError) {
        guard let followers else {
            try decoder.start()
            return
        }
        try followers.begin(utterance, isFollowed: utterance.request.reportsPartials) {
            () throws(DecoderError) in
            try decoder.start()
        }
    }

    private func search(_ samples: [Int16]) throws(DecoderError) {
        followers?.process(samples, scored: decoder.scoredFrameCount)
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
        // Nothing was started of what is held back.
        if heldBack == nil { try? finish() }
        heldBack = nil
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
        let (segments, frame) =
            followers?.progress(scored: decoder.scoredFrameCount) ?? (decoder.segments(), decoder.frameCount)
        let words = segments.filter { !$0.isFiller }.map(\.word)
        let phoneSilence = followers?.phoneSilence
        let isInSilence = segments.last?.isFiller ?? false || phoneSilence ?? .zero >= Self.shortestSilence
        guard
            words != reportedWords
                || (!words.isEmpty
                    && (isInSilence || reportedSilence || frame - reportedFrame >= Self.reportInterval))
        else { return }
        reportedSilence = isInSilence
        reportedWords = words
        reportedFrame = frame
        utterance.report(
            segments, frameCount: frame, phoneSilence: phoneSilence, speechEvidence: followers?.speechEvidence
        )
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
