import Glibc
import Platform
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

    @Test("samples come out as they went in, also when they come in odd pieces")
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

    @Test("a reader that takes its time loses nothing, though the ring holds far less than the stream")
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

    @Test("the engine stops at once while nothing comes in")
    func stopsWhileWaiting() throws {
        let (engine, input, output) = try engine(.recognition)
        let reader = try engine.makeReader()
        try engine.start()
        engine.stop()
        #expect(reader.listen().isEnded)
        close(input)
        close(output)
    }

    @Test("it is refused in a format out of reach")
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

    init(_ descriptor: Int32, _ samples: [Int16]) {
        thread = try! SystemThread(name: "writer") {
            samples.withUnsafeBytes { bytes in
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
