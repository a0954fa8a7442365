import Dispatch
import Earshot
import Foundation

// What ported programs know in the types of Foundation, which `Earshot` does without. Where the type does not say which is
// meant, the property of `Earshot` is taken.

extension TranscriptionSegment {
    /// Where the word stands in the transcription's `formattedString`, in UTF-16 code units.
    ///
    /// ```swift
    /// let range: NSRange = segment.substringRange
    /// ```
    @_disfavoredOverload public var substringRange: NSRange {
        NSRange(location: utf16Offset, length: substring.utf16.count)
    }
}

extension SpeechRecognizer {
    /// Where handlers and delegates are called. Any thread may set it.
    ///
    /// ```swift
    /// recognizer.queue = OperationQueue.main
    /// ```
    ///
    /// They come on the operation queue's `underlyingQueue`. One without is given a serial one, which its operations then use,
    /// too; it must not have any yet.
    @_disfavoredOverload public var queue: OperationQueue {
        get {
            guard dispatchQueue !== DispatchQueue.main else { return .main }
            let operations = OperationQueue()
            operations.underlyingQueue = dispatchQueue
            return operations
        }
        set {
            guard newValue !== OperationQueue.main else { return dispatchQueue = .main }
            if let underlying = newValue.underlyingQueue { return dispatchQueue = underlying }
            dispatchQueue = DispatchQueue(label: "earshot.operations")
            // Kept for good: an operation queue does not hold what is below it.
            newValue.underlyingQueue = Unmanaged.passRetained(dispatchQueue).takeUnretainedValue()
        }
    }
}
