import EventSocket
import FoundationEssentials

/// Tells by an appliance's events, a line of JSON each, what came of what was said to it.
///
/// ```swift
/// var witness = SpokenWitness(isOfText: false, isToldWords: true)
/// witness.outcome(of: #"{"event":"command","name":"lamp","score":0.98}"#)     // understood as lamp
/// ```
package struct SpokenWitness {
    private let isOfText: Bool
    private let isToldWords: Bool
    private var isRecorded = false
    /// Whether what was recorded is judged: what is cancelled before goes from recording to rest.
    private var isDecided = false
    private var refusal: String?

    /// - Parameters:
    ///   - isOfText: Whether free text is taken, and not commands.
    ///   - isToldWords: Whether events have the words that were heard; without them text is known by the sound that was kept for it.
    package init(isOfText: Bool, isToldWords: Bool) {
        self.isOfText = isOfText
        self.isToldWords = isToldWords
    }

    /// What an event shows; nil while it must be waited on. A refusal is named by its reason, as events have it.
    package mutating func outcome(of line: String) -> SpokenCheck.Outcome? {
        guard let event = try? JSONDecoder().decode(SocketEvent.self, from: Data(line.utf8)) else {
            return nil
        }
        switch event.event {
        case "command": return event.name.map { .understood($0, score: event.score ?? 0) }
        case "final" where isOfText:
            guard let text = event.text, !text.isEmpty else { return nil }
            return .written(text)
        case "rejected":
            refusal = event.reason
            // Noise may be refused besides.
            guard event.nearest != nil else { return nil }
            return event.reason.map { .refused($0) }
        case "availability" where event.available == false:
            return .failed("the microphone cannot be heard: \(event.reason ?? "nobody knows why")")
        case "state" where isOfText && !isToldWords: return outcome(inState: event.state)
        default: return nil
        }
    }

    /// What it is when nothing more is waited for.
    package var end: SpokenCheck.Outcome { refusal.map { .refused($0) } ?? .nothing }

    private mutating func outcome(inState state: String?) -> SpokenCheck.Outcome? {
        switch state {
        case "recording":
            (isRecorded, isDecided, refusal) = (true, false, nil)
            return nil
        case "deciding":
            isDecided = isRecorded
            return nil
        default:
            defer { (isRecorded, isDecided) = (false, false) }
            return isDecided && refusal == nil ? .written(nil) : nil
        }
    }
}
