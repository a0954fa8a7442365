import Decoding
import Interpretation

extension ApplianceEvent.Transcript {
    init(_ hypothesis: UtteranceHypothesis) {
        self.init(
            text: hypothesis.text, confidence: hypothesis.confidence,
            alternatives: hypothesis.alternatives.map { $0.map(\.text).joined(separator: " ") },
            segments: hypothesis.words.map {
                ApplianceEvent.Segment(
                    text: $0.text, start: $0.start, end: $0.end, confidence: hypothesis.confidence(of: $0))
            })
        switch hypothesis.source {
        case nil: break
        case .engine(let address): engine = address
        case .standIn(let reason):
            engine = "built-in"
            problem = reason
        }
    }
}
