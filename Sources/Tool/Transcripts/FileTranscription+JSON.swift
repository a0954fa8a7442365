import Appliance
import EventSocket
import Grammar
import Platform

/// A file's text, for readers of JSON.
private struct Transcript: Encodable {
    struct Utterance: Encodable {
        struct Segment: Encodable {
            let text: String
            let start: Double
            let end: Double
            let confidence: Double
        }
        let text: String
        let confidence: Double
        let segments: [Segment]
        let alternatives: [String]?
        let engine: String?
        let problem: String?
        let withheld: String?
        let reason: String?
        let command: String?
        let slots: [String: SlotValue]?
    }
    let file: String
    let text: String
    let duration: Double
    let realTimeFactor: Double
    let utterances: [Utterance]
    let error: String?

    enum CodingKeys: String, CodingKey {
        case file, text, duration, realTimeFactor = "real_time_factor", utterances, error
    }
}

/// A file that gave no text, for readers of JSON.
struct FailedTranscription: Encodable {
    let file: String
    let error: String

    var json: String { jsonLine(self) }
}

extension FileTranscription {
    /// One line: times in seconds, to the millisecond.
    ///
    /// - Parameter alternatives: So many other readings of each utterance at most; none are left out altogether.
    func json(_ file: String, alternatives: Int) -> String {
        let utterances = utterances.map { utterance in
            Transcript.Utterance(
                text: utterance.text, confidence: utterance.confidence.rounded(toPlaces: 3),
                segments: utterance.segments.map {
                    .init(
                        text: $0.text, start: $0.start.seconds.rounded(toPlaces: 3),
                        end: $0.end.seconds.rounded(toPlaces: 3),
                        confidence: $0.confidence.rounded(toPlaces: 3))
                },
                alternatives: alternatives > 0 ? Array(utterance.alternatives.prefix(alternatives)) : nil,
                engine: utterance.engine, problem: utterance.problem, withheld: utterance.withheld,
                reason: utterance.withheldBecause?.rawValue, command: utterance.command?.name,
                slots: utterance.command?.slots)
        }
        return jsonLine(
            Transcript(
                file: file, text: text, duration: duration.seconds.rounded(toPlaces: 3),
                realTimeFactor: realTimeFactor.rounded(toPlaces: 3),
                utterances: utterances, error: problem))
    }
}
