import Language

/// Yes and no in words: what is listened for when a task hint says `confirmation`, and when the appliance asks.
package enum Confirmation {
    /// The answers by language; a language that is not here confirms by dictation.
    ///
    /// A yes is short, and other words pass for it; so the English ones, which are measured, are few. Of 497 recordings of
    /// speech and single words that are no answer 42 came to a yes by the thresholds below when "yep", "sure", "okay",
    /// "of course" and "do it" were listened for as well, and 13 without. "Nope" is left out, since "no" was taken for it.
    private static let phrases = [
        "en": [
            "yes": "yes [please] | yeah | that's right",
            "no": "no [thanks | thank you | stop | don't] | cancel [it | that] | stop | don't [do it]",
        ],
        "de": ["yes": "ja [bitte] | genau | richtig | okay", "no": "nein [danke] | stopp | abbrechen"],
        "fr": ["yes": "oui | d'accord | bien sûr", "no": "non [merci] | annuler | arrêter"],
        "es": ["yes": "sí | claro | vale", "no": "no [gracias] | cancelar"],
    ]

    /// The commands `yes` and `no`; nil for a language whose answers are not known.
    package static func grammar(for locale: LocaleTag) -> Grammar? {
        guard let answers = phrases[locale.language], let yes = answers["yes"], let no = answers["no"] else {
            return nil
        }
        return try? Grammar(commands: ["yes": yes, "no": no])
    }

    /// Whether `words` were said, rather than other speech forced into them. A yes is too short for a command's measures
    /// but the mean and the worst window, which is of a single word's size; a no moves nothing, and needs the mean alone.
    ///
    /// The appliance asks more of a yes (its `Answer`), since that moves a pin: here a program gets it with its confidence,
    /// and what is refused is lost.
    static func accepts(_ words: [String], _ scores: VerificationScores, for locale: LocaleTag) -> Bool {
        guard grammar(for: locale)?.parse(words).first?.command == "yes" else {
            return scores.wordMean >= -22.5
        }
        return scores.wordMean >= -17 && scores.worstWindow <= 72
    }
}
