import Decoding
import Platform
import Synchronization

/// What a wake spotter does on its thread: every block through the front end and the trigger, candidates through the
/// verifier.
final class WakeListener: DecoderWork {
    enum Job: FencedJob {
        case block(WakeStretch, [Int16])
        case setCepstralMean(CepstralMean)
        case fence(Semaphore)
        case quit
    }

    /// Frames that are searched at a time, be they late, so that a place is looked at as soon and as often.
    private static let stride = 5
    /// Frames of cepstra and sound that are remembered: 6 s.
    private static let historyLength = 600
    /// Places that are remembered: those of a few pronunciations over the length of a phrase.
    private static let examinedLength = 16
    /// Frames by which the places of two pronunciations may differ.
    private static let accentTolerance = 5

    private let jobs: JobQueue<Job>
    private let updates: UpdateQueue<WakeDetection>
    private let accepts: WakeSpotter.Acceptance
    /// Frames after an accepted phrase in which nothing is reported.
    private let refractoryFrames: Int
    /// Whether a place that was reported is reported again as soon as the trigger finds a better fit there: for who tunes it, since
    /// it would be one near miss several times for everybody else.
    private var tellsBetterFits: Bool { refractoryFrames == 0 }
    private let learnedMean: LearnedCepstralMean

    private let frontEnd: CepstralFrontEnd
    private let trigger: WakeTrigger
    private let verifier: WakeVerifier

    private var stretch = WakeStretch(firstFrame: 0)
    private var cepstra: Cepstra
    /// What the cepstra were made of, where a closer look hears it.
    private var sound: RecentSound?
    private var mean: TriggerMean
    /// Frames of the stretch that the trigger has searched.
    private var searched = 0
    private var heardSamples: UInt64 = 0
    /// The newest places that were looked at, so that none is looked at twice: the trigger comes back to a place with
    /// another pronunciation, or with a better fit that begins and ends where the last did.
    private var examined: [Range<Int>] = []
    /// Findings that wait for the sound after them, which tells whether other words were said; one at each place.
    private var doubts: [(finding: WakeVerifier.Finding, candidate: WakeTrigger.Candidate)] = []
    /// The newest place that was reported: as it was found, what a closer look made of it, and its best fit so far.
    private var newest: (found: WakeVerifier.Finding, reported: WakeVerifier.Finding, trigger: Double)?
    /// The frame from which candidates are of interest again.
    private var attentiveFrom = 0
    /// Whether the newest block could not be searched.
    private var hasFailed = false

    init(
        _ vocabulary: WakeVocabulary, trigger: sending PocketSphinxDecoder,
        verifier: sending PocketSphinxDecoder,
        accepting accepts: @escaping WakeSpotter.Acceptance, options: WakeSpotter.Options,
        learning learnedMean: LearnedCepstralMean, jobs: JobQueue<Job>, updates: UpdateQueue<WakeDetection>
    ) throws(DecoderError) {
        self.jobs = jobs
        self.updates = updates
        self.accepts = accepts
        refractoryFrames = Int(options.refractoryTime / .seconds(1) * Double(PocketSphinxDecoder.frameRate))
        self.learnedMean = learnedMean
        learnedMean.value = trigger.cepstralMean
        frontEnd = try CepstralFrontEnd(of: trigger)
        mean = TriggerMean(trigger.cepstralMean.values, dimension: frontEnd.dimension)
        self.trigger = WakeTrigger(
            trigger, usual: vocabulary.usual, dimension: frontEnd.dimension,
            restartInterval: options.restartInterval)
        self.verifier = try WakeVerifier(verifier, vocabulary, dimension: frontEnd.dimension)
        cepstra = Cepstra(dimension: frontEnd.dimension, capacity: Self.historyLength)
        sound =
            self.verifier.hearsPhones
            ? RecentSound(step: frontEnd.step, capacity: Self.historyLength) : nil
    }

    package func run() {
        while true {
            switch jobs.next() {
            case .block(let stretch, let samples): search(samples, of: stretch)
            case .setCepstralMean(let cepstralMean):
                mean.set(cepstralMean.values)
                learnedMean.value = cepstralMean
            case .fence(let semaphore): semaphore.signal()
            case .quit: return
            }
        }
    }

    /// Restarts everything with the first sound of a stretch.
    private func begin(_ stretch: WakeStretch) {
        let end = self.stretch.firstFrame + heardSamples
        let skipped = stretch.firstFrame - min(end, stretch.firstFrame)
        self.stretch = stretch
        heardSamples = 0
        try? trigger.stop()
        frontEnd.start()
        cepstra.removeAll()
        sound?.removeAll()
        mean.restart(after: Int(skipped) / frontEnd.step)
        searched = 0
        examined = []
        doubts = []
        newest = nil
        attentiveFrom = 0
    }

    /// Searches a block, unless its stretch is over: a slow search would only find what is too late to act on, and fall
    /// further behind.
    private func search(_ samples: [Int16], of stretch: WakeStretch) {
        guard !stretch.isOver.load(ordering: .relaxed) else { return }
        if stretch !== self.stretch { begin(stretch) }
        do {
            try search(samples)
            heardSamples += UInt64(samples.count)
            stretch.heardUntil.store(stretch.firstFrame + heardSamples, ordering: .relaxed)
            if hasFailed { Log.notice("wake phrases are heard again", from: "wake") }
            hasFailed = false
        } catch {
            // Logged once, not twenty times a second.
            if !hasFailed { Log.error("wake phrases are not heard: \(error)", from: "wake") }
            hasFailed = true
        }
    }

    private func search(_ samples: [Int16]) throws(DecoderError) {
        let fresh = try frontEnd.process(samples)
        mean.learn(from: fresh, first: cepstra.frames.upperBound)
        learnedMean.value = CepstralMean(values: mean.values)
        cepstra.append(fresh)
        sound?.append(samples)
        let end = mean.usable(until: cepstra.frames.upperBound)
        while searched < end {
            let frames = searched..<min(searched + Self.stride, end)
            searched = frames.upperBound
            for candidate in try trigger.process(frames, of: cepstra, mean: mean.values) {
                try examine(candidate)
            }
        }
        try settleDoubts()
    }

    private func examine(_ candidate: WakeTrigger.Candidate) throws(DecoderError) {
        guard candidate.frames.lowerBound >= attentiveFrom else { return }
        guard isUnexamined(candidate) else { return raiseTrigger(to: candidate) }
        guard let finding = try verifier.verify(candidate.frames, in: cepstra, until: searched) else {
            return
        }
        guard isNews(finding) else { return raiseTrigger(to: candidate) }
        if verifier.doubts(finding, of: candidate) {
            put(finding, of: candidate)
        } else {
            report(finding, found: finding, of: candidate)
        }
    }

    /// Has a finding wait; of several at one place, which the trigger comes back to, the best one.
    private func put(_ finding: WakeVerifier.Finding, of candidate: WakeTrigger.Candidate) {
        var candidate = candidate
        if let index = doubts.firstIndex(where: { $0.finding.frames.overlaps(finding.frames) }) {
            guard doubts[index].finding.scores.acoustic < finding.scores.acoustic else {
                return raiseTrigger(to: candidate)
            }
            let known = doubts.remove(at: index).candidate
            candidate.likelihoodRatio = max(known.likelihoodRatio, candidate.likelihoodRatio)
        }
        doubts.append((finding, candidate))
    }

    /// A candidate fits better at a place that is known, and finds no more there. A looser trigger comes to a place earlier, with a
    /// worse fit; what tightens it again would miss the place by that.
    private func raiseTrigger(to candidate: WakeTrigger.Candidate) {
        let ratio = candidate.likelihoodRatio
        for index in doubts.indices where doubts[index].finding.frames.overlaps(candidate.frames) {
            doubts[index].candidate.likelihoodRatio = max(doubts[index].candidate.likelihoodRatio, ratio)
        }
        guard tellsBetterFits, let newest, newest.trigger < ratio,
            newest.reported.frames.overlaps(candidate.frames)
        else { return }
        self.newest?.trigger = ratio
        tell(newest.reported, trigger: ratio, isAccepted: false)
    }

    private func settleDoubts() throws(DecoderError) {
        while let first = doubts.first,
            first.candidate.frames.upperBound + WakeVerifier.wordDelay <= cepstra.frames.upperBound
        {
            let (found, candidate) = doubts.removeFirst()
            guard candidate.frames.lowerBound >= attentiveFrom else { continue }
            guard isNews(found) else {
                raiseTrigger(to: candidate)
                continue
            }
            var (finding, end) = try verifier.settle(
                found, at: candidate.frames, in: cepstra, sound: sound)
            if let end, !candidate.isUsual { finding.frames = min(finding.frames.lowerBound, end)..<end }
            report(finding, found: found, of: candidate)
        }
    }

    /// Whether nobody has looked at a candidate's place. What leads an accent there finds no more than what led another
    /// pronunciation a few frames from there, since all of them are verified at once.
    private func isUnexamined(_ candidate: WakeTrigger.Candidate) -> Bool {
        let place = candidate.frames
        let tolerance = candidate.isUsual ? 0 : Self.accentTolerance
        let isKnown = examined.contains {
            abs($0.lowerBound - place.lowerBound) <= tolerance
                && abs($0.upperBound - place.upperBound) <= tolerance
        }
        guard !isKnown else { return false }
        if examined.count == Self.examinedLength { examined.removeFirst() }
        examined.append(place)
        return true
    }

    /// Whether a place was not reported before, or not with such a score: the trigger comes back to a place as soon
    /// as it finds a better fit. Better than what was found there, or than what a closer look made of that: one score has nothing
    /// of the network of phones and of words, which the other has.
    private func isNews(_ finding: WakeVerifier.Finding) -> Bool {
        guard let newest, newest.reported.frames.overlaps(finding.frames) else { return true }
        let scores = [newest.found.scores.combined, newest.reported.scores.combined]
        return scores.contains { finding.scores.combined > $0 }
    }

    private func report(
        _ finding: WakeVerifier.Finding, found: WakeVerifier.Finding, of candidate: WakeTrigger.Candidate
    ) {
        let isAccepted = accepts(finding.phrase, finding.scores)
        newest = (found, finding, candidate.likelihoodRatio)
        if isAccepted { attentiveFrom = finding.frames.upperBound + refractoryFrames }
        tell(finding, trigger: candidate.likelihoodRatio, isAccepted: isAccepted)
    }

    private func tell(_ finding: WakeVerifier.Finding, trigger: Double, isAccepted: Bool) {
        updates.post(
            WakeDetection(
                phrase: finding.phrase, start: captureFrame(finding.frames.lowerBound),
                end: captureFrame(finding.frames.upperBound), score: finding.scores.combined,
                scores: finding.scores, trigger: trigger, isAccepted: isAccepted),
            of: stretch)
    }

    /// The boundary before a frame. An analysis window reaches beyond its frame's step on both sides.
    private func captureFrame(_ frame: Int) -> UInt64 {
        stretch.firstFrame + UInt64(frame * frontEnd.step + (frontEnd.window - frontEnd.step) / 2)
    }
}
