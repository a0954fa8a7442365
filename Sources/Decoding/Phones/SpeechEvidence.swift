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
/// ```swift
/// var evidence = SpeechEvidence()
/// listener.process(samples) { evidence.note($0.clarity) }
/// print(evidence.greatest ?? 0)       // 0.2 of a kitchen, 0.7 of a spoken sentence
/// ```
struct SpeechEvidence {
    /// Frames of 10 ms: where words of a second or so were told from noise, 0.2 to 0.4 s did it equally well.
    private static let span = 30

    private var newest: [Float] = []
    private var sum: Float = 0
    /// Of the clearest 0.3 s that have been heard, or of all where that is less; nil before any.
    private(set) var greatest: Double?

    /// Hears the next frame, which is this clear.
    mutating func note(_ clarity: Float) {
        newest.append(clarity)
        sum += clarity
        if newest.count > Self.span { sum -= newest.removeFirst() }
        let mean = Double(sum / Float(newest.count))
        // A shorter one tells nothing yet.
        if newest.count < Self.span { greatest = mean } else { greatest = max(greatest ?? mean, mean) }
    }
}
