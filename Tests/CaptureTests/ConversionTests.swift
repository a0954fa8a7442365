import Foundation
import Testing

@testable import Capture

@Suite("Conversion")
struct AudioConverterTests {
    @Test(
        "16-bit samples survive the way through every other sample type",
        arguments: AudioFormat.Sample.allCases)
    func roundTrip(sample: AudioFormat.Sample) {
        let samples = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
        let buffer = AudioBuffer(samples: samples, sampleRate: 16_000)
        let there = buffer.converted(to: AudioFormat(sampleRate: 16_000, channelCount: 1, sample: sample))
        #expect(there.converted(to: .recognition).int16Samples == samples)
    }

    @Test("Sound beyond full scale is cut off, and what is no number is silence")
    func beyond() {
        let buffer = AudioBuffer(samples: [2, -2, .nan, .infinity, 1, -1], sampleRate: 16_000)
        for sample in [AudioFormat.Sample.int16, .int24, .int24Padded, .int32] {
            let format = AudioFormat(sampleRate: 16_000, channelCount: 1, sample: sample)
            let back = buffer.converted(to: format).converted(to: .recognition).int16Samples
            #expect(back == [.max, .min, 0, .max, .max, .min])
        }
    }

    @Test("A channel can be chosen, mixed, kept or repeated")
    func channels() {
        let stereo = AudioBuffer(
            samples: [100, 300, 200, 400] as [Int16], sampleRate: 16_000, channelCount: 2)
        #expect(stereo.converted(to: .recognition).int16Samples == [200, 300])
        #expect(stereo.converted(to: .recognition, channels: .channel(1)).int16Samples == [100, 200])
        #expect(stereo.converted(to: .recognition, channels: .channel(2)).int16Samples == [300, 400])
        #expect(stereo.converted(to: .recognition, channels: .channel(9)).int16Samples == [300, 400])
        let three = AudioFormat(sampleRate: 16_000, channelCount: 3, sample: .int16)
        #expect(stereo.converted(to: three).int16Samples == [100, 300, 300, 200, 400, 400])
    }

    @Test(
        "Each channel can be chosen and all be mixed, in every sample type and number of channels",
        arguments: AudioFormat.Sample.allCases, [1, 2, 3, 4, 5, 6, 7, 8])
    func everyChannel(sample: AudioFormat.Sample, channelCount: Int) {
        // Channel c of frame f is 1000 c + f, negative in every other frame; the mean of all lies between the channels.
        let value = { (frame: Int, channel: Double) in
            Int16((1_000 * channel + Double(frame)).rounded()) * (frame % 2 == 0 ? 1 : -1)
        }
        let samples = (0..<100).flatMap { frame in
            (1...channelCount).map { value(frame, Double($0)) }
        }
        let format = AudioFormat(sampleRate: 16_000, channelCount: channelCount, sample: sample)
        let buffer = AudioBuffer(samples: samples, sampleRate: 16_000, channelCount: channelCount)
            .converted(to: format)
        for channel in 1...channelCount {
            let chosen = buffer.converted(to: .recognition, channels: .channel(channel))
            #expect(chosen.int16Samples == (0..<100).map { value($0, Double(channel)) })
        }
        let mean = Double(channelCount + 1) / 2
        #expect(buffer.converted(to: .recognition).int16Samples == (0..<100).map { value($0, mean) })
    }

    @Test("The fourth byte of a padded sample may hold anything")
    func padding() {
        let format = AudioFormat(sampleRate: 16_000, channelCount: 1, sample: .int24Padded)
        let bytes: [UInt8] = [0, 0x39, 0x30, 0xAA, 0, 0xC7, 0xCF, 0x55]
        let buffer = bytes.withUnsafeBytes { AudioBuffer(format: format, bytes: $0) }
        #expect(buffer.converted(to: .recognition).int16Samples == [12_345, -12_345])
    }

    @Test(
        "A stream comes out at exactly its length, whatever the rates and the size of the pieces",
        arguments: [8_000, 11_025, 16_000, 44_100, 48_000, 192_000], [1, 7, 160, 4_096])
    func lengths(rate: Int, piece: Int) {
        let frames = 5_003
        let source = AudioFormat(sampleRate: rate, channelCount: 1, sample: .float32)
        let samples = (0..<frames).map { Float(sin(Double($0) * 0.05)) }
        var converter = AudioConverter(from: source, to: .recognition)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * 160, alignment: 16)
        defer { output.deallocate() }
        var written = 0
        samples.withUnsafeBytes { bytes in
            var read = 0
            while read < frames {
                let end = min(read + piece, frames)
                let step = converter.convert(
                    UnsafeRawBufferPointer(rebasing: bytes[(read * 4)..<(end * 4)]), into: output)
                read += step.framesRead
                written += step.framesWritten
            }
        }
        while case let tail = converter.flush(into: output), tail > 0 { written += tail }
        #expect(written == (frames * 16_000 + rate - 1) / rate)
    }

    @Test("A tone keeps its frequency and its loudness", arguments: [8_000, 22_050, 44_100, 48_000, 96_000])
    func tone(rate: Int) throws {
        let signal = Recording.tone(1_000, sampleRate: rate)
        let buffer = AudioBuffer(samples: (0..<rate).map { signal($0, 0) }, sampleRate: rate)
        let samples = try #require(buffer.converted(to: .recognition).int16Samples)
        let expected = Recording.tone(1_000, sampleRate: 16_000)
        // The ends are where the filter hears silence on one side.
        for index in 200..<15_800 {
            #expect(abs(Float(samples[index]) / 32_768 - expected(index, 0)) < 0.002)
        }
    }

    @Test("What lies above half of the target's rate does not come back as something else")
    func aliases() throws {
        let signal = Recording.tone(11_000, sampleRate: 48_000)
        let buffer = AudioBuffer(samples: (0..<48_000).map { signal($0, 0) }, sampleRate: 48_000)
        let samples = try #require(buffer.converted(to: .recognition).int16Samples)
        #expect((samples[200..<15_800].map { abs(Int($0)) }.max() ?? .max) < 16)
    }

    @Test("Frame indices convert upwards and exactly")
    func rescaling() {
        #expect(UInt64(44_100).rescaled(from: 44_100, to: 16_000) == 16_000)
        #expect(UInt64(1).rescaled(from: 44_100, to: 16_000) == 1)
        #expect(UInt64(3).rescaled(from: 48_000, to: 16_000) == 1)
        #expect(UInt64(4).rescaled(from: 48_000, to: 16_000) == 2)
        // A century of 192 kHz.
        #expect(UInt64(605_491_200_000_000).rescaled(from: 192_000, to: 16_000) == 50_457_600_000_000)
    }
}

@Suite("Buffers")
struct AudioBufferTests {
    @Test("Hold whole frames")
    func wholeFrames() {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 2, sample: .int24)
        let bytes = [UInt8](repeating: 1, count: 20)
        let buffer = bytes.withUnsafeBytes { AudioBuffer(format: format, bytes: $0) }
        #expect(buffer.frameLength == 3)
        #expect(buffer.bytes.count == 18)
        #expect(buffer.int16Samples == nil)
        #expect(buffer.floatSamples == nil)
    }

    @Test("Give back the samples they were made from, and their length in time")
    func samples() {
        let buffer = AudioBuffer(
            samples: [0.5, -0.5, 0.25, 0] as [Float], sampleRate: 8_000, channelCount: 2)
        #expect(buffer.floatSamples == [0.5, -0.5, 0.25, 0])
        #expect(buffer.frameLength == 2)
        #expect(buffer.duration == .microseconds(250))
    }

    @Test("A time is a frame at a rate")
    func time() {
        let time = AudioTime(sampleTime: 24_000, sampleRate: 16_000)
        #expect(time.seconds == 1.5)
        #expect(time.duration == .milliseconds(1_500))
    }

    @Test("A stream without a rate has no moment but its beginning", arguments: [0, -1, Int.min])
    func timeless(rate: Int) {
        let time = AudioTime(sampleTime: 24_000, sampleRate: rate)
        #expect(time.seconds == 0)
        #expect(time.duration == .zero)
    }

    @Test("The last moment that can be written down is one")
    func lastMoment() {
        for rate in [1, 1_000_000_000] {
            let time = AudioTime(sampleTime: .max, sampleRate: rate)
            #expect(time.duration > .seconds(18_000_000_000))
        }
    }
}
