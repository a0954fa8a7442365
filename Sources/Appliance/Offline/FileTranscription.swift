import Interpretation

/// The text of a sound file: what was said in it, utterance by utterance.
///
/// ```swift
/// let transcription = try transcriber.transcribe("memo.flac", until: stop)
/// for utterance in transcription.utterances { print(utterance.segments.first?.start ?? .zero, utterance.text) }
/// ```
public struct FileTranscription: Sendable {
    /// What was said between two pauses.
    public struct Utterance: Sendable {
        /// Its words with spaces between them, in lower case, or as the configuration has it written; empty for noise
        /// that was taken for speech, and where they are ``withheld``. Of a command that the end of a damaged file cuts
        /// off, what was heard so far, without times and with a confidence of 0.
        public var text: String
        /// How likely it is right, between 0 and 1, as ``ApplianceEvent/Transcript/confidence``.
        public var confidence: Double
        /// Its words one by one, with their times since the file's beginning.
        public var segments: [ApplianceEvent.Segment]
        /// Other readings, best first, ``ApplianceEvent/Transcript/mostAlternatives`` at most; only of free text.
        public var alternatives: [String]
        /// What recognized it, as in ``ApplianceEvent/Transcript``.
        public var engine: String?
        /// Why the engine of one's own did not answer; nil where it did, or there is none.
        public var problem: String?
        /// Words that are left out of ``text``, as they are not believed: noise was taken for them, or other speech for a command. Of
        /// what went on with the command before it (`.continues`), the words of both. Nil as a rule.
        public var withheld: String?
        /// Why they are not believed; nil where none are left out.
        public var withheldBecause: Rejection.Reason?
        /// What it commands, if it is a command and is believed.
        public var command: Command?

        init(_ transcript: ApplianceEvent.Transcript) {
            text = transcript.text
            confidence = transcript.confidence
            segments = transcript.segments
            alternatives = transcript.alternatives
            engine = transcript.engine
            problem = transcript.problem
        }
    }

    /// What was said, in order.
    public var utterances: [Utterance] = []
    /// How much of the file was heard: all of it, unless it was stopped.
    public var duration: Duration = .zero
    /// Why it ends before the recording should: the file is damaged or cut short; nil if it does not.
    public var problem: String?
    /// Decode time for each second of speech; 0 when there was none.
    public var realTimeFactor = 0.0
    /// Whether words were taken back, or said to take others back.
    package var hasTakenBack = false

    /// The newest utterance is this command.
    mutating func note(_ command: Command) {
        guard !utterances.isEmpty else { return }
        utterances[utterances.count - 1].command = command
    }

    /// The words of the newest utterance are not believed, if they are what it was rejected for; those that continued the command before
    /// it by themselves are none. What a whole takes the place of is no utterance any more.
    mutating func reject(_ rejection: Rejection) {
        switch rejection.reason {
        case .noSpeech, .unlikely, .squeezed, .continues: withhold(rejection)
        case .replaced:
            let half = utterances.dropLast().lastIndex { $0.command?.text == rejection.text }
            if let half { utterances.removeSubrange(half..<utterances.count - 1) }
        default: break
        }
    }

    private mutating func withhold(_ rejection: Rejection) {
        guard !utterances.isEmpty else { return }
        var newest = utterances.removeLast()
        newest.withheld = rejection.text
        newest.withheldBecause = rejection.reason
        (newest.text, newest.segments, newest.alternatives) = ("", [], [])
        utterances.append(newest)
    }

    /// An utterance was heard. Words that are believed and in no text were taken back while it was spoken.
    mutating func add(_ transcript: ApplianceEvent.Transcript) {
        utterances.append(Utterance(transcript))
        if transcript.text.isEmpty, transcript.confidence > 0 { hasTakenBack = true }
    }

    /// The newest utterance that has words is taken back.
    mutating func takeBack() {
        hasTakenBack = true
        guard let last = utterances.lastIndex(where: { !$0.text.isEmpty }) else { return }
        utterances.remove(at: last)
    }

    /// The newest utterance was cut off, and no command is whole in it.
    mutating func keepCutOff(_ words: String) {
        guard let last = utterances.indices.last, utterances[last].text.isEmpty,
            utterances[last].withheld == nil
        else { return }
        utterances[last].text = words
    }

    /// All utterances' words, with spaces between them.
    public var text: String { utterances.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") }
}
