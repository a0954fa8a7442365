import Earshot
import Foundation

extension TranscriptionSegment: FoundationBridged {}

extension FoundationBridged where Self == TranscriptionSegment {
    /// Where the word stands in the transcription's `formattedString`, in UTF-16 code units.
    ///
    /// ```swift
    /// let range: NSRange = segment.substringRange
    /// ```
    public var substringRange: NSRange {
        NSRange(location: self.utf16Offset, length: self.substring.utf16.count)
    }
}
