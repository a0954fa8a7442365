import Configuration
import Grammar
import Utterance

extension Manifest {
    /// What is wrong with a line, and what to do.
    struct Mistake: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// A line as it is written.
    struct Entry: Decodable {
        let audio: String
        let label: Label
        let words: [String]?

        init(from decoder: any Decoder) throws {
            let line = try Line(decoder)
            guard let audio = try line.text(.audio) else {
                throw try line.misspelt([.audio])
                    ?? Mistake("\"audio\" is missing, the path of the recording")
            }
            self.audio = audio
            words = try line.text(.text).map(Manifest.words)
            label = try line.label(words)
        }
    }

    /// The keys of a line, and what is wrong with them.
    private struct Line {
        enum Key: String, CodingKey { case audio, command, slots, text, wake }

        private let decoder: any Decoder
        private let object: KeyedDecodingContainer<Key>

        init(_ decoder: any Decoder) throws {
            self.decoder = decoder
            object = try decoder.container(keyedBy: Key.self)
        }

        func text(_ key: Key) throws -> String? {
            do {
                return try object.decodeIfPresent(String.self, forKey: key)
            } catch {
                throw Mistake("\"\(key.rawValue)\" must be text in double quotes")
            }
        }

        /// - Parameter words: Those of its text.
        func label(_ words: [String]?) throws -> Label {
            let phrase = try phrase()
            let name = try text(.command)
            let slots = try slots()
            if let name {
                // Every slot would go unscored.
                if slots.isEmpty, let mistake = try misspelt([.slots]) { throw mistake }
                return .command(name, slots: slots, wake: phrase)
            }
            guard slots.isEmpty else {
                throw try misspelt([.command]) ?? Mistake("\"slots\" needs a \"command\" that they belong to")
            }
            if let phrase { return .wake(phrase) }
            // A command of null says "nothing may be triggered", and no command says nothing.
            if object.contains(.command) { return .nothing }
            if let words { return .text(words) }
            throw try misspelt([.command, .text, .wake])
                ?? Mistake("\"command\", \"text\" or \"wake\" is missing: what must come of the recording")
        }

        private func phrase() throws -> String? {
            let phrase = try text(.wake).map(WakePhrase.text(of:))
            if phrase == "" {
                throw Mistake(
                    "\"wake\" is empty; write the phrase that was said, or \"command\": null for none")
            }
            // Without it the command would be played as if its phrase had just been heard.
            if phrase == nil, let mistake = try capitalized(.wake) { throw mistake }
            return phrase
        }

        private func slots() throws -> [String: String] {
            do {
                return try (object.decodeIfPresent([String: Value].self, forKey: .slots) ?? [:]).mapValues(
                    \.text)
            } catch {
                throw Mistake("\"slots\" must be text and numbers by name, as in {\"state\": \"on\"}")
            }
        }

        // MARK: - Misspelt keys

        /// A key that was probably meant to be one of `keys`, none of which is there.
        func misspelt(_ keys: [Key]) throws -> Mistake? {
            for key in try written() where Key(rawValue: key) == nil {
                guard let remedy = correction(of: key, among: keys.map(\.rawValue)) else { continue }
                return Mistake("unknown key '\(key)'; \(remedy)")
            }
            return nil
        }

        /// A key that is `key` in other letters. One that is no more than near may be somebody's own: "take" is not "wake".
        private func capitalized(_ key: Key) throws -> Mistake? {
            try written().first { $0 != key.rawValue && $0.lowercased() == key.rawValue }
                .map { Mistake("unknown key '\($0)'; did you mean '\(key.rawValue)'?") }
        }

        private func written() throws -> [String] {
            try decoder.singleValueContainer().decode([String: Anything].self).keys.sorted()
        }
    }

    /// A value of a key that is not looked at.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// A slot's value as it is printed, from any of the ways to write it.
    private struct Value: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            if let value = try? SlotValue(from: decoder) {
                text = "\(value)"
            } else {
                // A label may give a tag such as {0.5} as a number.
                text = "\(try decoder.singleValueContainer().decode(Double.self))"
            }
        }
    }
}
