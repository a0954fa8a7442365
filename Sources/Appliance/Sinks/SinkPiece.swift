import EventSocket
import FoundationEssentials

/// What a sink is given: a text that was dictated, or the news that an earlier one was taken back. A value.
struct SinkPiece: Sendable {
    private let event: ApplianceEvent
    private let moment: Date

    /// Nil for what is no text.
    init?(_ event: ApplianceEvent, at moment: Date = Date()) {
        switch event.kind {
        case .final(let transcript) where !transcript.text.isEmpty: break
        case .retracted: break
        default: return nil
        }
        self.event = event
        self.moment = moment
    }

    /// What was dictated, or taken back.
    var text: String {
        switch event.kind {
        case .final(let transcript): transcript.text
        case .retracted(let text): text
        default: ""
        }
    }

    /// Whether it takes its text back.
    var isRetraction: Bool { if case .retracted = event.kind { true } else { false } }

    /// What is written of it, with its line break; nil for what cannot be said in that format.
    func bytes(in format: SinkOptions.Format) -> [UInt8]? {
        switch format {
        case .text where isRetraction: nil
        case .text: Array("\(text)\n".utf8)
        case .json: Array("\(jsonLine(Line(event: event, moment: moment)))\n".utf8)
        }
    }

    /// The event as the socket has it, and when it was by the calendar, since its own time begins anew with every run.
    private struct Line: Encodable {
        private enum Key: String, CodingKey { case at }

        let event: ApplianceEvent
        let moment: Date

        func encode(to encoder: any Encoder) throws {
            try event.encode(to: encoder)
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(
                moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)), forKey: .at)
        }
    }
}
