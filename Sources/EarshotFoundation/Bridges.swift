import Earshot
import Foundation

/// A type of `Earshot` that has a property in Foundation's terms, too, as ported programs know it. The name is the same, and the
/// type that is wanted says which is meant; where none does, it is the property of `Earshot`.
///
/// ```swift
/// let range: NSRange = segment.substringRange
/// print(transcription.formattedString[segment.substringRange])
/// ```
// Members of a protocol's extension stand back behind the type's own. A member of the type's would hide them: this module's
// before those of the modules that it exports.
public protocol FoundationBridged {}

extension TranscriptionSegment: FoundationBridged {}
extension SpeechRecognizer: FoundationBridged {}

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

extension FoundationBridged where Self == SpeechRecognizer {
    /// Where handlers and delegates are called. Any thread may set it.
    ///
    /// ```swift
    /// recognizer.queue = OperationQueue.main
    /// ```
    ///
    /// They come on the operation queue's `underlyingQueue`. One without is given a serial one, which its operations then use,
    /// too; it must not have any yet.
    public var queue: OperationQueue {
        get {
            guard self.dispatchQueue !== DispatchQueue.main else { return .main }
            let operations = OperationQueue()
            operations.underlyingQueue = self.dispatchQueue
            return operations
        }
        nonmutating set {
            guard newValue !== OperationQueue.main else { return self.dispatchQueue = .main }
            if let underlying = newValue.underlyingQueue { return self.dispatchQueue = underlying }
            self.dispatchQueue = DispatchQueue(label: "earshot.operations")
            // Kept for good: an operation queue does not hold what is below it.
            newValue.underlyingQueue = Unmanaged.passRetained(self.dispatchQueue).takeUnretainedValue()
        }
    }
}
