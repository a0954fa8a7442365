import Capture

/// Turns buffers of one format into samples as a recognizer hears them, across the borders between buffers.
final class SampleConverter {
    let source: AudioFormat
    private var converter: AudioConverter
    private var output: [Int16]

    /// - Parameter sampleRate: of the acoustic model.
    init(from source: AudioFormat, sampleRate: Int) {
        self.source = source
        converter = AudioConverter(
            from: source, to: AudioFormat(sampleRate: sampleRate, channelCount: 1, sample: .int16))
        output = [Int16](repeating: 0, count: 4096)
    }

    /// Converts whole frames and appends them to `samples`.
    func convert(_ bytes: UnsafeRawBufferPointer, to samples: inout [Int16]) {
        guard source.sample == .float32 else { return convertSound(bytes, to: &samples) }
        var floats = [Float](
            unsafeUninitializedCapacity: bytes.count / MemoryLayout<Float>.stride
        ) { floats, count in
            count = floats.count
            UnsafeMutableRawBufferPointer(floats).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * MemoryLayout<Float>.stride)]))
        }
        // What is no number, or far beyond full scale, is damage: in a resampler's memory it would spoil all that follows.
        for index in floats.indices where !(abs(floats[index]) <= 0x1p10) { floats[index] = 0 }
        floats.withUnsafeBytes { convertSound($0, to: &samples) }
    }

    private func convertSound(_ bytes: UnsafeRawBufferPointer, to samples: inout [Int16]) {
        var rest = bytes
        while rest.count >= source.bytesPerFrame {
            let step = output.withUnsafeMutableBytes { converter.convert(rest, into: $0) }
            samples += output[..<step.framesWritten]
            guard step.framesRead + step.framesWritten > 0 else { return }
            rest = UnsafeRawBufferPointer(rebasing: rest[(step.framesRead * source.bytesPerFrame)...])
        }
    }

    /// Appends what is still on its way, at the end.
    func flush(to samples: inout [Int16]) {
        while case let count = output.withUnsafeMutableBytes({ converter.flush(into: $0) }), count > 0 {
            samples += output[..<count]
        }
    }
}
