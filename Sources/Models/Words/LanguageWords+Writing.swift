import Configuration

extension LanguageWords {
    /// How dictated words are written down: marks that are spoken, capitals, and what follows a number.
    package struct Writing: Sendable, Hashable {
        /// What is said for marks and line breaks, and these themselves.
        package var marks: [String: String]
        /// Words of which more is in capitals than a sentence's first letter: `i: I`.
        package var capitals: [String: String]
        /// What is said behind a number, and written right behind it: `percent: "%"`.
        package var units: [String: String]
        /// What is said behind a time of day, and written behind it with a space: `p m: pm`.
        package var clock: [String: String]
        /// Words behind which two numbers are a time of day: the `at` of "at nine thirty".
        package var timeAfter: Set<String>
        /// Words for digits besides the numbers' own: `oh: 0`.
        package var digits: [String: String]
        /// The word between the whole and the parts of a number: "three point five"; nil where there is none.
        package var point: String?
        /// Words behind which a number is none by itself: the `first` of "twenty first".
        package var ordinals: Set<String>
        /// The words before a domain and within it, in addresses of mail; nil where there are none.
        package var at: String?
        package var dot: String?
        /// What is said for other marks within addresses, and these: `underscore: _`.
        package var addressMarks: [String: String]
        /// The last parts of domains, without one of which there is no address: "a red dot appears". Where none is named, any word.
        package var domains: Set<String>
        /// Words that are no names in addresses: the `me` of "mail me at example dot org".
        package var notNames: Set<String>
        /// Words after which a mark is meant as a word: the `a` of "a comma".
        package var literalAfter: Set<String>
        /// What takes back what was dictated before.
        package var takeBack: [String]

        /// All that is said and not written as it is: marks, and what takes back.
        package var asides: [String] { marks.keys.sorted() + takeBack }

        init?(_ reader: MapReader) {
            let diagnostics = reader.diagnostics
            func map(_ key: String) -> [String: String] {
                var found: [String: String] = [:]
                for entry in reader.map(key)?.entries ?? [] {
                    found[entry.key.lowercased()] = String.read(entry.value, diagnostics)
                }
                return found
            }
            func list(_ key: String) -> [String] {
                reader.node(key).flatMap { [String].read($0, diagnostics) } ?? []
            }
            marks = map("marks")
            capitals = map("capitals")
            units = map("units")
            clock = map("clock")
            timeAfter = Set(list("time_after"))
            digits = map("digits")
            point = reader.optional("point")
            ordinals = Set(list("ordinals"))
            at = reader.optional("at")
            dot = reader.optional("dot")
            addressMarks = map("address_marks")
            domains = Set(list("domains"))
            notNames = Set(list("not_names"))
            literalAfter = Set(list("literal_after"))
            takeBack = list("take_back")
            reader.finish()
        }
    }
}
