import Configuration

/// How long an utterance may take, and how long the appliance waits in it.
///
/// ```yaml
/// limits: { longest: 20s, pause: 700ms, endpointing: plain }
/// ```
package struct UtteranceLimits: Sendable, Hashable {
    /// What decides how long a pause ends an utterance: `endpointing` of the limits.
    package enum Endpointing: String, Sendable, Hashable, CaseIterable, SettingValue {
        /// The words so far: short after a command that is complete, long in the middle of one. Where noise goes on after
        /// the last word, a pause is one in which no more words are found, and 0.1 to 0.2 s longer; where the last word still
        /// sounds to the search, it is 0.06 s longer. In dictation no words are complete, and `longestPause` ends every
        /// utterance.
        case grammar
        /// Nothing: `pause` ends every utterance, as in a recognizer that does not know what is said.
        case plain
    }

    /// What decides how long a pause ends an utterance.
    package var endpointing = Endpointing.grammar
    /// An utterance is cut off after this; a notice comes before. A file may ask for 1 s to 1 h.
    package var longest: Duration
    /// After a press or a wake phrase, speech must begin within this; 0.5 s to 1 min.
    package var speechWithin: Duration = .seconds(5)
    /// Silence that ends a command that nothing could follow; 0.1 s to 5 s.
    package var pauseAfterCommand: Duration = .milliseconds(150)
    /// Silence that ends a command that more words could follow; 0.2 s to 10 s.
    package var pause: Duration = .milliseconds(540)
    /// Silence that ends anything else; 0.2 s to 30 s.
    package var longestPause: Duration = .milliseconds(1_200)
    /// Sound kept from before the press or the first sound of speech, 3 s at most; from before speech half a second at most.
    package var preRoll: Duration = .milliseconds(300)
    /// Sound kept after the button was released, 1 s at most: people release it during the last word.
    package var postRoll: Duration = .milliseconds(200)

    /// The usual limits: a command may take 15 s, free text a minute.
    package init(_ recognize: Recognize = .commands) {
        longest = recognize == .commands ? .seconds(15) : .seconds(60)
    }

    /// How long before the cut the notice comes: a quarter of `longest`, 10 s at most.
    package var noticeBeforeEnd: Duration { min(.seconds(10), longest / 4) }

    /// Reads the section `limits:`.
    init(_ reader: MapReader, _ recognize: Recognize) {
        self.init(recognize)
        func set(_ path: WritableKeyPath<Self, Duration>, _ key: String, _ range: ClosedRange<Duration>) {
            if let value = reader.optional(key, Duration.self, in: range) { self[keyPath: path] = value }
        }
        set(\.longest, "longest", .seconds(1)...(.seconds(3600)))
        set(\.speechWithin, "speech_within", .milliseconds(500)...(.seconds(60)))
        set(\.pauseAfterCommand, "pause_after_command", .milliseconds(100)...(.seconds(5)))
        set(\.pause, "pause", .milliseconds(200)...(.seconds(10)))
        set(\.longestPause, "longest_pause", .milliseconds(200)...(.seconds(30)))
        set(\.preRoll, "pre_roll", .zero...(.seconds(3)))
        set(\.postRoll, "post_roll", .zero...(.seconds(1)))
        if let mode = reader.optional("endpointing", Endpointing.self) { endpointing = mode }
        reader.finish()
    }
}
