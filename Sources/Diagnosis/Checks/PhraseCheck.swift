import Evaluation

/// Which wake phrases and commands are at risk of being missed, or heard in other speech.
package struct PhraseCheck: HealthCheck {
    package let subject = "phrases"
    private let review: ConfigurationReview

    package init(_ review: ConfigurationReview) { self.review = review }

    package func examine() -> [Finding] {
        guard review.configuration.grammar != nil || !review.wakes.isEmpty else { return [] }
        guard review.lexicon != nil else {
            return [
                .warn("not looked at, as there is no model that says how words sound", "mend 'model' first")
            ]
        }
        var found: [Finding] = []
        func add(_ count: Int, _ example: String?, _ what: String, _ remedy: String) {
            guard count > 0, let example else { return }
            found.append(.warn("\(what): \(count), such as \(example)", remedy))
        }
        let missed = review.wakes.filter(\.isMostlyMissed)
        add(
            missed.count, missed.first.map { "\"\($0.phrase.text)\"" },
            "wake phrases that are mostly missed, as their 'acceptance' is more than most score",
            "leave 'acceptance' out; 'earshot check' says how much it may be")
        let weak = review.wakes.filter {
            $0.isShort || !$0.alike.isEmpty || $0.prediction?.isOftenHeard ?? false
        }
        add(
            weak.count, weak.first.map { "\"\($0.phrase.text)\"" },
            "wake phrases that are short, or sound like what else is said",
            "take one of three syllables or more; 'earshot check' says what to expect of it, and proposes better ones"
        )
        add(
            review.ambiguities.count,
            review.ambiguities.first.map { "\"\($0.sentence.joined(separator: " "))\"" },
            "sentences that mean two commands", "give each its own words; the likelier command is done")
        add(
            review.soundAlikes.count,
            review.soundAlikes.first.map { "\"\($0.pair[0])\" and \"\($0.pair[1])\"" },
            "pairs that sound alike",
            "take other words, or ask first with 'confirm:'; 'earshot check' lists them")
        add(
            review.shortPhrases.count, review.shortPhrases.first.map { "\"\($0.sentence)\"" },
            "commands that are short enough to be heard in other speech",
            "give them two words and four syllables, or listen after a button or a wake phrase")
        return found.isEmpty ? [.ok("none is short, and none sounds like another")] : found
    }
}
