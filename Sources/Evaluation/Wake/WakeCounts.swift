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

        /// Those of them in which some place sounded like it, or woke for another phrase, so that it was looked at closely.
        package internal(set) var noticed = 0

        /// Those of them in which another phrase woke, whether it did itself or not.
        package internal(set) var takenForAnother = 0

        /// Those of them in which it did not wake.
        package var missed: Proportion { Proportion(said - heard, of: said) }
        /// Those of ``missed`` in which no place was looked at: a smaller `trigger` may find them. A smaller `acceptance` finds
        /// only others.
        package var unnoticed: Int { said - noticed }
    }

    /// By phrase, of each configured one; those that no label names have none said.
    package internal(set) var phrases: [String: Phrase]
    /// Times that it woke in the recordings of ``negativeAudio``; those within a second are one.
    private(set) var falseAlarmCount = 0
    /// Length of the recordings in which no configured phrase is said, by their label or in their text.
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

    /// Of all phrases together: see ``Phrase/unnoticed``.
    package var unnoticed: Int { phrases.values.reduce(0) { $0 + $1.unnoticed } }

    /// Of all phrases together: see ``Phrase/takenForAnother``.
    package var takenForAnother: Int { phrases.values.reduce(0) { $0 + $1.takenForAnother } }

    /// How often it woke in the recordings of ``negativeAudio``, an hour of these: a phrase that is taken for another is
    /// none, since its recordings are no hours of other sound.
    package var falseAlarms: EventRate { EventRate(falseAlarmCount, in: negativeAudio) }

    /// - Parameter places: What sounded like a phrase, believed or not.
    mutating func add(_ places: [WakeDetection], label: Manifest.Label, audio: Duration) {
        let woken = places.filter(\.isAccepted)
        if let said = label.wakePhrase, phrases[said] != nil {
            phrases[said]?.said += 1
            if places.contains(where: { $0.phrase == said || $0.isAccepted }) { phrases[said]?.noticed += 1 }
            if woken.contains(where: { $0.phrase == said }) { phrases[said]?.heard += 1 }
            if woken.contains(where: { $0.phrase != said }) { phrases[said]?.takenForAnother += 1 }
        } else if !phrases.keys.contains(where: label.says) {
            negativeAudio += audio
            falseAlarmCount += woken.separated.count
        }
    }
}
