import Configuration

extension LanguageWords {
    /// How whole numbers are said, up to 999 999.
    ///
    /// Those that are not listed are put together: tens and units below a hundred, then hundreds, then thousands.
    package struct Numbers: Sendable, Hashable {
        /// In how many ways the listed numbers are said, each as its words: 0 to 99, and hundreds.
        package var words: [Int: [[String]]]
        /// The same of those that are said otherwise before another word of the number: `ein` in "ein und zwanzig".
        package var before: [Int: [[String]]]
        /// Whether the units come before the tens.
        package var unitsFirst = false
        /// What stands between the two.
        package var between: [String] = []
        /// The word after the count of hundreds and of thousands; nil where numbers end below.
        package var hundred: String?
        package var thousand: String?
        /// What may be said for one before these, besides its own word; an empty one is nothing at all.
        package var one: [String] = []
        /// What may stand before the part below a hundred.
        package var and: String?
        /// What stands before a negative number; nil where there are none.
        package var minus: String?

        init?(_ reader: MapReader) {
            words = Self.map("words", of: reader)
            before = Self.map("before", of: reader)
            hundred = reader.optional("hundred")
            thousand = reader.optional("thousand")
            one = reader.node("one").flatMap { [String].read($0, reader.diagnostics) } ?? []
            and = reader.optional("and")
            minus = reader.optional("minus")
            if let tens = reader.optional("tens", String.self) {
                let parts = tens.spokenWords
                let places = [parts.firstIndex(of: "<tens>"), parts.firstIndex(of: "<units>")].compactMap {
                    $0
                }
                guard places.count == 2, places.min() == 0, places.max() == parts.count - 1 else {
                    reader.report(
                        "write how 21 is put together, as '<tens> <units>' or '<units> and <tens>'",
                        about: "tens")
                    return nil
                }
                unitsFirst = places[1] == 0
                between = Array(parts[1..<(parts.count - 1)])
            }
            reader.finish()
            if thousand != nil, !isSayable(1...999) {
                reader.report(
                    "'thousand' needs all numbers below; list more under 'words:', or add 'hundred:' or 'tens:'",
                    about: "thousand")
            }
        }

        /// Reads a map of numbers to phrases.
        private static func map(_ key: String, of reader: MapReader) -> [Int: [[String]]] {
            var found: [Int: [[String]]] = [:]
            for entry in reader.map(key)?.entries ?? [] {
                guard let number = Int(entry.key),
                    (0...99).contains(number) || ((100...900).contains(number) && number % 100 == 0)
                else {
                    reader.diagnostics.add(
                        "expected a number from 0 to 99, or 100, 200 to 900, not '\(entry.key)'",
                        at: entry.keyMark)
                    continue
                }
                let phrases = ([String].read(entry.value, reader.diagnostics) ?? []).map(\.spokenWords)
                if phrases.isEmpty || phrases.contains([]) {
                    reader.diagnostics.add("write how \(number) is said", at: entry.value.mark)
                }
                found[number] = phrases
            }
            return found
        }
    }
}

extension LanguageWords.Numbers {
    /// The tens, 1 to 9, whose numbers are put together: those of which no other is listed.
    package var composedTens: [Int] {
        (1...9).filter { ten in
            words[ten * 10] != nil && (1...9).allSatisfy { words[ten * 10 + $0] == nil && words[$0] != nil }
        }
    }

    /// Whether the hundreds have words of their own.
    package var listsHundreds: Bool { (1...9).allSatisfy { words[$0 * 100] != nil } }

    /// Whether every number of the range can be said.
    package func isSayable(_ range: ClosedRange<Int>) -> Bool {
        if range.lowerBound < 0 {
            guard minus != nil, isSayable(max(1, -range.upperBound)...(-range.lowerBound)) else {
                return false
            }
            return range.upperBound < 0 || isSayable(0...range.upperBound)
        }
        let composed = composedTens
        let small = range.clamped(to: 0...max(99, range.lowerBound))
        if range.lowerBound <= 99 {
            let parts = range.upperBound > 99 ? min(range.lowerBound, 1)...99 : small
            guard parts.allSatisfy({ words[$0] != nil || composed.contains($0 / 10) }) else { return false }
        }
        if range.upperBound > 99 {
            guard range.lowerBound <= 1 || isSayable(1...99), hundred != nil || listsHundreds else {
                return false
            }
        }
        return range.upperBound <= 999 || thousand != nil
    }
}
