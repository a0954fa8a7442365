import Commands
import Glibc
import Settings
import Station

/// Sets `trust:` of commands in the text of a configuration file and leaves everything else as it stands: comments,
/// order, quotes and line ends.
///
///     try TrustWriter.write(["pump": .strict], to: "site.yaml")
public enum TrustWriter {
    /// Rewrites the file at `path`, all of it or nothing: it is replaced only by a text that was read back and says
    /// what was meant.
    ///
    /// - Throws: `EvaluationError.unwritable`, when the file cannot be replaced, or is written in a way that is not
    ///   understood here; the message says what to do by hand.
    public static func write(_ trust: [String: Trust], to path: String) throws(EvaluationError) {
        let text: String
        let edited: String
        do {
            text = try TextFile.text(path: path)
            edited = try edit(text, name: path, trust)
        } catch let error as EvaluationError {
            throw error
        } catch {
            throw .unwritable(reason: "\(error)")
        }
        guard edited != text else { return }
        // A link is followed: its target is what holds the settings.
        guard let resolved = realpath(path, nil) else {
            throw .unwritable(reason: "\(path) is not there any more")
        }
        defer { free(resolved) }
        let target = String(cString: resolved)
        var status = stat()
        // In the same folder, so that what the file imports is found.
        let draft = target + ".new"
        guard stat(target, &status) == 0, store(edited, in: draft, mode: status.st_mode & 0o777) else {
            throw .unwritable(reason: "\(draft): cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { unlink(draft) }
        guard let read = try? Configuration.load(draft),
            trust.allSatisfy({ name, wanted in read.commands.first { $0.name == name }?.trust == wanted })
        else { throw byHand(trust, path) }
        guard rename(draft, target) == 0 else {
            throw .unwritable(reason: "\(path): cannot be replaced: \(String(cString: strerror(errno)))")
        }
    }

    /// The text with each command's trust set.
    static func edit(_ text: String, name: String, _ trust: [String: Trust]) throws -> String {
        var lines = Lines(text)
        let commands = try Document(text: text, name: name).root["commands"]?.entries ?? []
        // From the end, so that places before an edit stay true.
        for command in commands.reversed() {
            guard let wanted = trust[command.key] else { continue }
            if let old = command.value["trust"] {
                guard lines.replace(at: old, with: wanted.setting) else { throw byHand(trust, name) }
            } else {
                let keys = command.value.entries ?? []
                // After the phrase, where there is something after it.
                guard let place = (keys.first { $0.key != "say" } ?? keys.first)?.keyMark else {
                    throw byHand(trust, name)
                }
                lines.insert("trust: \(wanted.setting)", at: place)
            }
        }
        return lines.text
    }

    private static func byHand(_ trust: [String: Trust], _ path: String) -> EvaluationError {
        let lines = trust.sorted { $0.key < $1.key }.map { "  \($0.key): trust: \($0.value.setting)" }
        return .unwritable(
            reason: "\(path) is written in a way that is left alone here; set by hand\n"
                + lines.joined(separator: "\n"))
    }

    private static func store(_ text: String, in path: String, mode: mode_t) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return fsync(descriptor) == 0
    }
}

/// A text that is edited at marks: line and column, in Unicode scalars.
private struct Lines {
    private var scalars: [Unicode.Scalar]

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var text: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// The index of a mark; a byte order mark before the first line is no column.
    private func index(of mark: Mark) -> Int {
        var start = scalars.first == "\u{FEFF}" ? 1 : 0
        for _ in 1..<max(1, mark.line) {
            guard let end = scalars[start...].firstIndex(of: "\n") else { return scalars.count }
            start = end + 1
        }
        return min(scalars.count, start + mark.column - 1)
    }

    /// Puts an entry before the one whose key stands at `mark`: a line before its line, or in the same line of a
    /// map in braces.
    mutating func insert(_ entry: String, at mark: Mark) {
        let place = index(of: mark)
        let lineStart = scalars[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
        let indent = scalars[lineStart..<place]
        let isBlock = indent.allSatisfy { $0 == " " } && !isInBraces(place)
        if isBlock {
            let lineEnd = lineStart >= 2 && scalars[lineStart - 2] == "\r" ? "\r\n" : "\n"
            scalars.insert(
                contentsOf: Array(indent) + Array((entry + lineEnd).unicodeScalars), at: lineStart)
        } else {
            scalars.insert(contentsOf: Array((entry + ", ").unicodeScalars), at: place)
        }
    }

    /// Whether the key at `place`, alone on its line, still belongs to a map in braces: the entry before it ends
    /// with a comma or the brace.
    private func isInBraces(_ place: Int) -> Bool {
        let before = scalars[..<place].last { !$0.properties.isWhitespace }
        return before == "," || before == "{"
    }

    /// Replaces a word, or a map in braces; false for a value that is written in another way.
    mutating func replace(at node: Node, with setting: String) -> Bool {
        let start = index(of: node.mark)
        guard start < scalars.count else { return false }
        let end: Int
        if let text = node.text {
            let length = text.unicodeScalars.count
            let quote: Unicode.Scalar? = ["\"", "'"].contains(scalars[start]) ? scalars[start] : nil
            end = start + length + (quote == nil ? 0 : 2)
            let inner = quote == nil ? start..<end : (start + 1)..<(end - 1)
            guard end <= scalars.count, scalars[inner].elementsEqual(text.unicodeScalars) else {
                return false
            }
        } else {
            guard scalars[start] == "{", let close = scalars[start...].firstIndex(of: "}") else {
                return false
            }
            end = close + 1
        }
        scalars.replaceSubrange(start..<end, with: setting.unicodeScalars)
        return true
    }
}

extension Trust {
    /// How a configuration says it: a name, else its thresholds.
    public var setting: String {
        if let name = Name.allCases.first(where: { $0.trust == self }) { return name.rawValue }
        func text(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
        return "{ word_mean: \(text(wordMean)), worst_window: \(text(worstWindow)), "
            + "worst_words: \(text(worstWords)), length_spread: \(text(lengthSpread)) }"
    }
}
