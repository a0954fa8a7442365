extension WakePredictor {
    /// A phrase that was listened for in sound that does not have it.
    struct Alarmed: Sendable, Hashable {
        var phrase: String
        /// From `RunningSpeech.occurrences(of:)`.
        var occurrences: Double
        /// How often it woke in ``hoursOfDialogue`` with ``measuredAcceptance``.
        var falseAlarms: Int

        var falseAlarmsPerHour: Double { Double(falseAlarms) / WakePredictor.hoursOfDialogue }
    }

    /// A phrase that was said by many people.
    struct Said: Sendable, Hashable {
        var phrase: String
        var recordings: Int
        /// How many recordings did not wake with ``measuredAcceptance``, as they are and in kitchen noise that is 10 dB below the voice:
        /// with the usual one it is one in a hundred more.
        var missed, missedInNoise: Int
    }

    /// With which acceptance that was.
    static let measuredAcceptance = 3.0

    /// Length of the dialogue: several actors, in a narrow band, as of a television. Sixteen phrases at a time listened to it.
    static let hoursOfDialogue = 0.577

    /// Sounds of the shortest and the longest of ``alarmed``.
    static let measuredPhones = 3...13

    /// Heard with an acoustic model that was adapted without the phrase, as it is with whatever phrase one thinks of.
    static let foreign = [
        Said(phrase: "computer", recordings: 49, missed: 0, missedInNoise: 6),
        Said(phrase: "jarvis", recordings: 45, missed: 1, missedInNoise: 1),
        Said(phrase: "view glass", recordings: 24, missed: 3, missedInNoise: 1),
        Said(phrase: "athena", recordings: 21, missed: 1, missedInNoise: 1),
    ]

    /// Heard with the model as it is, which was adapted to other people who say these.
    static let familiar = [
        Said(phrase: "computer", recordings: 49, missed: 0, missedInNoise: 5),
        Said(phrase: "jarvis", recordings: 45, missed: 1, missedInNoise: 1),
        Said(phrase: "view glass", recordings: 24, missed: 1, missedInNoise: 0),
        Said(phrase: "athena", recordings: 21, missed: 0, missedInNoise: 0),
    ]

    /// In the order of `occurrences`. Where the dialogue itself says one, as "computer", that counts, too.
    static let alarmed = [
        Alarmed(phrase: "sunflower workshop", occurrences: 3.21e-07, falseAlarms: 0),
        Alarmed(phrase: "orange elephant", occurrences: 3.88e-05, falseAlarms: 0),
        Alarmed(phrase: "lucky penguin", occurrences: 4.21e-05, falseAlarms: 0),
        Alarmed(phrase: "hey chatterbox", occurrences: 4.51e-05, falseAlarms: 0),
        Alarmed(phrase: "kitchen helper", occurrences: 0.000156, falseAlarms: 1),
        Alarmed(phrase: "open sesame", occurrences: 0.000196, falseAlarms: 0),
        Alarmed(phrase: "okay workshop", occurrences: 0.00027, falseAlarms: 0),
        Alarmed(phrase: "porcupine", occurrences: 0.000419, falseAlarms: 1),
        Alarmed(phrase: "mister butler", occurrences: 0.000823, falseAlarms: 0),
        Alarmed(phrase: "grasshopper", occurrences: 0.00096, falseAlarms: 1),
        Alarmed(phrase: "hello kitchen", occurrences: 0.00112, falseAlarms: 1),
        Alarmed(phrase: "okay garden", occurrences: 0.00149, falseAlarms: 1),
        Alarmed(phrase: "hello robot", occurrences: 0.00153, falseAlarms: 1),
        Alarmed(phrase: "hey jupiter", occurrences: 0.00211, falseAlarms: 2),
        Alarmed(phrase: "penelope", occurrences: 0.00346, falseAlarms: 0),
        Alarmed(phrase: "thermostat", occurrences: 0.00358, falseAlarms: 0),
        Alarmed(phrase: "cinderella", occurrences: 0.00366, falseAlarms: 0),
        Alarmed(phrase: "hey pumpkin", occurrences: 0.00427, falseAlarms: 2),
        Alarmed(phrase: "okay computer", occurrences: 0.00467, falseAlarms: 0),
        Alarmed(phrase: "bumblebee", occurrences: 0.00548, falseAlarms: 1),
        Alarmed(phrase: "smart mirror", occurrences: 0.00694, falseAlarms: 1),
        Alarmed(phrase: "blueberry", occurrences: 0.011, falseAlarms: 1),
        Alarmed(phrase: "view glass", occurrences: 0.0128, falseAlarms: 2),
        Alarmed(phrase: "americano", occurrences: 0.0144, falseAlarms: 0),
        Alarmed(phrase: "hey computer", occurrences: 0.024, falseAlarms: 0),
        Alarmed(phrase: "terminator", occurrences: 0.0301, falseAlarms: 5),
        Alarmed(phrase: "umbrella", occurrences: 0.0412, falseAlarms: 1),
        Alarmed(phrase: "victoria", occurrences: 0.0529, falseAlarms: 2),
        Alarmed(phrase: "jarvis", occurrences: 0.0554, falseAlarms: 2),
        Alarmed(phrase: "lavender", occurrences: 0.0592, falseAlarms: 4),
        Alarmed(phrase: "mercury", occurrences: 0.0736, falseAlarms: 1),
        Alarmed(phrase: "alexa", occurrences: 0.0755, falseAlarms: 0),
        Alarmed(phrase: "workshop", occurrences: 0.0829, falseAlarms: 1),
        Alarmed(phrase: "marvin", occurrences: 0.14, falseAlarms: 6),
        Alarmed(phrase: "come here", occurrences: 0.151, falseAlarms: 9),
        Alarmed(phrase: "tomato", occurrences: 0.169, falseAlarms: 7),
        Alarmed(phrase: "thank you", occurrences: 0.243, falseAlarms: 5),
        Alarmed(phrase: "snowboy", occurrences: 0.279, falseAlarms: 1),
        Alarmed(phrase: "what time", occurrences: 0.301, falseAlarms: 7),
        Alarmed(phrase: "athena", occurrences: 0.42, falseAlarms: 3),
        Alarmed(phrase: "captain", occurrences: 0.492, falseAlarms: 3),
        Alarmed(phrase: "radio", occurrences: 0.833, falseAlarms: 3),
        Alarmed(phrase: "machine", occurrences: 1.09, falseAlarms: 2),
        Alarmed(phrase: "hi there", occurrences: 1.16, falseAlarms: 4),
        Alarmed(phrase: "butler", occurrences: 1.24, falseAlarms: 24),
        Alarmed(phrase: "computer", occurrences: 1.83, falseAlarms: 3),
        Alarmed(phrase: "sheila", occurrences: 2.02, falseAlarms: 2),
        Alarmed(phrase: "house", occurrences: 12.1, falseAlarms: 4),
    ]

    /// How fast false alarms become fewer as the acceptance rises, all phrases together: e times fewer for each 1 / this.
    static let alarmDecay = 0.4
}
