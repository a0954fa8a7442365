import CSndFile
import Foundation
import Platform
import TestSupport
import Testing

@testable import Capture

@Suite("Recordings")
struct FileInputTests {
    let folder = TemporaryFolder()

    @Test("A headerless .raw file is 16 kHz mono 16 bit and comes out sample for sample")
    func raw() throws {
        let heard = try listen(to: TestData.goForward)
        #expect(heard.samples == TestData.samples(TestData.goForward))
        #expect(heard.events.first == .opened(device: TestData.goForward, format: .recognition))
        #expect(heard.gaps.isEmpty)
        #expect(heard.isEnded)
    }

    @Test(
        "A headerless file is known by its name, however that is written", arguments: ["raw", "RAW", "Raw"])
    func rawInCapitals(ending: String) throws {
        let path = folder.write(Data(count: 2 * 16_000), to: "take.\(ending)")
        let file = try AudioFile(path: path)
        let (format, frames) = (file.format, file.frameCount)
        #expect(format == .recognition && frames == 16_000)
    }

    @Test("A headerless file of another rate, with other channels, is what it is said to be")
    func headerless() throws {
        let samples = Data(count: 2 * 2 * 44_100)
        let path = folder.write(samples, to: "second.raw")
        for (sample, length) in [(AudioFormat.Sample.int16, 16_000), (.float32, 8_000)] {
            let format = AudioFormat(sampleRate: 44_100, channelCount: 2, sample: sample)
            let engine = try CaptureEngine(
                input: .file(path: path, pace: .asFastAsPossible, headerless: format))
            #expect(engine.format == format)
            let reader = try engine.makeReader()
            try engine.start()
            #expect(abs(reader.listen().samples.count - length) < 200)
        }
        for format in [
            AudioFormat(sampleRate: 4_000, channelCount: 1, sample: .int16),
            AudioFormat(sampleRate: 16_000, channelCount: 1, sample: .int24Padded),
        ] {
            #expect(throws: CaptureError.self) {
                try CaptureEngine(input: .file(path: path, pace: .asFastAsPossible, headerless: format))
            }
        }
    }

    @Test("Blocks are 160 samples but for the last, and their indices follow each other")
    func blocks() throws {
        let heard = try listen(to: TestData.goForward)
        #expect(heard.blocks.dropLast().allSatisfy { $0.count == 160 })
        #expect(heard.blocks.last?.count == 44_580 % 160)
        #expect(heard.blocks.map(\.first) == heard.blocks.indices.map { UInt64($0 * 160) })
    }

    @Test("A WAV file of 16 kHz mono 16 bit comes out sample for sample")
    func wav() throws {
        let bytes = try #require(FileManager.default.contents(atPath: TestData.card))
        let heard = try listen(to: TestData.card)
        #expect(heard.samples.count == (bytes.count - 44) / 2)
        #expect(
            heard.samples[1000] == Int16(bytes[44 + 2000]) | Int16(Int8(bitPattern: bytes[44 + 2001])) << 8)
    }

    @Test(
        "A click at 1 s stands at index 16000, whatever the rate, the channels and the encoding",
        arguments: [
            (44_100, 2, SF_FORMAT_WAV | SF_FORMAT_PCM_16), (48_000, 1, SF_FORMAT_WAV | SF_FORMAT_FLOAT),
            (8_000, 1, SF_FORMAT_WAV | SF_FORMAT_ULAW), (96_000, 2, SF_FORMAT_FLAC | SF_FORMAT_PCM_24),
            (22_050, 1, SF_FORMAT_FLAC | SF_FORMAT_PCM_16), (11_025, 1, SF_FORMAT_WAV | SF_FORMAT_PCM_U8),
            (192_000, 8, SF_FORMAT_WAV | SF_FORMAT_PCM_32), (16_000, 2, SF_FORMAT_AIFF | SF_FORMAT_PCM_16),
            (48_000, 2, SF_FORMAT_OGG | SF_FORMAT_VORBIS), (48_000, 1, SF_FORMAT_OGG | SF_FORMAT_OPUS),
        ])
    func clickKeepsItsTime(rate: Int, channels: Int, encoding: Int) throws {
        let path = folder.path("click")
        Recording(
            sampleRate: rate, channelCount: channels, encoding: encoding,
            signal: Recording.impulse(at: 1, sampleRate: rate)
        ).write(to: path)
        let heard = try listen(to: path)
        let loudest = try #require(
            heard.samples.indices.max { abs(Int(heard.samples[$0])) < abs(Int(heard.samples[$1])) })
        #expect(abs(loudest - 16_000) <= 2)
        #expect(heard.samples.count == 32_000)
    }

    @Test("The last sound of a resampled file is not lost")
    func tailIsFlushed() throws {
        let path = folder.path("tail.wav")
        Recording(sampleRate: 44_100, duration: 1.2345, signal: Recording.tone(440, sampleRate: 44_100))
            .write(to: path)
        let heard = try listen(to: path)
        let frames = Int(1.2345 * 44_100)
        #expect(heard.samples.count == (frames * 16_000 + 44_099) / 44_100)
        // The tone goes on to the end: its last two periods are as loud as those before.
        let tail = heard.samples.suffix(72).map { abs(Int($0)) }.max() ?? 0
        #expect(tail > 14_000)
    }

    @Test("Two channels are mixed to their mean")
    func mix() throws {
        let path = folder.path("stereo.wav")
        Recording(channelCount: 2, signal: { _, channel in channel == 0 ? 0.5 : -0.25 }).write(to: path)
        let heard = try listen(to: path)
        #expect(heard.samples.count == 32_000)
        #expect(heard.samples.allSatisfy { abs(Int($0) - 4096) <= 1 })
    }

    @Test("An MP3 file is heard at its length")
    func mp3() throws {
        let path = folder.path("tone.mp3")
        Recording(
            sampleRate: 44_100, channelCount: 2, encoding: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III,
            signal: Recording.tone(440, sampleRate: 44_100)
        ).write(to: path)
        let heard = try listen(to: path)
        // An encoder pads to whole MPEG frames of 1152 samples.
        #expect(abs(heard.samples.count - 32_000) < 1_300)
        #expect((heard.samples.map { abs(Int($0)) }.max() ?? 0) > 15_000)
        #expect(!heard.events.contains { if case .lost = $0 { true } else { false } })
    }

    @Test(
        "An MP3 file whose header tells no length is whole though its decoder gives less than its size promises"
    )
    func mp3WithoutLength() throws {
        let path = folder.path("tone.mp3")
        Recording(
            sampleRate: 44_100, encoding: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III, isConstantBitRate: true,
            signal: Recording.tone(440, sampleRate: 44_100)
        ).write(to: path)
        var bytes = [UInt8](FileManager.default.contents(atPath: path)!)
        let tags = [Array("Xing".utf8), Array("Info".utf8)]
        let tag = try #require(bytes.indices.first { tags.contains(Array(bytes[$0...].prefix(4))) })
        for index in tag..<tag + 4 { bytes[index] = 0 }
        let heard = try listen(to: folder.write(bytes, to: "plain.mp3"))
        #expect(abs(heard.samples.count - 32_000) < 2_000)
        #expect(heard.events.count == 1)
    }

    @Test("What follows `.end` is nothing")
    func endIsTheEnd() throws {
        let engine = try CaptureEngine(input: .file(path: TestData.card, pace: .asFastAsPossible))
        let reader = try engine.makeReader()
        try engine.start()
        #expect(reader.listen().isEnded)
        #expect(reader.next() == nil)
        #expect(engine.counters.framesCaptured == 17_526)
        #expect(engine.counters.framesDropped == 0)
    }
}

extension FileInputTests {
    func error(_ path: String) -> CaptureError? {
        do {
            _ = try CaptureEngine(input: .file(path: path, pace: .asFastAsPossible))
            return nil
        } catch { return error }
    }

    @Test("A missing file, a folder, an empty file, a text and a bare header each are told apart, by name")
    func unusable() {
        #expect(error("/nowhere/at.wav") == .fileMissing(path: "/nowhere/at.wav"))
        #expect(error(folder.path) == .notAFile(path: folder.path, isFolder: true))
        #expect("\(error(folder.path)!)" == "'\(folder.path)' is a folder; name a file in it")
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(error(pipe) == .notAFile(path: pipe, isFolder: false))
        let long = "/" + String(repeating: "a", count: 300) + ".wav"
        #expect(error(long) == .fileMissing(path: long), "there can be none")
        let empty = folder.write([], to: "empty.wav")
        #expect(error(empty) == .fileEmpty(path: empty))
        let text = folder.write("this is no sound", to: "text.wav")
        #expect(error(text) == .notAudio(path: text, reason: "Format not recognised"))
        let card = [UInt8](FileManager.default.contents(atPath: TestData.card)!)
        let header = folder.write(card.prefix(44), to: "header.wav")
        #expect(error(header) == .fileEmpty(path: header))
    }

    @Test("A rate or a number of channels out of reach is refused with the limits")
    func outOfReach() {
        let path = folder.path("slow.wav")
        Recording(sampleRate: 4_000, signal: { _, _ in 0 }).write(to: path)
        let format = AudioFormat(sampleRate: 4_000, channelCount: 1, sample: .int16)
        #expect(error(path) == .formatUnsupported(of: path, format: format))
        #expect("\(error(path)!)".contains("8000 to 192000 Hz"))
    }

    @Test("Samples that are no numbers are silence, and are told as damage in the end")
    func noNumbers() throws {
        let path = folder.path("numbers.wav")
        Recording(
            sampleRate: 44_100, encoding: SF_FORMAT_WAV | SF_FORMAT_FLOAT,
            signal: { frame, _ in frame == 100 ? .nan : frame == 200 ? .infinity : 0.25 }
        ).write(to: path)
        let heard = try listen(to: path)
        #expect(heard.samples.count > 31_000)
        #expect(heard.samples[16_000] > 8_000, "what comes after them is heard")
        guard case .lost(.fileDamaged(path, nil, _)) = heard.events.last else {
            Issue.record("\(heard.events)")
            return
        }
    }

    @Test("A file that is cut short is heard as far as it goes, then reported with what is missing")
    func truncated() throws {
        let card = [UInt8](FileManager.default.contents(atPath: TestData.card)!)
        let wav = folder.write(card.prefix(44 + 20_000), to: "half.wav")
        let heard = try listen(to: wav)
        #expect(heard.samples.count == 10_000)
        #expect(heard.events.last == .lost(.fileTruncated(path: wav, missing: .frames(7_526, at: 16_000))))

        let whole = folder.path("whole.flac")
        Recording(
            encoding: SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
            signal: { frame, _ in Float(frame * 7919 % 1000) / 1000 }
        ).write(to: whole)
        let bytes = [UInt8](FileManager.default.contents(atPath: whole)!)
        let flac = folder.write(bytes.prefix(bytes.count / 2), to: "half.flac")
        let event = try #require(try listen(to: flac).events.last)
        guard case .lost(.fileTruncated(flac, let missing)) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(missing.map { $0 > .milliseconds(800) && $0 < .milliseconds(1_300) } == true)
    }

    @Test(
        "A file that is damaged in its middle is not called cut short",
        arguments: [SF_FORMAT_FLAC, SF_FORMAT_OGG])
    func damaged(container: Int) throws {
        let encoding = container | (container == SF_FORMAT_OGG ? SF_FORMAT_VORBIS : SF_FORMAT_PCM_16)
        let whole = folder.path("whole")
        Recording(
            encoding: encoding, duration: 20,
            signal: { frame, _ in Float(frame &* 2_654_435_761 >> 8 & 0xFFFF) / 65_536 - 0.5 }
        ).write(to: whole)
        var bytes = [UInt8](FileManager.default.contents(atPath: whole)!)
        for index in bytes.count / 2..<bytes.count / 2 + 9_000 { bytes[index] = UInt8(index * 31 & 0xFF) }
        let path = folder.write(bytes, to: "damaged")
        let event = try #require(try listen(to: path).events.last)
        guard case .lost(.fileDamaged(path, _, _)) = event else {
            Issue.record("\(event)")
            return
        }
    }

    @Test("An Ogg file without its end is cut short, though nobody knows by how much")
    func truncatedOgg() throws {
        let whole = folder.path("whole.ogg")
        Recording(
            encoding: SF_FORMAT_OGG | SF_FORMAT_VORBIS, duration: 20,
            signal: Recording.tone(440, sampleRate: 16_000)
        ).write(to: whole)
        let bytes = [UInt8](FileManager.default.contents(atPath: whole)!)
        let half = folder.write(bytes.prefix(bytes.count / 2), to: "half.ogg")
        let heard = try listen(to: half)
        #expect(heard.samples.count > 16_000)
        #expect(heard.events.last == .lost(.fileTruncated(path: half, missing: nil)))
    }

    @Test("A header of a streaming writer, which knows no length, is not taken for a cut")
    func streamedHeader() throws {
        var card = [UInt8](FileManager.default.contents(atPath: TestData.card)!)
        for index in 40..<44 { card[index] = 0xFF }
        let heard = try listen(to: folder.write(card, to: "streamed.wav"))
        #expect(heard.samples.count == 17_526)
        #expect(heard.events.count == 1)
    }

    @Test("Each message names the file and what to do")
    func messages() {
        for error in [
            CaptureError.fileMissing(path: "a.wav"), .fileEmpty(path: "a.wav"),
            .notAudio(path: "a.wav", reason: "x"), .fileTruncated(path: "a.wav", missing: .milliseconds(250)),
            .fileTruncated(path: "a.wav", missing: nil), .fileDamaged(path: "a.wav", at: nil, reason: "x"),
            .fileDamaged(path: "a.wav", at: .seconds(3), reason: "x"),
            .notAFile(path: "a.wav", isFolder: true),
        ] {
            #expect("\(error)".contains("'a.wav'"))
            #expect("\(error)".contains("; "))
        }
        #expect(
            "\(CaptureError.fileTruncated(path: "a.wav", missing: .milliseconds(250)))".contains("0.250 s"))
    }
}
