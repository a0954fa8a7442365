import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(minutesOfAllTests))) struct LineWriterTests {
    /// A pipe whose reader stands still until it is asked.
    private struct Stall {
        let reading: Int32
        let writing: Int32
        private let capacity: Int

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
            capacity = 65_536
            let filling = [UInt8](repeating: UInt8(ascii: "."), count: capacity)
            try #require(Glibc.write(writing, filling, capacity) == capacity)
        }

        /// Reads the filling away.
        func drain() {
            var filling = [UInt8](repeating: 0, count: capacity)
            var rest = capacity
            while rest > 0 { rest -= max(0, Glibc.read(reading, &filling, rest)) }
        }

        /// Reads whole lines, until one is `last`.
        func lines(until last: String) -> [String] {
            var lines: [String] = []
            var line: [UInt8] = []
            var byte: UInt8 = 0
            while lines.last != last, Glibc.read(reading, &byte, 1) == 1 {
                if byte == UInt8(ascii: "\n") {
                    lines.append(String(decoding: line, as: UTF8.self))
                    line = []
                } else {
                    line.append(byte)
                }
            }
            return lines
        }
    }

    private func notice(_ count: Int) -> String { "\(count) missing" }

    @Test("A reader that stands still keeps nobody waiting, and gets the lines in order when it is back")
    func stall() throws {
        let pipe = try Stall()
        let writer = LineWriter(pipe.writing)
        for index in 0..<100 { writer.write("line \(index)", afterLosing: notice) }
        #expect(writer.finish(within: .milliseconds(20)) == 100, "the end does not wait for it either")
        pipe.drain()
        #expect(pipe.lines(until: "line 99") == (0..<100).map { "line \($0)" })
        #expect(writer.finish(within: .seconds(60)) == 0)
    }

    @Test("What finds no room is counted, and a notice stands in its place")
    func losses() throws {
        let pipe = try Stall()
        let writer = LineWriter(pipe.writing, capacity: 100)
        // Ten bytes each, with their line breaks.
        for index in 0..<12 { writer.write("line no \(index % 10)", afterLosing: notice) }
        #expect(writer.finish(within: .zero) == 12)
        pipe.drain()
        #expect(pipe.lines(until: "line no 9").count == 10)
        #expect(writer.finish(within: .seconds(60)) == 2, "nobody has been told of them yet")
        writer.write("afterwards", afterLosing: notice)
        #expect(pipe.lines(until: "afterwards") == ["2 missing", "afterwards"])
    }

    @Test("A reader that has gone takes nothing more, and nothing waits for it")
    func gone() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = try Stall()
        close(pipe.reading)
        let writer = LineWriter(pipe.writing)
        writer.write("a line", afterLosing: notice)
        #expect(writer.finish(within: .seconds(60)) == 0)
        #expect(writer.failure == EPIPE)
    }

    @Test("A full disk is tried again, and is no reader that has gone")
    func fullDisk() throws {
        let writer = LineWriter(open("/dev/full", O_WRONLY))
        writer.write("a line", afterLosing: notice)
        while writer.failure == 0 { usleep(1000) }
        #expect(writer.failure == ENOSPC)
        #expect(writer.finish(within: .zero) == 1)
    }
}
