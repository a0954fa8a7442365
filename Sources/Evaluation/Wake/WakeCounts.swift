import Utterance

/// How well wake phrases were detected in a set of recordings, and how often falsely.
///
/// ```swift
/// if let wake = score.wake {
///     print("missed:", wake.missed.share, "false alarms an hour:", wake.falseAlarms.perHour)
/// }
/// ```
package struct WakeCounts: Sendable {
    /// One phrase's recordings: from ``phrases``.
    package struct Phrase: Sendable, Hashable {
        /// Recordings that are labelled with it.
        package internal(set) var said = 0
        /// Those of them in which it woke.
        package internal(set) var heard = 0

        /// Those of them in which it did not.
        package var missed: Proportion { Proportion(said - heard, of: said) }
    }

    /// By phrase, of each configured one; those that no label names have none said.
    package internal(set) var phrases: [String: Phrase]
    /// Times that it woke where the phrase was not said.
    private(set) var falseAlarmCount = 0
    /// Length of the recordings in which no configured phrase is said.
    private(set) var negativeAudio = Duration.zero

    /// - Parameter phrases: The configured ones.
    init(phrases: some Sequence<String>) {
        self.phrases = Dictionary(uniqueKeysWithValues: phrases.map { ($0, Phrase()) })
    }

    /// Of all phrases together.
    package var missed: Proportion {
        let said = phrases.values.reduce(0) { $0 + $1.said }
        return Proportion(said - phrases.values.reduce(0) { $0 + $1.heard }, of: said)
    }

    /// How often it woke where the phrase was not said, an hour of the recordings that are labelled with no configured
    /// phrase.
    package var falseAlarms: EventRate { EventRate(falseAlarmCount, in: negativeAudio) }

    mutating func add(_ woken: [WakeDetection], label: Manifest.Label, audio: Duration) {
        let said = label.wakePhrase.flatMap { phrases[$0] == nil ? nil : $0 }
        if let said {
            phrases[said]?.said += 1
            if woken.contains(where: { $0.phrase == said }) { phrases[said]?.heard += 1 }
        } else {
            negativeAudio += audio
        }
        falseAlarmCount += woken.count { $0.phrase != said && !label.says($0.phrase) }
    }
}

extension Manifest.Label {
    /// Whether a labelled text contains the words of `phrase`, one after the other.
    func says(_ phrase: String) -> Bool {
        guard case .text(let words) = self else { return false }
        return " \(words.joined(separator: " ")) ".contains(" \(phrase) ")
    }
}
