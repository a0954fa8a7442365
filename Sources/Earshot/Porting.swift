import Capture
import Decoding
import Speech

#if canImport(FoundationEssentials)
    import protocol FoundationEssentials.LocalizedError
#else
    import protocol Foundation.LocalizedError
#endif

// What makes programs for Apple's frameworks compile once their prefixes are gone.

/// `AVAudioPCMBuffer` without its prefix: an ``AudioBuffer``.
public typealias AudioPCMBuffer = AudioBuffer

/// `AVAudioFrameCount` without its prefix.
public typealias AudioFrameCount = UInt32

/// `AVAudioFramePosition` without its prefix.
public typealias AudioFramePosition = Int64

/// `AVAudioChannelCount` without its prefix.
public typealias AudioChannelCount = UInt32

/// `AVAudioNodeBus` without its prefix.
public typealias AudioNodeBus = Int

/// `AVAudioCommonFormat` without its prefix.
public typealias AudioCommonFormat = AudioFormat.CommonFormat

/// `AVAudioNodeTapBlock` without its prefix.
public typealias AudioNodeTapBlock = AudioInputNode.TapHandler

extension AudioInputNode {
    /// The same with the framework's type of a size.
    @preconcurrency @discardableResult
    public func installTap(
        onBus bus: Int, bufferSize: AudioFrameCount, format: AudioFormat? = nil, block: @escaping TapHandler
    ) -> Bool {
        installTap(onBus: bus, bufferSize: Int(bufferSize), format: format, block: block)
    }
}

extension AudioEngine {
    /// The same as ``AudioEngine/stop()``: a microphone that nobody listens to is closed. Taps stay, and
    /// ``AudioEngine/start()`` goes on with a new clock.
    public func pause() { stop() }
}

extension AudioFile {
    /// `AVAudioFile(forReading:)` without its prefix: as ``AudioFile/init(path:headerless:)``. A URL that is not of a file is the
    /// name of one that is not there.
    public init(forReading url: URL) throws(CaptureError) {
        try self.init(path: url.recordingPath)
    }
}

extension AudioTime {
    /// The moment of frame `sampleTime`; what lies before the first is the first. A rate that is no number of frames is 0, and
    /// the moment one that no sound has.
    public init(sampleTime: Int64, atRate rate: Double) {
        self.init(sampleTime: UInt64(max(0, sampleTime)), sampleRate: Int(exactly: rate.rounded()) ?? 0)
    }

    /// `CMTime(seconds:preferredTimescale:)`: the moment at the nearest frame; what lies before the beginning, and what is no number,
    /// is the beginning.
    ///
    /// - Parameters:
    ///   - seconds: since the stream began.
    ///   - preferredTimescale: frames a second.
    public init(seconds: Double, preferredTimescale: Int) {
        let frames = (seconds * Double(preferredTimescale)).rounded()
        let time = frames > 0 ? UInt64(exactly: frames) ?? .max : 0
        self.init(sampleTime: time, sampleRate: preferredTimescale)
    }

    /// The beginning of the stream.
    public static var zero: AudioTime { AudioTime(sampleTime: 0, sampleRate: 1) }

    /// The same of another moment's ``sampleTime`` and a format's ``AudioFormat/sampleRate``, as they are here.
    @_disfavoredOverload
    public init(sampleTime: UInt64, atRate rate: Int) {
        self.init(sampleTime: sampleTime, sampleRate: rate)
    }
}

extension Transcription {
    /// Words a minute, from the first word's begin to the last one's end; 0 without words.
    /// ``SpeechRecognitionMetadata/speakingRate`` of a result with one transcription only.
    public var speakingRate: Double {
        guard let first = segments.first, let last = segments.last else { return 0 }
        let span = last.timestamp + last.duration - first.timestamp
        return span > 0 ? Double(segments.count) * 60 / span : 0
    }

    /// How long the pauses between words are, in seconds, of those of a tenth of a second or more; 0 without any.
    /// ``SpeechRecognitionMetadata/averagePauseDuration`` of a result with one transcription only.
    public var averagePauseDuration: TimeInterval {
        let gaps = zip(segments, segments.dropFirst()).map { $1.timestamp - $0.timestamp - $0.duration }
        // Words begin and end every 10 ms; as differences of seconds these are not exact.
        let pauses = gaps.filter { $0 > 0.095 }
        return pauses.isEmpty ? 0 : pauses.reduce(0, +) / Double(pauses.count)
    }
}

/// `SFSpeechRecognitionTaskState` without its prefix.
public typealias SpeechRecognitionTaskState = SpeechRecognitionTask.State

extension AudioFormat {
    /// Float samples; interleaved, as everywhere here. Nil for a rate or a number of channels that is not supported.
    ///
    /// - Parameters:
    ///   - sampleRate: in Hz, 8 000 to 192 000.
    ///   - channels: 1 to 8.
    public init?(standardFormatWithSampleRate sampleRate: Double, channels: UInt32) {
        self.init(
            commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: true)
    }

    /// The same of another format's ``sampleRate`` and ``channelCount``, as they are here.
    @_disfavoredOverload
    public init?(standardFormatWithSampleRate sampleRate: Int, channels: Int) {
        self.init(
            commonFormat: .pcmFormatFloat32, sampleRate: sampleRate, channels: channels, interleaved: true)
    }

    /// The sample types of `AVAudioCommonFormat` that sound is taken in with.
    public enum CommonFormat: Sendable, Hashable, CaseIterable {
        case pcmFormatFloat32, pcmFormatInt16, pcmFormatInt32

        fileprivate var sample: Sample {
            switch self {
            case .pcmFormatFloat32: .float32
            case .pcmFormatInt16: .int16
            case .pcmFormatInt32: .int32
            }
        }
    }

    /// A format as it is often asked of a tap. Nil for a rate or a number of channels that is not supported.
    ///
    ///     let format = AudioFormat(
    ///         commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true)
    ///
    /// - Parameters:
    ///   - commonFormat: how a sample is stored.
    ///   - sampleRate: in Hz, 8 000 to 192 000.
    ///   - channels: 1 to 8.
    ///   - interleaved: makes no difference; all formats here are interleaved.
    public init?(commonFormat: CommonFormat, sampleRate: Double, channels: UInt32, interleaved: Bool) {
        guard let rate = Int(exactly: sampleRate.rounded()) else { return nil }
        self.init(sampleRate: rate, channelCount: Int(channels), sample: commonFormat.sample)
        guard isSupported else { return nil }
    }

    /// The same of another format's ``sampleRate`` and ``channelCount``, as they are here.
    @_disfavoredOverload
    public init?(commonFormat: CommonFormat, sampleRate: Int, channels: Int, interleaved: Bool) {
        self.init(sampleRate: sampleRate, channelCount: channels, sample: commonFormat.sample)
        guard isSupported else { return nil }
    }
}

extension SpeechRecognizerDelegate {
    /// Hears nothing, as a delegate may there.
    public func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool)
    {}
}

// The one public extension of a standard type: programs for Apple's frameworks print it for the error passed to a handler,
// which has type `Error` there, without importing Foundation.
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
