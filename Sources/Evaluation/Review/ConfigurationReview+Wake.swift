import Appliance
import Configuration
import Interpretation
import Models
import Utterance

extension ConfigurationReview {
    /// A wake phrase, and what speaks for or against it: from ``wakes``.
    ///
    /// ```swift
    /// for wake in review.wakes where wake.isShort || !wake.alike.isEmpty {
    ///     print(wake.phrase.text, "sounds like", wake.alike.map(\.other))
    /// }
    /// ```
    package struct Wake: Sendable, Hashable {
        /// As it is configured: a trigger that nobody set is none.
        package var phrase: WakePhrase
        /// How each of its words is said: `OW K EY | AH K EY`.
        package var pronunciations: [String]
        /// What its trigger is where nobody sets one.
        package var usualTrigger: Double
        /// Whether it has fewer than seven phones, and so is missed, or woken by other speech, too often.
        package var isShort: Bool
        /// Other wake phrases, and parts of commands' sentences, that differ from it in a quarter of its phones at
        /// most, the nearest first.
        package var alike: [Alike]
        /// What is to be expected of it; nil in languages other than English.
        package var prediction: WakePrediction?
        /// Where that is bad, longer phrases of its words that are better, the best first; three at most.
        package var better: [WakeProposal] = []
        /// Whether it is bad for an acceptance below the usual one, with which it is good.
        package var isBelievedTooEasily = false

        /// Whether its acceptance is more than most score who say it.
        package var isMostlyMissed: Bool { phrase.acceptance >= WakePrediction.halfMissed }

        /// Whether its trigger is so far above the usual one that some who say it are not noticed.
        package var isTriggerTight: Bool {
            phrase.trigger.map { $0 > usualTrigger * WakePrediction.mostTightened } ?? false
        }

        /// What a wake phrase may be confused with.
        package struct Alike: Sendable, Hashable {
            /// The words, with spaces between them.
            package var other: String
            /// That wake phrase or sentence as a whole; of several that have the words, one.
            package var sentence: String
            /// Phones to put in, leave out or replace to turn one into the other.
            package var distance: Int
        }
    }

    /// Wake phrases of fewer phones are missed, or woken by other speech, too often.
    private static let fewestWakePhones = 7

    /// - Parameter sentences: What else may be said to the appliance, beside the other wake phrases.
    /// - Returns: Nil where one of its words has no pronunciation.
    func wake(of phrase: WakePhrase, _ lexicon: Lexicon, _ sentences: [[String]]) -> Wake? {
        guard let count = lexicon.phoneCount(phrase.words) else { return nil }
        // The phrase is as much heard in the midst of a sentence, so parts of about its length are compared.
        var parts: [[String]: [String]] = [:]
        for words in configuration.wake.filter({ $0.text != phrase.text }).map(\.words) + sentences {
            for start in words.indices {
                for end in start..<min(words.count, start + phrase.words.count + 1) {
                    let part = Array(words[start...end])
                    parts[part] = parts[part] ?? words
                }
            }
        }
        let alike = parts.compactMap { part, whole -> Wake.Alike? in
            // No edit makes up for a difference in length, give or take a longer pronunciation.
            guard let length = lexicon.phoneCount(part), abs(length - count) * 4 <= count + 8,
                let distance = lexicon.distance(phrase.words, part), distance * 4 <= count
            else { return nil }
            return Wake.Alike(
                other: part.joined(separator: " "), sentence: whole.joined(separator: " "), distance: distance
            )
        }
        return Wake(
            phrase: phrase,
            pronunciations: phrase.words.map { word in
                (lexicon[word]?.pronunciations ?? []).map { $0.joined(separator: " ") }.joined(
                    separator: " | ")
            }, usualTrigger: phrase.usualTrigger(in: lexicon.text), isShort: count < Self.fewestWakePhones,
            alike: alike.sorted { ($0.distance, $0.other) < ($1.distance, $1.other) })
    }

    /// The same with what is to be expected of each; as they are in languages for which nothing was measured.
    func predicted(_ wakes: [Wake], _ pack: ModelPack) throws(ModelError) -> [Wake] {
        guard !wakes.isEmpty else { return [] }
        let words = WakeAdviser.words.union(wakes.flatMap(\.phrase.words))
        guard let adviser = try WakeAdviser(pack, try configuration.lexicon(of: words, from: pack)) else {
            return wakes
        }
        return wakes.map { wake in
            let (words, acceptance) = (wake.phrase.words, wake.phrase.acceptance)
            var predicted = wake
            predicted.prediction = adviser.prediction(of: words, acceptance: acceptance)
            if wake.isTriggerTight, predicted.prediction?.isMissedMore == false {
                predicted.prediction?.missesMoreBy = .trigger
            }
            predicted.better = adviser.proposals(insteadOf: words, acceptance: acceptance)
            predicted.isBelievedTooEasily =
                predicted.prediction?.isOftenHeard == true && acceptance < WakeAcceptance.usual
                && adviser.prediction(of: words)?.isOftenHeard == false
            return predicted
        }
    }
}
