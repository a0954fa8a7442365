import Earshot
import Foundation

/// What the text of a result says of its words, as the Speech framework has it.
///
/// ```swift
/// for run in result.text.runs {
///     print(run.audioTimeRange?.start.seconds ?? 0, run.transcriptionConfidence ?? 0)
/// }
/// ```
extension AttributeScopes {
    /// The attributes of recognized words.
    public var speech: SpeechAttributes.Type { SpeechAttributes.self }

    /// The attributes of recognized words.
    public struct SpeechAttributes: AttributeScope {
        /// When a word was said.
        public let audioTimeRange: TimeRangeAttribute
        /// How likely a word is right.
        public let transcriptionConfidence: ConfidenceAttribute

        /// When a word was said, on the capture clock.
        public enum TimeRangeAttribute: AttributedStringKey {
            /// From its begin to its end.
            public typealias Value = AudioTimeRange
            /// As it is stored.
            public static let name = "Earshot.audioTimeRange"
        }

        /// How likely a word is right, from 0 to 1: `TranscriptionSegment/confidence`.
        public enum ConfidenceAttribute: AttributedStringKey {
            /// A share of 1.
            public typealias Value = Double
            /// As it is stored.
            public static let name = "Earshot.transcriptionConfidence"
        }
    }
}

extension AttributeDynamicLookup {
    /// By their names: `run.audioTimeRange`.
    public subscript<Key: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.SpeechAttributes, Key>
    ) -> Key { self[Key.self] }
}

extension AttributedString {
    /// The words that were said, in part or whole, within `timeRange`, from the first to the last; nil if there are none.
    public func rangeOfAudioTimeRangeAttributes(intersecting timeRange: AudioTimeRange) -> Range<Index>? {
        let within = runs.filter { run in
            run.audioTimeRange.map { !$0.intersection(timeRange).isEmpty } ?? false
        }
        guard let first = within.first, let last = within.last else { return nil }
        return first.range.lowerBound..<last.range.upperBound
    }
}
