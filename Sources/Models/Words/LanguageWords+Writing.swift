import Configuration

extension LanguageWords {
    /// How dictated words are written down: marks that are spoken, capitals, and what follows a number.
    package struct Writing: Sendable, Hashable {
        /// What is said for a sum of money.
        package struct Currency: Sendable, Hashable {
            /// For one of it, and for more.
            package var one: String
            package var several: String
            /// For a hundredth, and for more; nil where there are none.
            package var hundredth: String?
            package var hundredths: String?
            /// Whether the words are something else as well, as the pounds of "two pounds of flour": then the sign is read, and never
            /// written.
            package var isAmbiguous: Bool
        }

        /// What is said for marks and line breaks, and these themselves.
        package var marks: [String: String]
        /// Words of which more is in capitals than a sentence's first letter: `i: I`.
        package var capitals: [String: String]
        /// What is said behind a number, and written right behind it: `percent: "%"`.
        package var units: [String: String]
        /// What is said behind a number, and multiplies it: `million: 1000000`.
        package var scales: [String: Int]
        /// Sums of money, by the sign that stands before or behind them.
        package var money: [String: Currency]
        /// In texts, what is said for a sign that stands by itself, `"&": and`, for a unit behind one and several,
        /// `km: kilometer | kilometers`, and for a short form; longer ones are looked for first.
        package var signs: [String: String]
        /// In texts, what is said for a fraction: `1/2: one half`.
        package var fractions: [String: String]
        /// In texts, what is said for the short name of a day, `Mon: monday`, beside another one or a number.
        package var weekdays: [String: String]
        /// In texts, the word between the ends of a range: the `to` of "10-20"; nil where there is none.
        package var range: String?
        /// In texts, other words between the ends of a range, as they are written: the `through` of "Mon through Fri".
        package var rangeWords: [String]
        /// In texts, words behind which a point ends no sentence: `dr`.
        package var abbreviations: Set<String>
        /// Whether years are said two digits at a time: "nineteen eighty four".
        package var yearsInPairs: Bool
        /// What is said behind a time of day, and written behind it with a space: `p m: pm`.
        package var clock: [String: String]
        /// Words behind which two numbers are a time of day: the `at` of "at nine thirty".
        package var timeAfter: Set<String>
        /// Words behind which two numbers are one: the `flight` of "flight two forty seven".
        package var numberAfter: Set<String>
        /// Other words behind which two numbers are one where they can be no time of day: the `order` of "order two forty seven".
        package var numberNear: Set<String>
        /// Words before which two numbers likewise are one: the `over` of "one twenty one over seventy eight".
        package var numberBefore: Set<String>
        /// Phrases behind which two numbers are of a house, and no time of day: `lives at`.
        package var addressAfter: [String]
        /// Words for streets, in the names of which two numbers are of a house: the `street` of "nine thirty elm street".
        package var streets: Set<String>
        /// What is counted and is no sign's word, for one and for several of it: `year | years`.
        package var counted: [String]
        /// Words for digits besides the numbers' own: `oh: 0`.
        package var digits: [String: String]
        /// Words that say the digit behind them so many times: `double: 2`.
        package var repeats: [String: Int]
        /// The word between the whole and the parts of a number: "three point five"; nil where there is none.
        package var point: String?
        /// Words behind which a number is none by itself: the `first` of "twenty first". In order from the first to the twentieth, then the
        /// tens to the ninetieth, the hundredth, and the thousandth.
        package var ordinals: [String]
        /// The words before a domain and within it, in addresses of mail; nil where there are none.
        package var at: String?
        package var dot: String?
        /// What is said for other marks within addresses, and these: `underscore: _`.
        package var addressMarks: [String: String]
        /// The last parts of domains, without one of which there is no address: "a red dot appears". Where none is named, any word.
        package var domains: Set<String>
        /// Others that are words as well, the `me` of "ada at example dot me": where an `at` stands before the domain, or it has two dots.
        package var domainWords: Set<String>
        /// Words that are no names in addresses: the `me` of "mail me at example dot org".
        package var notNames: Set<String>
        /// Words that are none right before an `at`, and may be hosts: the `shop` of "shop at example dot org".
        package var beforeAt: Set<String>
        /// Names in addresses that have an article, too: the `support` of "our support at example dot org".
        package var mailboxes: Set<String>
        /// Words after which a mark is meant as a word: the `a` of "a comma".
        package var literalAfter: Set<String>
        /// Phrases in which a mark is meant as a word: `trial period`.
        package var literalPhrases: [String]
        /// What is said for marks that are words as often: in a text that has marks already these stand apart where they are meant.
        package var setApart: Set<String>
        /// Months, behind which a day may stand before a year: `april`.
        package var months: Set<String>
        /// Words behind which a year stands, and a month that is another word as well: the `in` of "in may two thousand".
        package var dateAfter: Set<String>
        /// Decades, by how they are said: `eighties: 80`, and the `hundreds: 0` of a century.
        package var decades: [String: Int]
        /// What takes back what was dictated before.
        package var takeBack: [String]
        /// Words, or phrases, behind which that is meant as it is: the `to` of "i had to scratch that".
        package var keptAfter: [String]
        /// Words that say nothing by themselves before it: the `no` of "no scratch that".
        package var takeBackAfter: Set<String>

        /// All that is said and not written as it is: marks, and what takes back.
        package var asides: [String] { marks.keys.sorted() + takeBack }

        init(_ reader: MapReader) {
            let diagnostics = reader.diagnostics
            /// What is spoken is in lower case, and a sign as it is written.
            func map(_ key: String, ofSigns: Bool = false) -> [String: String] {
                var found: [String: String] = [:]
                for entry in reader.map(key)?.entries ?? [] {
                    guard !entry.key.isEmpty else {
                        diagnostics.add(
                            "an empty key stands for nothing; write what is said", at: entry.value.mark)
                        continue
                    }
                    found[ofSigns ? entry.key : entry.key.lowercased()] = String.read(
                        entry.value, diagnostics)
                }
                return found
            }
            func numbers(_ key: String, in range: ClosedRange<Int>) -> [String: Int] {
                guard let map = reader.map(key) else { return [:] }
                return map.entries.reduce(into: [:]) { found, entry in
                    found[entry.key.lowercased()] = map.required(entry.key, Int.self, in: range)
                }
            }
            func list(_ key: String) -> [String] {
                reader.node(key).flatMap { [String].read($0, diagnostics) } ?? []
            }
            marks = map("marks")
            capitals = map("capitals")
            units = map("units")
            scales = numbers("scales", in: 1000...1_000_000_000_000)
            money = [:]
            for entry in reader.map("money")?.entries ?? [] {
                money[entry.key] = Currency(MapReader(entry.value, diagnostics))
            }
            signs = map("signs", ofSigns: true)
            fractions = map("fractions", ofSigns: true)
            weekdays = map("weekdays", ofSigns: true)
            range = reader.optional("range")
            rangeWords = list("range_words")
            abbreviations = Set(list("abbreviations"))
            yearsInPairs = reader.optional("years_in_pairs") ?? false
            clock = map("clock")
            timeAfter = Set(list("time_after"))
            numberAfter = Set(list("number_after"))
            numberNear = Set(list("number_near"))
            numberBefore = Set(list("number_before"))
            addressAfter = list("address_after")
            streets = Set(list("streets"))
            counted = list("counted")
            digits = map("digits")
            repeats = numbers("repeats", in: 2...9)
            point = reader.optional("point")
            ordinals = list("ordinals")
            at = reader.optional("at")
            dot = reader.optional("dot")
            addressMarks = map("address_marks")
            domains = Set(list("domains"))
            domainWords = Set(list("domain_words"))
            notNames = Set(list("not_names"))
            beforeAt = Set(list("before_at"))
            mailboxes = Set(list("mailboxes"))
            literalAfter = Set(list("literal_after"))
            literalPhrases = list("literal_phrases")
            setApart = Set(list("set_apart"))
            months = Set(list("months"))
            dateAfter = Set(list("date_after"))
            decades = numbers("decades", in: 0...90)
            takeBack = list("take_back")
            keptAfter = list("kept_after")
            takeBackAfter = Set(list("take_back_after"))
            reader.finish()
        }
    }
}

extension LanguageWords.Writing.Currency {
    fileprivate init?(_ reader: MapReader) {
        let (one, several) = (reader.required("one", String.self), reader.required("several", String.self))
        hundredth = reader.optional("hundredth")
        hundredths = reader.optional("hundredths") ?? hundredth
        isAmbiguous = reader.optional("ambiguous") ?? false
        reader.finish()
        guard let one, let several else { return nil }
        (self.one, self.several) = (one, several)
    }
}
