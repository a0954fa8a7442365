/// Tells speech from noise by the network of phones: how clearly phones are heard in the clearest moment of an utterance.
///
/// In speech the network is sure of one phone after the other, be it a wrong one. In noise it finds no phone, or hesitates
/// between many. So the mean of ``PhonePosteriors/clarity`` over 0.3 s, the length of a short word, is high once anybody
/// has spoken, and stays low as long as nobody has. What is believed is decided elsewhere; what was measured is told in Figures,
/// "Dictation".
///
/// Source: G. Williams and D. P. W. Ellis, "Speech/music discrimination based on posterior probability features",
/// Eurospeech 1999 (entropy of a network's phones).
///
/// Owned by one thread.
///
/// ```swift
/// let evidence = SpeechEvidence(weights)
/// evidence.begin()
/// evidence.process(samples)
/// evidence.finish()
/// print(evidence.greatest ?? 0)       // 0.2 of a kitchen, 0.7 of a spoken sentence
/// ```
final class SpeechEvidence {
    /// Frames of 10 ms: where words of a second or so were told from noise, 0.2 to 0.4 s did it equally well.
    private static let span = 30

    private var listener: PhoneListener
    private var newest: [Float] = []
    private var sum: Float = 0
    /// Of the clearest 0.3 s that have been heard, or of all where that is less; nil before any.
    private(set) var greatest: Double?

    /// - Parameter weights: of the language that is spoken.
    init(_ weights: PhoneWeights) {
        listener = PhoneListener(weights)
    }

    /// An utterance begins; what was heard before is forgotten.
    func begin() {
        listener.reset()
        newest = []
        sum = 0
        greatest = nil
    }

    /// Hears the next samples at 16 kHz. What they come to is known when 80 ms more have been heard.
    func process(_ samples: [Int16]) {
        listener.process(samples, note)
    }

    /// Nothing more is heard of the utterance.
    func finish() {
        listener.finish(note)
    }

    private func note(_ posteriors: PhonePosteriors) {
        let clarity = posteriors.clarity
        newest.append(clarity)
        sum += clarity
        if newest.count > Self.span { sum -= newest.removeFirst() }
        let mean = Double(sum / Float(newest.count))
        // A shorter one tells nothing yet.
        if newest.count < Self.span { greatest = mean } else { greatest = max(greatest ?? mean, mean) }
    }
}
