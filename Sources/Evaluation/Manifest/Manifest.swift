import Configuration
import FoundationEssentials

/// A set of labelled recordings: a file with one JSON object a line.
///
///     {"audio": "lamp/07.flac", "command": "lamp", "slots": {"state": "on"}}
///     {"audio": "radio.flac", "command": null}
///     {"audio": "memo.wav", "text": "meet me at ten"}
///     {"audio": "hey.wav", "wake": "okay workshop"}
///     {"audio": "lamp/08.flac", "wake": "okay workshop", "command": "lamp", "slots": {"state": "on"}}
///
/// `audio` is relative to the manifest's folder. Keys that are not named here are let be, save where one of these is
/// missing and was probably meant, and so are empty lines. Slots are compared as they are printed, and may stand as
/// `earshot evaluate --json` writes them, too: ten minutes are `"600s"`, `600` or `{"seconds": 600}`, and a rule that was
/// said twice is `"red, blue"` or `["red", "blue"]`.
///
/// A line with `wake` beside `command` is of both, said one after the other: where the configuration has wake phrases,
/// nothing is done before that phrase was heard. `command` alone is of a command without a phrase before it, and is
/// played as if one had just been heard. `wake` beside a command of null is the same as `wake` alone: nothing may be
/// done after it. A line with a command or a wake phrase may give the words of the recording as `text`, too; where these
/// say a command, it must be that one.
///
/// `text` alone is what is to be written down where the configuration takes dictation. Beside commands its words say what
/// must be done: a command's words, after a wake phrase where there are such, stand for that command with its slots, and
/// from any other words nothing must come. An empty text says that there is nothing to write down, as does a command of null.
///
/// What is heard is words. Beside commands, `10` in a text is "ten"; of `10%`, `9:30` and the like it is not known how they were said, so
/// these are to be written in words, and so are all numbers of dictation, unless an engine writes it down.
///
/// ```swift
/// let manifest = try Manifest(path: "site/manifest.jsonl")
/// print(manifest.clips.count, "recordings")
/// ```
package struct Manifest: Sendable {
    /// What a recording must come to: given to ``RecordingFolder/keep(_:as:label:)``, and read from a manifest.
    package enum Label: Sendable, Hashable {
        /// This command with these slots, by name as they are printed; after this wake phrase, if one was said before it
        /// in the same recording.
        case command(String, slots: [String: String], wake: String? = nil)
        /// No command at all: other speech, noise.
        case nothing
        /// These words, in lower case.
        case text([String])
        /// This wake phrase, and no command.
        case wake(String)

        /// The wake phrase that was said, alone or before a command; nil if none was.
        package var wakePhrase: String? {
            switch self {
            case .wake(let phrase): phrase
            case .command(_, _, let phrase): phrase
            case .nothing, .text: nil
            }
        }

        /// The command that was said; nil if none was.
        var commandName: String? {
            if case .command(let name, _, _) = self { name } else { nil }
        }

        /// Whether the text, or the wake phrase, contains the words of `phrase`, one after the other.
        func says(_ phrase: String) -> Bool {
            let said =
                if case .text(let words) = self { words.joined(separator: " ") } else { wakePhrase ?? "" }
            return " \(said) ".contains(" \(phrase) ")
        }
    }

    /// A recording of the set.
    ///
    /// ```swift
    /// let negatives = manifest.clips.filter { $0.label == .nothing }
    /// ```
    package struct Clip: Sendable, Hashable {
        /// The line of the manifest, counted from 1.
        package var line: Int
        /// As in the manifest, to name it in reports.
        package var name: String
        /// Where it is; relative to the working folder if the manifest's path was.
        package var path: String
        /// What it must come to.
        package var label: Label
        /// The words that were said, in lower case, where the line has them; beside a command they serve to measure how
        /// soon it was done, and how many of them were heard wrong.
        package var words: [String]?
    }

    /// The manifest itself, as it was named.
    let path: String
    /// The recordings in the order of the lines; at least one.
    package internal(set) var clips: [Clip]
    /// The slots that some label names; other slots are not scored.
    var slotNames: Set<String> {
        clips.reduce(into: []) { names, clip in
            if case .command(_, let slots, _) = clip.label { names.formUnion(slots.keys) }
        }
    }

    /// Reads the manifest at `path`, 256 MB at most; every line must be right. The recordings are not looked at.
    ///
    /// - Throws: `EvaluationError.manifest` if it cannot be read or is empty, or `.line` for the first wrong line.
    package init(path: String) throws(EvaluationError) {
        let text: String
        do {
            text = try TextFile.text(path: path, atMost: 1 << 28)
        } catch {
            throw .manifest(reason: "\(error)")
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var clips: [Clip] = []
        let decoder = JSONDecoder()
        for (index, line) in TextFile.lines(of: text).enumerated() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            do {
                let entry = try decoder.decode(Entry.self, from: Data(line.utf8))
                if let key = Self.repeatedKey(in: line) {
                    throw Mistake("\"\(key)\" stands twice in it; keep one of them")
                }
                let isAbsolute = entry.audio.hasPrefix("/")
                clips.append(
                    Clip(
                        line: index + 1, name: entry.audio,
                        path: isAbsolute ? entry.audio : folder + entry.audio,
                        label: entry.label, words: entry.words))
            } catch {
                throw .line(path: path, number: index + 1, reason: Self.reason(for: error))
            }
        }
        guard !clips.isEmpty else {
            throw .manifest(reason: "\(path): has no line; write one for each recording")
        }
        self.path = path
        self.clips = clips
    }
}

extension Manifest {
    private static func reason(for error: any Error) -> String {
        switch error {
        case let mistake as Mistake: mistake.reason
        case DecodingError.dataCorrupted:
            "is not JSON; write {\"audio\": \"lamp.wav\", \"command\": \"lamp\"}, all of it in one line"
        default: "must be one JSON object with \"audio\" and one of \"command\", \"text\" and \"wake\""
        }
    }
}
