import Appliance
import Capture
import Evaluation
import GPIO
import Models

/// The five questions of `earshot new`: each answer is tried where there is something to try, and judged as `earshot check` does.
struct Wizard {
    /// What there is to try answers with.
    struct Options {
        /// Pins in memory, without being asked for.
        var isSimulated = false
        /// What is heard in place of the microphone.
        var input: AudioInput?
    }

    let interview: Interview
    let options: Options
    var draft: ConfigurationDraft
    /// The pins that are tried; an answer to the first question.
    var pinout = Pinout.simulated()
    /// What was told of the phrases so far.
    private var considered: [String] = []

    init(_ interview: Interview, _ options: Options, path: String) {
        self.interview = interview
        self.options = options
        draft = ConfigurationDraft(path: path)
        draft.language = LanguageWords.preferred
    }

    /// Asks everything.
    ///
    /// - Throws: `InterviewEnd`, and what is wrong with a board's profile.
    mutating func run() throws {
        try askForBoard()
        try askForMicrophone()
        try askForWiring()
        try askForCommands()
        try askForTrigger()
    }

    var isSimulated: Bool { pinout.simulatedChip != nil }

    func title(_ number: Int, _ text: String) { interview.tell("\n\(number)/5  \(text)") }

    /// Judges the draft with an answer, and tells what is new to consider about what is said; false if that is not to be so.
    ///
    /// - Throws: `BadAnswer` with what is wrong.
    mutating func accepts() throws -> Bool {
        let all = Self.heard(try draft.review())
        let new = all.filter { !considered.contains($0) }
        guard !new.isEmpty else { return true }
        for text in new { interview.tell("  \(text)") }
        considered = all
        return try interview.confirm("  Keep it all the same?", or: true)
    }

    /// Takes the draft as it is: what there is to consider about it now is nobody's answer.
    mutating func keep() {
        guard let review = try? draft.review() else { return }
        considered = Self.heard(review)
    }

    /// What is to be considered about words, and not about the wiring. "On" and "off" of one phrase sound alike by nature.
    private static func heard(_ review: ConfigurationReview) -> [String] {
        let found = CheckReport(review).considerations.compactMap { consideration -> String? in
            switch consideration.kind {
            case .guess, .wake, .shortPhrase, .ambiguity, .refusedTime:
                (consideration.kind.title.map { $0 + ":\n    " } ?? "") + consideration.text
            default: nil
            }
        }
        let alike = review.soundAlikes.filter { $0.commands[0] != $0.commands[1] }.prefix(3)
        return found
            + alike.map {
                "\"\($0.sentences[0])\" sounds like \"\($0.sentences[1])\", which means something else."
            }
    }
}
