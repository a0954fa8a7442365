import Configuration
import Platform

/// The section `socket:`: where programs of this machine are told what happens, and what they may ask for.
///
/// ```yaml
/// socket: /run/earshot/events
/// socket: { path: /run/earshot/events, words: on, say: on, output: on }
/// ```
package struct SocketOptions: Sendable, Hashable {
    /// The path of the socket, as it is configured; nil is ``standardPath``.
    package var path: String?
    /// Whether there is one.
    package var isOn = true
    /// Whether events bear the words that were heard.
    package var tellsWords = false
    /// Whether commands may be given as text.
    package var takesText = false
    /// Whether outputs may be switched without a command.
    package var switchesOutputs = false

    /// The socket of the service, which tells nothing that was said and switches nothing.
    package init() {}

    /// Where the socket is: nil where there is none.
    package var location: String? { isOn ? path ?? Self.standardPath : nil }

    /// `events` in the folder that systemd makes for the service; nil elsewhere.
    package static var standardPath: String? { ServiceFolder.runtime.map { $0 + "/events" } }

    /// Decodes a path, `off`, or a map.
    init(_ node: Node, _ diagnostics: Diagnostics) {
        guard node.entries != nil else {
            guard let text = String.read(node, diagnostics) else { return }
            isOn = Bool(setting: text) != false
            path = isOn ? Self.checked(text, at: node, diagnostics) : nil
            return
        }
        let reader = MapReader(node, diagnostics)
        if let text = reader.optional("path", String.self), let node = reader.node("path") {
            path = Self.checked(text, at: node, diagnostics)
        }
        tellsWords = reader.optional("words", Bool.self) ?? false
        takesText = reader.optional("say", Bool.self) ?? false
        switchesOutputs = reader.optional("output", Bool.self) ?? false
        reader.finish()
    }

    private static func checked(_ path: String, at node: Node, _ diagnostics: Diagnostics) -> String? {
        guard path.hasPrefix("/"), path.utf8.count <= 107 else {
            diagnostics.add(
                "expected a path from the root, of 107 bytes at most, such as /run/earshot/events, not '\(path)'",
                at: node.mark)
            return nil
        }
        return path
    }
}
