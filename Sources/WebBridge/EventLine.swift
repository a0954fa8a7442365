import EventSocket
import FoundationEssentials

/// An event as pages are told it: as the socket told it, or without the words that were heard.
///
/// Where commands are heard, `final` words may be of anybody, and are refused only afterwards. Pages are told them as `heard`, so
/// that they stand in no form.
///
/// Without words, only what is known to bear none is passed on, so that a key of a later version stays behind.
struct EventLine {
    /// Keys that name what the configuration names, or measure something.
    private static let wordless: Set<String> = [
        "v", "t", "event", "origin", "state", "name", "on", "pattern", "pressed", "phrase", "score",
        "command",
        "outcome", "reason", "nearest", "weighed", "lowest", "highest", "duration", "exact", "remaining",
        "available", "source", "message", "problem",
    ]
    /// Events that are nothing but words.
    private static let wordy: Set<String> = ["partial", "final", "retracted"]
    /// Events that nothing makes up for which comes later, as a status does for others.
    private static let onlyTold: Set<String> = ["final", "retracted", "command", "rejected", "warning"]

    /// The event as a line of JSON.
    let json: String
    /// Whether a page that misses it never learns of it.
    let isOnlyTold: Bool

    /// Nil where nothing is told of the event.
    ///
    /// - Parameter isOfCommands: whether the appliance hears commands, and no free text.
    init?(_ event: SocketEvent, tellsWords: Bool, isOfCommands: Bool = false) {
        isOnlyTold = Self.onlyTold.contains(event.event)
        if tellsWords, !isOfCommands {
            json = event.line
            return
        }
        guard tellsWords || !Self.wordy.contains(event.event),
            case .object(var keys)? = try? JSONDecoder().decode(JSONValue.self, from: Data(event.line.utf8))
        else { return nil }
        if event.event == "final" { keys["event"] = .text("heard") }
        json = jsonLine(tellsWords ? keys : keys.filter { Self.wordless.contains($0.key) })
    }
}
