import Decoding

/// Whether anybody has spoken, where words alone do not say so: a search for free text makes words of any noise.
///
/// The limit was chosen on recordings of which other recordings then said what it comes to (Figures, "Dictation"): it
/// is so low that a short word in noise passes, since words that were spoken and are withheld are worse than words that
/// nobody spoke.
package enum SpokenWords {
    /// The least evidence of speech in what is believed to be spoken.
    static let leastEvidence = 0.28

    package static func areBelieved(by evidence: Double?) -> Bool {
        evidence.map { $0 >= leastEvidence } ?? true
    }
}

extension UtteranceHypothesis {
    /// Whether its words were spoken by somebody, as far as is known: true where nothing listened for that.
    package var isSpoken: Bool { SpokenWords.areBelieved(by: speechEvidence) }
}

extension PartialHypothesis {
    /// Whether anybody has spoken so far, likewise.
    package var isSpoken: Bool { SpokenWords.areBelieved(by: speechEvidence) }
}
