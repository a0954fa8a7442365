import Appliance
import Configuration
import Interpretation

/// Sets `trust:` of commands in the text of a configuration file and leaves everything else as it stands: comments,
/// order, quotes and line ends.
///
///     try TrustWriter.write(["pump": .strict], to: "site.yaml")
package enum TrustWriter {
    /// Rewrites the file at `path`, all of it or nothing: it is replaced only by a text that was read back and says
    /// what was meant.
    ///
    /// - Parameters:
    ///   - trust: By command; others are left alone.
    ///   - path: A configuration file; a link is followed.
    /// - Throws: `EvaluationError.unwritable`, when the file cannot be replaced, or is written in a way that is not
    ///   understood here; the message says what to do by hand.
    package static func write(_ trust: [String: Trust], to path: String)
        throws(EvaluationError)
    {
        try ConfigurationFile.rewrite(path, refusal: byHand(trust, path)) { text throws(EvaluationError) in
            try edit(text, name: path, trust)
        } isMeant: { before, after in
            // A command that shares an anchor with one of these would change with it.
            after.commands.map(\.trust) == before.commands.map { trust[$0.name] ?? $0.trust }
        }
    }

    /// The text with each command's trust set.
    static func edit(
        _ text: String, name: String, _ trust: [String: Trust]
    ) throws(EvaluationError) -> String {
        var lines = SettingsText(text)
        let commands = try ConfigurationFile.document(text, name: name).root["commands"]?.entries ?? []
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
                lines.insert("trust: \(wanted.setting)", at: place, of: command.value)
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
}
