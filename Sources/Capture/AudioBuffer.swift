import Platform

/// Some PCM sound: a format and interleaved samples. A value; it may go to any thread.
///
/// ```swift
/// let beep = AudioBuffer(samples: tone, sampleRate: 16_000)
/// request.append(beep)
/// ```
public struct AudioBuffer: Sendable, Hashable {
    /// Rate, channels and sample type of what it holds.
    public let format: AudioFormat
    /// The samples as they stand in memory, `frameLength * format.bytesPerFrame` bytes.
    public private(set) var bytes: [UInt8]
    /// The microphone that heard it, by a name that it keeps when the machine starts again; nil for recordings and
    /// generated sound. An engine's taps set it; set it yourself for microphones read in another way. What recognition
    /// learns of a microphone is kept under this name.
    public var microphone: String?

    /// Whole frames of `bytes`; an incomplete one at the end is left out.
    ///
    /// A buffer of a format that is not supported, such as an engine's without a microphone, holds no sound; a task that
    /// it is appended to says so.
    public init(format: AudioFormat, bytes: UnsafeRawBufferPointer) {
        self.format = format
        let whole = format.isSupported ? bytes.count / format.bytesPerFrame * format.bytesPerFrame : 0
        self.bytes = [UInt8](UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    }

    /// Interleaved 16-bit samples, at a rate and in a number of channels that ``AudioFormat`` admits.
    public init(samples: [Int16], sampleRate: Int, channelCount: Int = 1) {
        let format = AudioFormat(sampleRate: sampleRate, channelCount: channelCount, sample: .int16)
        self = samples.withUnsafeBytes { AudioBuffer(format: format, bytes: $0) }
    }

    /// Interleaved float samples, full scale ±1, at a rate and in a number of channels that ``AudioFormat`` admits.
    public init(samples: [Float], sampleRate: Int, channelCount: Int = 1) {
        let format = AudioFormat(sampleRate: sampleRate, channelCount: channelCount, sample: .float32)
        self = samples.withUnsafeBytes { AudioBuffer(format: format, bytes: $0) }
    }

    /// How many frames it holds; each has a sample for every channel.
    public var frameLength: Int { bytes.isEmpty ? 0 : bytes.count / format.bytesPerFrame }

    /// How long it sounds, in whole nanoseconds.
    public var duration: Duration {
        bytes.isEmpty ? .zero : .frames(UInt64(frameLength), at: format.sampleRate)
    }

    /// The interleaved samples when they are 16-bit integers, nil otherwise.
    public var int16Samples: [Int16]? { format.sample == .int16 ? samples() : nil }

    /// The interleaved samples when they are floats, nil otherwise.
    public var floatSamples: [Float]? { format.sample == .float32 ? samples() : nil }

    /// The same sound in another format: rate, channels and sample type as asked. *n* frames become
    /// ⌈*n* × target rate / rate⌉.
    ///
    /// - Parameters:
    ///   - target: The format; without effect if it is the buffer's own.
    ///   - channels: What a mono target takes of several channels.
    /// - Precondition: `target` is supported.
    public func converted(to target: AudioFormat, channels: ChannelChoice = .mix) -> AudioBuffer {
        guard target != format else { return self }
        guard format.isSupported else { return AudioBuffer(format: target, contents: []) }
        var converter = AudioConverter(from: format, to: target, channels: channels)
        var converted = AudioBuffer(
            format: target, contents: bytes.withUnsafeBytes { converter.convertAll($0) })
        converted.microphone = microphone
        return converted
    }

    init(format: AudioFormat, contents: [UInt8]) {
        self.format = format
        bytes = contents
    }

    private func samples<Sample>() -> [Sample] {
        [Sample](unsafeUninitializedCapacity: bytes.count / MemoryLayout<Sample>.stride) { samples, count in
            count = bytes.count / MemoryLayout<Sample>.stride
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(samples).copyMemory(from: $0) }
        }
    }
}
