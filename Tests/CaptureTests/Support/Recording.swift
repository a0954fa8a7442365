import CSndFile
import Foundation

/// Sound files, written by libsndfile, whose channels are functions of time.
struct Recording {
    var sampleRate = 16_000
    var channelCount = 1
    /// libsndfile's container and encoding.
    var encoding = SF_FORMAT_WAV | SF_FORMAT_PCM_16
    var duration = 2.0
    /// Whether an MP3 spends the same on every moment.
    var isConstantBitRate = false
    /// The sample of a channel at a frame, full scale ±1.
    var signal: (_ frame: Int, _ channel: Int) -> Float

    func write(to path: String) {
        var info = SF_INFO()
        info.samplerate = Int32(sampleRate)
        info.channels = Int32(channelCount)
        info.format = Int32(encoding)
        let file = sf_open(path, Int32(SFM_WRITE), &info)
        precondition(file != nil, "cannot write \(path): \(String(cString: sf_strerror(nil)))")
        if isConstantBitRate {
            var mode = Int32(SF_BITRATE_MODE_CONSTANT)
            sf_command(file, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout.size(ofValue: mode)))
        }
        let frames = Int(duration * Double(sampleRate))
        var samples: [Float] = []
        for frame in 0..<frames {
            for channel in 0..<channelCount { samples.append(signal(frame, channel)) }
        }
        sf_writef_float(file, samples, Int64(frames))
        sf_close(file)
    }

    /// A click at `time` in all channels, silence elsewhere.
    static func impulse(at time: Double, sampleRate: Int) -> (Int, Int) -> Float {
        let place = Int(time * Double(sampleRate))
        return { frame, _ in frame == place ? 0.9 : 0 }
    }

    /// A tone of this frequency in all channels.
    static func tone(_ frequency: Double, amplitude: Float = 0.5, sampleRate: Int) -> (Int, Int) -> Float {
        { frame, _ in amplitude * Float(sin(2 * .pi * frequency * Double(frame) / Double(sampleRate))) }
    }
}

/// The recordings of the Debian package pocketsphinx-testdata.
enum TestData {
    static let goForward = "/usr/share/pocketsphinx/test/data/goforward.raw"
    static let card = "/usr/share/pocketsphinx/test/data/cards/001.wav"

    /// A headerless file's samples.
    static func samples(_ path: String) -> [Int16] {
        let data = FileManager.default.contents(atPath: path)!
        return [Int16](unsafeUninitializedCapacity: data.count / 2) { samples, count in
            count = data.copyBytes(to: samples) / 2
        }
    }
}
