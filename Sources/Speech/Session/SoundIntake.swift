import Capture
import Platform

/// Buffers of any format as samples of one rate, with what is missing between them by their times. Sound that a change of format
/// finds on its way in the converter is not lost.
///
/// ```swift
/// var intake = SoundIntake(sampleRate: 16_000)
/// intake.begin(at: time)
/// let (missing, samples) = intake.take(buffer, at: time)
/// ```
struct SoundIntake {
    private let sampleRate: Int
    private var converter: SampleConverter?
    private var timeline = AudioTimeline()

    /// - Parameter sampleRate: of the samples.
    init(sampleRate: Int) {
        self.sampleRate = sampleRate
    }

    /// The frame of the capture clock at which the sound begins; 0 where it has no time.
    var origin: UInt64 { timeline.origin.frames(at: sampleRate) }

    /// Takes the first buffer's time for the origin of all.
    mutating func begin(at time: AudioTime?) {
        if let time { timeline.begin(at: time) }
    }

    /// The next buffer's samples, and how many are missing before them.
    mutating func take(_ buffer: AudioBuffer, at time: AudioTime?) -> (missing: UInt64, samples: [Int16]) {
        let missing = (time.flatMap { timeline.skip(to: $0) } ?? .zero).frames(at: sampleRate)
        timeline.advance(by: buffer.duration)
        return (missing, buffer.bytes.withUnsafeBytes { take($0, format: buffer.format) })
    }

    /// The samples of sound that has no time of its own.
    mutating func take(_ bytes: UnsafeRawBufferPointer, format: AudioFormat) -> [Int16] {
        var samples: [Int16] = []
        if converter?.source != format {
            converter?.flush(to: &samples)
            converter = SampleConverter(from: format, sampleRate: sampleRate)
        }
        converter?.convert(bytes, to: &samples)
        return samples
    }

    /// What is still on its way, at the end.
    mutating func takeRest() -> [Int16] {
        var samples: [Int16] = []
        converter?.flush(to: &samples)
        converter = nil
        return samples
    }
}

extension AudioBuffer {
    /// Why it cannot be taken in; nil if it can.
    var problem: CaptureError? {
        format.isSupported ? nil : .formatUnsupported(of: "the audio buffer", format: format)
    }
}
