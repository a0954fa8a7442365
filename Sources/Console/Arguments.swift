import Configuration
import Platform

/// What was typed after the name of a command: flags, options with a value, and the rest.
///
/// `--name value` and `--name=value` are the same; everything after `--` is the rest, and so is a lone `-`.
package struct Arguments {
    /// The rest, in the order in which it was typed.
    package private(set) var positionals: [String] = []
    private var values: [String: String] = [:]
    private var lists: [String: [String]] = [:]

    /// - Parameters:
    ///   - words: What was typed.
    ///   - flags: Names that stand alone, as `--json`.
    ///   - options: Names that take a value, as `--config`.
    ///   - lists: Names that take a value and may be given several times, as `--class`.
    /// - Throws: `UsageError` for a name that is none of these, that is given twice, or whose value is missing or too much.
    package init(
        _ words: some Sequence<String>, flags: [String] = [], options: [String] = [], lists: [String] = []
    ) throws(UsageError) {
        var words = Array(words)[...]
        let known = (flags + options + lists).sorted()
        while let word = words.popFirst() {
            if word == "--" {
                positionals += words
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                positionals.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if flags.contains(name) {
                guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
                values[name] = ""
            } else if options.contains(name) || lists.contains(name) {
                var given = parts.count == 2 ? String(parts[1]) : nil
                // The next option is no value; one that is called so can be written with '='.
                if given == nil, let next = words.first, !known.contains(String(next.prefix { $0 != "=" })) {
                    given = words.removeFirst()
                }
                guard let value = given else { throw UsageError("\(name) needs a value after it") }
                guard !value.isEmpty else {
                    throw UsageError("the value after \(name) is empty; give one, or leave \(name) out")
                }
                guard !lists.contains(name) else {
                    self.lists[name, default: []].append(value)
                    continue
                }
                guard values.updateValue(value, forKey: name) == nil else {
                    throw UsageError("\(name) is given twice; keep one")
                }
            } else {
                let remedy =
                    correction(of: name, among: known, quoted: { $0 })
                    ?? (known.isEmpty
                        ? "this command takes none" : "there are \(known.joined(separator: ", "))")
                throw UsageError("there is no option \(name) here; \(remedy)")
            }
        }
    }

    /// Whether a flag, or an option, was given.
    package func has(_ flag: String) -> Bool { values[flag] != nil }

    /// For a command that takes no words but its options.
    ///
    /// - Throws: `UsageError` that names the first one.
    package func expectNoMore() throws(UsageError) {
        if let extra = positionals.first { throw .unexpected(extra) }
    }

    /// What was given for an option, never empty; nil without it.
    package func value(_ option: String) -> String? { values[option] }

    /// What was given for one of the lists, in the order in which it was typed.
    package func values(of list: String) -> [String] { lists[list] ?? [] }

    /// The number that was given for an option; nil without it.
    ///
    /// - Throws: `UsageError` for what is no number above 0.
    package func positiveNumber(_ option: String) throws(UsageError) -> Double? {
        guard let text = value(option) else { return nil }
        guard let number = Double(text), number > 0, number.isFinite else {
            throw UsageError("\(option) wants a number above 0, as in '\(option) 5'")
        }
        return number
    }

    /// The whole number that was given for an option; nil without it.
    ///
    /// - Throws: `UsageError` for what is no whole number above 0.
    package func positiveInteger(_ option: String) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        guard let number = Int(text), number > 0 else {
            throw UsageError("\(option) wants a whole number above 0, not '\(text)'")
        }
        return number
    }
}

/// What was typed cannot be meant; the message says what can. Ends the program with status 64 (`EX_USAGE`).
package struct UsageError: Error, CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    package let description: String

    /// - Parameter description: what is wrong and what to do, in one line.
    package init(_ description: String) { self.description = description }

    /// For a word that has no meaning where it stands.
    package static func unexpected(_ word: String) -> UsageError {
        UsageError("'\(word)' is not expected here; leave it out")
    }
}

/// A recording, manifest or script that was named cannot be read, or is not one; the message says what to do. Ends the
/// program with status 66 (`EX_NOINPUT`).
package struct InputError: Error, CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    package let description: String

    /// - Parameter description: what is wrong and what to do, in one line.
    package init(_ description: String) { self.description = description }
}

extension Arguments {
    /// Has the log say as much as `--log-level` asks for.
    ///
    /// - Throws: `UsageError` for what is no level.
    package func setLogLevel() throws(UsageError) {
        guard let name = value("--log-level") else { return }
        guard let level = Log.Level.allCases.first(where: { "\($0)" == name }) else {
            let names = Log.Level.allCases.map { "\($0)" }.joined(separator: ", ")
            throw UsageError("--log-level can be \(names), not '\(name)'")
        }
        Log.level = level
    }
}
