import Flite

/// Guesses how an English word is said: flite's lexicon, and its letter-to-sound rules for what that lacks.
///
/// Any thread may ask; one at a time is served, as is everything that enters flite.
enum LetterToSound {
    /// The phones of `word` in CMUdict's set (`AH`, without stress), or nil if it has no letters to go by.
    static func guess(_ word: String) -> [String]? {
        // flite knows letters only; a hyphen or point separates words.
        let parts = plain(word).split { "-_.".contains($0) }
        var phones: [String] = []
        for part in parts {
            let letters = part.filter { $0 != "'" }
            guard !letters.isEmpty, letters.allSatisfy({ ("a"..."z").contains($0) }) else { return nil }
            phones += Flite.phones(of: letters).map(phone)
        }
        return phones.isEmpty ? nil : phones
    }

    /// The word in the letters of English: `beyoncé` is read as `beyonce`, `köln` as `koln`, `strauß` as `strauss`.
    private static func plain(_ word: String) -> String {
        word.lowercased().reduce(into: "") { $0 += letters[$1] ?? String($1) }
    }

    private static let letters: [Character: String] = {
        let families = [
            "a": "àáâãäåā", "ae": "æ", "c": "çćč", "d": "ďð", "e": "èéêëēę", "i": "ìíîïī", "l": "ł",
            "n": "ñńň",
            "o": "òóôõöøō", "oe": "œ", "r": "řŕ", "s": "śšș", "ss": "ß", "t": "ťț", "u": "ùúûüůū", "y": "ýÿ",
            "z": "źżž",
        ]
        return families.reduce(into: [:]) { letters, family in
            for letter in family.value { letters[letter] = family.key }
        }
    }()

    /// flite writes stress behind vowels and has a phone `ax` for an unstressed `AH`.
    private static func phone(_ name: String) -> String {
        let bare = String(name.prefix { !$0.isNumber })
        return bare == "ax" ? "AH" : bare.uppercased()
    }
}
