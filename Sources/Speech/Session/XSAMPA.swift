/// Pronunciations as the Speech framework takes them, `w I n aU @r`, in the phones of CMUdict, which English models have.
///
/// Source: J. C. Wells, "Computer-coding the IPA: a proposed extension of SAMPA", 1995; the phones: CMUdict 0.7b.
///
/// ```swift
/// XSAMPA.phones(of: "w I n aU @r")        // "W IH N AW ER"
/// ```
enum XSAMPA {
    /// The phones of a pronunciation, with white space between its sounds or without; nil where there is one that English does not
    /// have.
    static func phones(of pronunciation: String) -> String? {
        var phones: [String] = []
        for part in pronunciation.split(whereSeparator: \.isWhitespace) {
            var rest = part[...]
            while let first = rest.first {
                if marks.contains(first) {
                    rest = rest.dropFirst()
                    continue
                }
                guard let length = (1...3).reversed().first(where: { sounds[String(rest.prefix($0))] != nil })
                else { return nil }
                phones.append(sounds[String(rest.prefix(length))]!)
                rest = rest.dropFirst(length)
            }
        }
        return phones.isEmpty ? nil : phones.joined(separator: " ")
    }

    /// Stress, length and what divides syllables and sounds.
    private static let marks: Set<Character> = ["\"", "%", ":", ".", "-", "_", "'"]

    private static let sounds: [String: String] = [
        "i": "IY", "I": "IH", "e": "EH", "E": "EH", "{": "AE", "a": "AA", "A": "AA", "Q": "AA", "O": "AO",
        "o": "OW", "U": "UH", "u": "UW", "V": "AH", "@": "AH", "3": "ER", "3`": "ER", "@`": "ER", "@r": "ER",
        "3r": "ER", "r=": "ER", "eI": "EY", "aI": "AY", "OI": "OY", "aU": "AW", "oU": "OW", "@U": "OW",
        "p": "P", "b": "B", "t": "T", "d": "D", "k": "K", "g": "G", "f": "F", "v": "V", "T": "TH", "D": "DH",
        "s": "S", "z": "Z", "S": "SH", "Z": "ZH", "h": "HH", "m": "M", "n": "N", "N": "NG", "l": "L",
        "r": "R", "r\\": "R", "w": "W", "j": "Y", "tS": "CH", "dZ": "JH", "4": "D", "l=": "AH L",
        "m=": "AH M", "n=": "AH N",
    ]
}
