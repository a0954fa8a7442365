import Foundation
import Platform
import Testing

@testable import Appliance

/// Texts as an appliance hands them to sinks, and what tests of these have in common.
enum SinkPieces {
    static func text(_ text: String) -> SinkPiece {
        let transcript = ApplianceEvent.Transcript(
            text: text, confidence: 0.5, alternatives: [], segments: [])
        return SinkPiece(
            ApplianceEvent(.final(transcript), at: .seconds(2)),
            at: Date(timeIntervalSince1970: 1_700_000_000.25))!
    }

    static func retraction(_ text: String) -> SinkPiece {
        SinkPiece(
            ApplianceEvent(.retracted(text: text), at: .seconds(3)),
            at: Date(timeIntervalSince1970: 1_700_000_001))!
    }

    /// What a file has; nil where there is none.
    static func content(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// Waits for what comes, on a busy machine late, or not at all.
    static func wait(
        until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let end = ContinuousClock.now + .seconds(120)
        while !condition() {
            guard ContinuousClock.now < end else {
                Issue.record("what was waited for did not come", sourceLocation: sourceLocation)
                return
            }
            usleep(1000)
        }
    }

    /// Pauses so short that nobody waits for long, and nothing is given up for a machine that is busy.
    static var limits: TextSink.Limits {
        var limits = TextSink.Limits()
        limits.pauses = .milliseconds(5) ... .milliseconds(20)
        limits.patience = .seconds(3600)
        limits.farewell = .seconds(60)
        return limits
    }

    /// As above, for who is to be found reading nothing.
    static var impatientLimits: TextSink.Limits {
        var limits = limits
        limits.patience = .milliseconds(50)
        return limits
    }

    /// Ends a sink, and returns all that it has to say.
    @discardableResult
    static func end(_ sink: TextSink, within limit: Duration = .seconds(60)) -> [String] {
        sink.end(within: limit)
        wait { sink.isOver }
        return sink.takeNews()
    }
}
