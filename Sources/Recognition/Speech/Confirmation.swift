import Language

/// What is listened for when a task hint says `confirmation`.
enum Confirmation {
    /// The answers by language; a language that is not here confirms by dictation.
    private static let phrases = [
        "en": [
            "yes": "yes [please] | yeah | yep | sure | okay | of course | that is right | do it",
            "no": "no [(thanks | thank you)] | cancel | stop | do not",
        ],
        "de": ["yes": "ja [bitte] | genau | richtig | okay", "no": "nein [danke] | stopp | abbrechen"],
        "fr": ["yes": "oui | d'accord | bien sûr", "no": "non [merci] | annuler | arrêter"],
        "es": ["yes": "sí | claro | vale", "no": "no [gracias] | cancelar"],
    ]

    static func grammar(for locale: LocaleTag) -> Grammar? {
        guard let answers = phrases[locale.language], let yes = answers["yes"], let no = answers["no"] else {
            return nil
        }
        return try? Grammar(commands: ["yes": yes, "no": no])
    }

    /// Whether `words` were said, rather than other speech forced into them. A yes is too short for a command's measures
    /// but the mean and the worst window, which is of a single word's size; a no moves nothing, and needs the mean alone.
    static func accepts(_ words: [String], _ scores: VerificationScores, for locale: LocaleTag) -> Bool {
        guard grammar(for: locale)?.parse(words).first?.command == "yes" else {
            return scores.wordMean >= -22.5
        }
        return scores.wordMean >= -17 && scores.worstWindow <= 72
    }
}
