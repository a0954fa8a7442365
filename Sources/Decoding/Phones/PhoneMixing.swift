import Platform

/// The network of phones beside the search that computes acoustic scores: it hears the same sound, and what it says is added
/// to the scores on a thread of its own (``ScoreMixer``).
///
/// Owned by the first search's thread.
final class PhoneMixing {
    private let weights: PhoneWeights
    private let mixer: JobQueue<ScoreMixer.Job>
    private var listener: PhoneListener
    private var costs = PhoneCosts()
    /// For how many of the newest frames, one after the other, the network has heard no phone.
    private(set) var silentFrameCount = 0
    /// How clearly the network has heard some phone in each frame so far; see ``PhonePosteriors/clarity``.
    private(set) var clarities: [Float] = []
    /// Whether anybody has spoken so far.
    private(set) var evidence = SpeechEvidence()
    /// Of the acoustic model.
    var senoneCount: Int { weights.phoneOfSenone.count }

    /// Starts the mixer's thread.
    init(_ weights: PhoneWeights, jobs mixer: JobQueue<ScoreMixer.Job>) throws(DecoderError) {
        self.weights = weights
        self.mixer = mixer
        listener = PhoneListener(weights)
        try DecoderThread.start(ScoreMixer(weights, jobs: mixer))
    }

    /// Begins to add to `scores`.
    func begin(_ scores: ScoreStream, into queues: [ScoreQueue]) {
        listener.reset()
        costs = PhoneCosts()
        silentFrameCount = 0
        clarities = []
        evidence = SpeechEvidence()
        mixer.submit(.mix(scores, costs, into: queues))
    }

    /// Frames of which it is known what the network says.
    var frameCount: Int { costs.count }

    /// Hears the next samples, before they are scored.
    func process(_ samples: [Int16]) {
        listener.process(samples, note)
    }

    /// Says what is still missing, before the scores end: the mixer does not wait for it.
    func finish() {
        listener.finish(note)
    }

    private func note(_ posteriors: PhonePosteriors) {
        costs.append(weights.costs(of: posteriors))
        silentFrameCount = posteriors.isSilent ? silentFrameCount + 1 : 0
        let clarity = posteriors.clarity
        clarities.append(clarity)
        evidence.note(clarity)
    }
}
