import Capture
import Recognition

#if canImport(FoundationEssentials)
    import protocol FoundationEssentials.LocalizedError
#else
    import protocol Foundation.LocalizedError
#endif

// What makes programs for Apple's frameworks compile once their prefixes are gone.

/// `AVAudioPCMBuffer` without its prefix: an ``AudioBuffer``.
public typealias AudioPCMBuffer = AudioBuffer

extension AudioFormat {
    /// Float samples; interleaved, as everywhere here. Nil for a rate or a number of channels that is not supported.
    ///
    /// - Parameters:
    ///   - sampleRate: in Hz, 8 000 to 192 000.
    ///   - channels: 1 to 8.
    public init?(standardFormatWithSampleRate sampleRate: Double, channels: UInt32) {
        guard let rate = Int(exactly: sampleRate.rounded()) else { return nil }
        self.init(sampleRate: rate, channelCount: Int(channels), sample: .float32)
        guard isSupported else { return nil }
    }
}

extension Error {
    /// The error's text. Where Foundation is imported, too, its property of this name is taken.
    @_disfavoredOverload public var localizedDescription: String { "\(self)" }
}

/// For programs that import Foundation: `localizedDescription` is the error's own text, which names the remedy.
extension RecognitionError: LocalizedError {
    /// The error's text.
    public var errorDescription: String? { description }
}

/// For programs that import Foundation: `localizedDescription` is the error's own text, which names the remedy.
extension CaptureError: LocalizedError {
    /// The error's text.
    public var errorDescription: String? { description }
}
