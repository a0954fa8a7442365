import CSndFile
import Foundation
import Platform
import TestSupport
import Testing

@testable import Capture

@Suite("Standard input")
struct PipeInputTests {
    /// An engine that listens to the reading end of a pipe, and the writing end.
    func engine(_ format: AudioFormat, buffer: Duration = .seconds(2)) throws -> (CaptureEngine, Int32, Int32)
    {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let engine = try CaptureEngine(
            input: .standardInput(format, pace: .asFastAsPossible),
            source: .pipe(PipeSource(descriptor: ends[0], format: format)), buffer: buffer)
        return (engine, ends[0], ends[1])
    }

    @Test("Samples come out as they went in, also when they come in odd pieces")
    func oddPieces() throws {
        let (engine, input, output) = try engine(.recognition)
        let reader = try engine.makeReader()
        try engine.start()
        let samples = (0..<5_000).map { Int16(truncatingIfNeeded: $0 * 7919) }
        var heard = Heard()
        samples.withUnsafeBytes { bytes in
            var start = 0
            for length in sequence(first: 1, next: { $0 % 997 + 2 }) where start < bytes.count {
                let count = min(length, bytes.count - start)
                #expect(write(output, bytes.baseAddress! + start, count) == count)
                start += count
                // Read along, so that pieces of frames really arrive apart.
                while let item = reader.next() { heard.append(item) }
                if start == bytes.count { break }
            }
        }
        close(output)
        while !heard.isEnded, let item = reader.wait() { heard.append(item) }
        #expect(heard.samples == samples)
        close(input)
    }

    @Test("A reader that takes its time loses nothing, though the ring holds far less than the stream")
    func backPressure() throws {
        let (engine, input, output) = try engine(.recognition, buffer: .milliseconds(50))
        let reader = try engine.makeReader()
        try engine.start()
        let samples = (0..<200_000).map { Int16(truncatingIfNeeded: $0 &* 31) }
        let writer = Writer(output, samples)
        let heard = reader.listen()
        writer.join()
        #expect(heard.samples == samples)
        #expect(heard.gaps.isEmpty)
        #expect(engine.counters.framesDropped == 0)
        close(input)
    }

    @Test("The engine stops at once while nothing comes in")
    func stopsWhileWaiting() throws {
        let (engine, input, output) = try engine(.recognition)
        let reader = try engine.makeReader()
        try engine.start()
        engine.stop()
        #expect(reader.listen().isEnded)
        close(input)
        close(output)
    }

    /// What is heard of `bytes`, which come through a pipe.
    private func listen(to bytes: [UInt8], pace: AudioInput.Pace = .asFastAsPossible) throws -> Heard {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let engine = try CaptureEngine(
            input: .standardInput(.recognition, pace: pace),
            source: .pipe(PipeSource(descriptor: ends[0], format: .recognition)), buffer: .seconds(2))
        let reader = try engine.makeReader()
        try engine.start()
        let writer = Writer(ends[1], bytes)
        defer { writer.join() }
        return reader.listen()
    }

    @Test(
        "A recording with a header is known by its first bytes, through a pipe and as a file",
        arguments: [
            SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
            SF_FORMAT_OGG | SF_FORMAT_VORBIS,
        ])
    func recording(encoding: Int) throws {
        let folder = TemporaryFolder()
        let path = folder.path("recording")
        Recording(
            sampleRate: 44_100, channelCount: 2, encoding: encoding,
            signal: Recording.tone(440, sampleRate: 44_100)
        ).write(to: path)
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        let known = try CaptureTests.listen(to: path)
        #expect(known.samples.count > 31_000)
        let piped = try listen(to: bytes)
        #expect(piped.samples == known.samples)
        #expect(
            piped.events == [
                .opened(
                    device: "standard input",
                    format: AudioFormat(
                        sampleRate: 44_100, channelCount: 2,
                        sample: encoding & SF_FORMAT_SUBMASK == SF_FORMAT_VORBIS ? .float32 : .int16))
            ])

        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        // As a file it can be paced, too: nothing has to be collected first.
        let engine = try CaptureEngine(
            input: .standardInput(.recognition, pace: .realTime),
            source: .pipe(PipeSource(descriptor: descriptor, format: .recognition)), buffer: .seconds(2))
        let reader = try engine.makeReader()
        try engine.start()
        var start = Heard()
        while start.samples.count < 1_600, let item = reader.wait() { start.append(item) }
        engine.stop()
        #expect(start.samples.elementsEqual(known.samples.prefix(start.samples.count)))
    }

    @Test("A recording in a pipe is not heard in real time: it might never end")
    func growingRecording() throws {
        let card = [UInt8](FileManager.default.contents(atPath: TestData.card)!)
        let heard = try listen(to: card, pace: .realTime)
        #expect(heard.samples.isEmpty)
        #expect(heard.events == [.lost(.recordingOnPipe(format: "WAV"))])
    }

    @Test(
        "A recording that is damaged is named as standard input, and none that cannot be read is taken for samples"
    )
    func unusableRecording() throws {
        let card = [UInt8](FileManager.default.contents(atPath: TestData.card)!)
        let half = try listen(to: Array(card.prefix(card.count / 2)))
        guard case .lost(.fileTruncated("standard input", _)) = half.events.last else {
            Issue.record("\(half.events)")
            return
        }
        let video = try listen(to: [0x1A, 0x45, 0xDF, 0xA3] + Array(repeating: 0, count: 32_000))
        #expect(video.samples.isEmpty)
        guard case .lost(.notAudio("standard input", _)) = video.events.last else {
            Issue.record("\(video.events)")
            return
        }
    }

    @Test("What is shorter than any header is samples")
    func short() throws {
        #expect(try listen(to: [1, 0, 2, 0, 3, 0]).samples == [1, 2, 3])
        #expect(try listen(to: Array("RIFF".utf8)).samples.count == 2)
        #expect(try listen(to: []).samples.isEmpty)
    }

    @Test("It is refused in a format out of reach")
    func outOfReach() {
        let format = AudioFormat(sampleRate: 4_000, channelCount: 9, sample: .int16)
        #expect(throws: CaptureError.formatUnsupported(of: "standard input", format: format)) {
            try CaptureEngine(input: .standardInput(format, pace: .realTime))
        }
    }
}

/// Writes samples into a pipe from a thread of its own, then closes it.
final class Writer {
    private let thread: SystemThread

    convenience init(_ descriptor: Int32, _ samples: [Int16]) {
        self.init(descriptor, samples.withUnsafeBytes { [UInt8]($0) })
    }

    init(_ descriptor: Int32, _ bytes: [UInt8]) {
        thread = try! SystemThread(name: "writer") {
            bytes.withUnsafeBytes { bytes in
                var start = 0
                while start < bytes.count {
                    let count = write(descriptor, bytes.baseAddress! + start, bytes.count - start)
                    if count <= 0 { break }
                    start += count
                }
            }
            close(descriptor)
        }
    }

    func join() { thread.join() }
}
