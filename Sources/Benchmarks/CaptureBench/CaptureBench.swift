import Capture
import CaptureRun
import Glibc
import Platform
import Utterance

/// What capturing costs, through the real engine: latency from period to reader, processor time, and what a further
/// reader adds; then what the stages of the front end cost.
///
///     swift run -c release CaptureBench [SECONDS]
@main
enum CaptureBench {
    static func main() throws {
        let seconds = max(1, CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10)
        let bench = try Fixtures(seconds: seconds)
        print(
            "\(seconds) s of sound in real time; times in microseconds; processor time of the whole process")
        print(
            "source                            readers  to reader p50/p99/max   late p50/p99/max   CPU/s of sound"
        )
        for (name, input) in bench.inputs {
            for readers in [1, 4] {
                let run = try CaptureRun(input: input, readers: readers)
                let share = run.processorTime.seconds / run.audioTime.seconds
                print(
                    name.padded(to: 34), "\(readers)".padded(to: 8),
                    quantiles(run.latencies).padded(to: 24), quantiles(run.lateness).padded(to: 18),
                    "\((share * 1e6).rounded() / 1e4) %")
            }
        }
        try printFrontEnds()
    }

    /// What the stages between capture and recognition cost, on one minute of noise.
    private static func printFrontEnds() throws {
        let sound = noise(seconds: 60)
        let weights = try NoiseWeights(contentsOf: "models/en-US/noise/noise.weights")
        print("\nfront end                         CPU/s of sound")
        let choices = [
            ("noise reduction, the default", FrontEndOptions(reducesNoise: true)),
            ("high-pass", FrontEndOptions(highPass: 80)),
            ("gain control", FrontEndOptions(controlsGain: true)),
            ("all", FrontEndOptions(highPass: 80, controlsGain: true, reducesNoise: true)),
        ]
        for (name, options) in choices {
            let frontEnd = FrontEnd(options, noise: weights)
            let start = CaptureRun.processorTime
            sound.withUnsafeBufferPointer { sound in
                for first in stride(from: 0, to: sound.count, by: 160) {
                    _ = frontEnd.process(UnsafeBufferPointer(rebasing: sound[first..<first + 160]))
                }
            }
            let share: Double = (CaptureRun.processorTime - start) / Duration.seconds(60)
            print(name.padded(to: 34), "\((share * 1e6).rounded() / 1e4) %")
        }
    }

    /// Noise at 16 kHz that is loud and quiet by turns, a quarter of a second each, as speech is.
    static func noise(seconds: Int) -> [Int16] {
        var generator = SeededGenerator(seed: 1)
        return (0..<seconds * 16_000).map { frame in
            let peak: Int16 = frame / 4_000 % 2 == 0 ? 8_000 : 80
            return Int16.random(in: -peak...peak, using: &generator)
        }
    }

    private static func quantiles(_ figures: [Duration]) -> String {
        [0.5, 0.99, 1]
            .map { "\(Int((CaptureRun.quantile($0, of: figures).seconds * 1e6).rounded()))" }
            .joined(separator: " / ")
    }
}

/// Sound to measure with, gone afterwards.
private final class Fixtures {
    let inputs: [(String, AudioInput)]
    private let files: [String]

    init(seconds: Int) throws {
        let base = "/tmp/earshot-bench-\(getpid())"
        files = [base + ".raw", base + ".wav", base + ".conf"]
        let narrow = AudioBuffer(samples: CaptureBench.noise(seconds: seconds), sampleRate: 16_000)
        let wide = narrow.converted(to: AudioFormat(sampleRate: 48_000, channelCount: 2, sample: .int16))
        try Self.write(narrow.bytes, to: files[0])
        try Self.write(Self.waveHeader(wide) + wide.bytes, to: files[1])
        let definition =
            "pcm.bench { type file slave.pcm null file /dev/null infile \"\(files[0])\" format raw }\n"
        try Self.write(Array(definition.utf8), to: files[2])
        setenv("ALSA_CONFIG_PATH", "/usr/share/alsa/alsa.conf:" + files[2], 1)
        inputs = [
            ("file, 16 kHz mono 16 bit", .file(path: files[0], pace: .realTime)),
            ("file, 48 kHz stereo, resampled", .file(path: files[1], pace: .realTime)),
            ("alsa-lib's file plugin, 16 kHz", .device(DeviceOptions(name: "bench", sampleRate: 16_000))),
        ]
    }

    deinit { for file in files { unlink(file) } }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else {
            throw CaptureError.fileUnreadable(path: path, reason: "no room")
        }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// The 44 bytes before a PCM file's samples.
    private static func waveHeader(_ sound: AudioBuffer) -> [UInt8] {
        let format = sound.format
        func word(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian, Array.init) }
        func half(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt16(value).littleEndian, Array.init) }
        return Array("RIFF".utf8) + word(36 + sound.bytes.count) + Array("WAVEfmt ".utf8) + word(16) + half(1)
            + half(format.channelCount) + word(format.sampleRate)
            + word(format.sampleRate * format.bytesPerFrame)
            + half(format.bytesPerFrame) + half(16) + Array("data".utf8) + word(sound.bytes.count)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
