import Models

/// Short names of weekdays, in the words that are said for them: "Mon.–Fri. 9:00", "MON to FRI", "Sat 10-4", "Sun. closed". Elsewhere
/// "sun" and "wed" are words, so one that stands alone has a number behind it, or a point within a sentence. A value; any thread may
/// use it.
///
/// ```swift
/// let days = WrittenDays(words)
/// days.words("Mon.–Fri. 9:00", behind: " ")    // monday to friday, of 9 signs
/// ```
struct WrittenDays: Sendable {
    typealias Found = WrittenQuantities.Found
    typealias Text = WrittenQuantities.Text

    private let names: [String: [String]]
    /// What is said for a hyphen between two.
    private let range: [String]
    /// What may stand between two besides, and what is said for it.
    private let joints: [(written: String, said: [String])]

    init(_ language: LanguageWords) {
        names = (language.writing?.weekdays ?? [:]).mapValues(\.spokenWords)
        range = language.writing?.range?.spokenWords ?? []
        var joints: [(written: String, said: [String])] = [(", ", []), (",", []), ("/", [])]
        if let and = language.writing?.signs["&"] { joints.append((" & ", and.spokenWords)) }
        let between = [language.numbers?.and, language.writing?.range].compactMap { $0 }
        for word in between + (language.writing?.rangeWords ?? []) {
            joints.append((" \(word) ", word.spokenWords))
        }
        self.joints = joints
    }

    /// What is said for the days that `text` begins with; nil where it may be other words.
    ///
    /// - Parameter before: The sign of the text before it.
    func words(_ text: Text, behind before: Unicode.Scalar?) -> Found? {
        if let before, VocabularyText.isLetter(before) || VocabularyText.isDigit(before) { return nil }
        guard var found = name(text) else { return nil }
        var isAlone = true
        while let joint = joint(text.dropFirst(found.length)),
            let next = name(text.dropFirst(found.length + joint.length))
        {
            found.words += joint.words + next.words
            found.length += joint.length + next.length
            isAlone = false
        }
        let behind = text.dropFirst(found.length)
        let rest = behind.drop { $0 == "," || $0 == "." || $0.properties.isWhitespace }
        let hasNumber = rest.first.map(VocabularyText.isDigit) ?? false
        // The point of "Fri. 9:00" and "Sat. closed" ends no sentence.
        let hasPoint = behind.first == "." && (hasNumber || Self.isInSentence(behind.dropFirst()))
        // "SAT 1200" is a test.
        let isPlain = text.dropFirst().first?.properties.isUppercase == false
        if isAlone, !isPlain || !hasNumber && !hasPoint { return nil }
        return (found.words, found.length + (hasPoint ? 1 : 0))
    }

    /// Whether what stands behind a point goes on with a small letter.
    private static func isInSentence(_ text: Text) -> Bool {
        text.first?.properties.isWhitespace == true
            && text.first(where: { !$0.properties.isWhitespace })?.properties.isLowercase == true
    }

    /// One name, in capitals or not, without the point that may stand behind it.
    private func name(_ text: Text) -> Found? {
        guard text.first?.properties.isUppercase == true else { return nil }
        let name = text.prefix(while: VocabularyText.isLetter)
        let plain = String(name.prefix(1)) + String(name.dropFirst()).lowercased()
        return names[plain].map { ($0, name.count) }
    }

    /// What stands between two names, with the point of the first.
    private func joint(_ text: Text) -> Found? {
        let point = text.first == "." ? 1 : 0
        let text = text.dropFirst(point)
        for (written, said) in joints {
            let length = written.unicodeScalars.count
            if String(text.prefix(length)).lowercased() == written { return (said, point + length) }
        }
        let space = text.first == " " ? 1 : 0
        guard let hyphen = text.dropFirst(space).first, WrittenQuantities.hyphens.contains(hyphen) else {
            return nil
        }
        let behind = text.dropFirst(space + 1).first == " " ? 1 : 0
        return (range, point + space + 1 + behind)
    }
}
