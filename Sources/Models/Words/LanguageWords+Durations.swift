import Configuration

extension LanguageWords {
    /// How spans of time are said, and what the words come to.
    package struct Durations: Sendable {
        /// What may be said, each a phrase as in `say:`, with numbers and the names of `rules`.
        package var say: [Node]
        /// Parts of these.
        package var rules: [String: Node]
        /// Words that are said otherwise where more words must follow, as in "ten minute timer".
        package var beforeNoun: [String: Node]
        /// How long each unit is.
        package var units: [String: Duration]
        /// Parts of a unit: `half: 0.5`.
        package var parts: [String: Double]
        /// What says one, besides the numbers' own words.
        package var one: Set<String>
        /// What adds: "an hour and ten minutes".
        package var and: String?
        /// What says nothing by itself: the "of an" in "a quarter of an hour".
        package var silent: Set<String>
        /// How a voice says units, one and several of them.
        package var spoken: Spoken?

        /// How a voice says units: one, then several; a single word serves for both.
        package struct Spoken: Sendable, Hashable {
            package var hours: [String]
            package var minutes: [String]
            package var seconds: [String]
        }

        init(_ reader: MapReader) {
            let diagnostics = reader.diagnostics
            say = reader.requiredNode("say").map { $0.items ?? [$0] } ?? []
            rules = Self.nodes(reader.map("rules"))
            // Words are in lower case, as phrases are; the names of rules are as they are written.
            beforeNoun = Self.words(reader.map("before_noun"))
            units = Self.values(reader.map("units"), diagnostics)
            parts = Self.values(reader.map("parts"), diagnostics)
            func words(_ key: String) -> Set<String> {
                Set(
                    (reader.node(key).flatMap { [String].read($0, diagnostics) } ?? []).map {
                        $0.lowercased()
                    })
            }
            one = words("one")
            and = reader.optional("and", String.self)?.lowercased()
            silent = words("silent")
            spoken = reader.map("spoken").flatMap { Spoken($0) }
            reader.finish()
            if units.isEmpty {
                reader.report("write how long each unit is: 'units: { minute: 1m }'", about: "units")
            }
        }

        private static func nodes(_ reader: MapReader?) -> [String: Node] {
            Dictionary((reader?.entries ?? []).map { ($0.key, $0.value) }) { first, _ in first }
        }

        private static func words(_ reader: MapReader?) -> [String: Node] {
            Dictionary(nodes(reader).map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        }

        private static func values<Value: SettingValue>(
            _ reader: MapReader?, _ diagnostics: Diagnostics
        ) -> [String: Value] {
            words(reader).compactMapValues { Value.read($0, diagnostics) }
        }
    }
}

extension LanguageWords.Durations.Spoken {
    fileprivate init?(_ reader: MapReader) {
        let hours = reader.required("hour", [String].self)
        let minutes = reader.required("minute", [String].self)
        let seconds = reader.required("second", [String].self)
        reader.finish()
        guard let hours, let minutes, let seconds, ![hours, minutes, seconds].contains([]) else { return nil }
        self.init(hours: hours, minutes: minutes, seconds: seconds)
    }
}
