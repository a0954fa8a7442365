import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// Programs and readers of standard output that get dictated text, and what becomes of it while they fail, are slow, or end.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct TextReaderTests {
    private let folder = TemporaryFolder()

    /// Has all the time that it needs to read and to end, however busy the machine is.
    private static let patientLimits = ProgramDestination.Limits(
        steady: .zero, read: .seconds(60), end: .seconds(60), kill: .seconds(60))

    /// For who does not read, or does not end, when it should.
    private static let hastyLimits = ProgramDestination.Limits(
        steady: .zero, read: .seconds(1), end: .milliseconds(300), kill: .milliseconds(300))

    /// A program that is believed to stay as soon as it has started.
    private func program(
        _ line: String, format: SinkOptions.Format = .text, limits: TextSink.Limits = SinkPieces.limits,
        _ programLimits: ProgramDestination.Limits = patientLimits
    ) throws -> TextSink {
        let arguments = ["/bin/sh", "-c", line]
        return try TextSink(SinkOptions(.program(arguments), format: format), limits: limits) {
            ProgramDestination(arguments, format, limits: programLimits)
        }
    }

    /// A program that is believed to stay once it has run for so long.
    private func program(_ line: String, steadyAfter steady: Duration) throws -> TextSink {
        var limits = Self.patientLimits
        limits.steady = steady
        return try program(line, limits)
    }

    private func lines(_ name: String) -> [String] { content(name).split(separator: "\n").map(String.init) }

    private func content(_ name: String) -> String { SinkPieces.content(folder.path(name)) ?? "" }

    // MARK: - Programs

    @Test("A program reads each text as a line")
    func lines() throws {
        let sink = try program("cat >\(folder.path("out"))")
        for text in ["Buy milk.", "Dear Ada,"] { sink.take(SinkPieces.text(text)) }
        #expect(SinkPieces.end(sink) == [])
        #expect(content("out") == "Buy milk.\nDear Ada,\n")
    }

    @Test("As JSON it is told what was taken back; as text it is not")
    func retractionForPrograms() throws {
        for format in SinkOptions.Format.allCases {
            let sink = try program("cat >\(folder.path("out"))", format: format)
            sink.take(SinkPieces.text("Buy milk."))
            SinkPieces.wait { sink.status.written == 1 }
            sink.take(SinkPieces.retraction("Buy milk."))
            SinkPieces.end(sink)
            #expect(content("out").contains(#""event":"retracted""#) == (format == .json))
            #expect(lines("out").count == (format == .json ? 2 : 1))
        }
    }

    @Test(
        "A program that ends after each text is started again, told once, and no text is lost or there twice")
    func shortLived() throws {
        let sink = try program(
            "read line && echo $line >>\(folder.path("out")); exit 3", steadyAfter: .seconds(60))
        for number in 1...5 {
            sink.take(SinkPieces.text("\(number)"))
            SinkPieces.wait { lines("out").count == number }
        }
        #expect(content("out") == "1\n2\n3\n4\n5\n")
        SinkPieces.wait { sink.status.problem != nil }
        let news = sink.takeNews()
        #expect(
            news == [
                "the program '/bin/sh' ended with status 3; its own messages may say why, and it is started again"
            ])
        SinkPieces.end(sink)
    }

    @Test("A program that ends at once has no text taken from it: all waits, and is lost only at the end")
    func endsAtOnce() throws {
        let sink = try program("echo started >>\(folder.path("out"))", steadyAfter: .seconds(60))
        sink.take(SinkPieces.text("one"))
        SinkPieces.wait { lines("out").count >= 3 }
        #expect(sink.takeNews().count == 1)
        #expect(SinkPieces.end(sink, within: .milliseconds(20)).last?.contains("lost there: 1") == true)
        #expect(sink.status.written == 0 && sink.status.lost == 1)
    }

    @Test("A program that is killed before it has read all gives what it was given to the next")
    func killed() throws {
        // The first one reads one text; those that follow all.
        let sink = try program(
            """
            if mkdir \(folder.path("first")) 2>/dev/null; then
                read line; echo $$ >\(folder.path("pid")); exec sleep 600
            fi
            exec cat >>\(folder.path("out"))
            """)
        for text in ["zero", "one", "two"] { sink.take(SinkPieces.text(text)) }
        SinkPieces.wait { sink.status.written == 1 && pid_t(content("pid").dropLast()) != nil }
        #expect(sink.status.waiting == 2, "what lies in the pipe waits")
        kill(pid_t(content("pid").dropLast())!, SIGKILL)
        SinkPieces.wait { content("out") == "one\ntwo\n" }
        #expect(sink.takeNews().first?.contains("ended by signal 9 (Killed)") == true)
        SinkPieces.end(sink)
        #expect(content("out") == "one\ntwo\n")
        #expect(sink.status.written == 3 && sink.status.lost == 0)
    }

    @Test("A program that reads on only while it ends does not get what another is given in its place")
    func readsLate() throws {
        let out = folder.path("out")
        let sink = try program(
            "trap 'cat >>\(out); exit' TERM; echo >\(folder.path("ready")); sleep 600 & wait",
            Self.hastyLimits)
        SinkPieces.wait { content("ready") == "\n" }
        sink.take(SinkPieces.text("one"))
        let left = Mutex<[String]>([])
        sink.end(within: .milliseconds(20)) { pieces in left.withLock { $0 = pieces.map(\.text) } }
        SinkPieces.wait { sink.isOver && left.withLock { !$0.isEmpty } }
        #expect(left.withLock { $0 } == ["one"] && sink.status.written == 0)
        #expect(content("out") == "")
    }

    @Test("A program that never reads is told, holds up nobody, and is made to end")
    func neverReads() throws {
        let sink = try program(
            "trap '' TERM; sleep 600", limits: SinkPieces.impatientLimits, Self.hastyLimits)
        let text = String(repeating: "word ", count: 2000)
        let before = ContinuousClock.now
        for _ in 1...50 { sink.take(SinkPieces.text(text)) }
        #expect(ContinuousClock.now - before < .seconds(60))
        SinkPieces.wait { sink.status.problem != nil }
        #expect(sink.takeNews() == ["the program '/bin/sh' has read nothing for 0.1 s; text for it waits"])
        let news = SinkPieces.end(sink, within: .milliseconds(20))
        #expect(news == ["the program '/bin/sh' has not taken all text; lost there: 50"])
        #expect(sink.status.lost == 50 && sink.status.written == 0)
    }

    @Test("A slow program gets all of it, in order, and is well again when it has")
    func slow() throws {
        let sink = try program(
            """
            until [ -e \(folder.path("go")) ] || [ ! -d \(folder.path) ]; do sleep 0.02; done
            while read line; do echo $line >>\(folder.path("out")); done
            """, limits: SinkPieces.impatientLimits)
        for number in 1...20 { sink.take(SinkPieces.text("\(number)")) }
        SinkPieces.wait { sink.status.problem != nil }
        folder.write("", to: "go")
        SinkPieces.wait { lines("out").count == 20 }
        SinkPieces.wait { sink.status.written == 20 && sink.status.problem == nil }
        #expect(lines("out") == (1...20).map { "\($0)" })
        let news = sink.takeNews() + SinkPieces.end(sink)
        #expect(news.first?.contains("has read nothing") == true)
        #expect(news.last == "the program '/bin/sh' takes text again")
    }

    @Test("A program that closes its standard input and stays is made to end, and started again")
    func closesInput() throws {
        var limits = Self.hastyLimits
        limits.kill = .seconds(60)
        let sink = try program(
            """
            echo started >>\(folder.path("starts"))
            exec <&-
            sleep 600
            """, limits)
        SinkPieces.wait { lines("starts").count >= 2 }
        #expect(
            sink.takeNews().first
                == "the program '/bin/sh' closed its standard input, so it was ended and is started again")
        SinkPieces.end(sink, within: .zero)
    }

    @Test("A program that is not there is told with what to do, and found once it is")
    func missing() throws {
        let path = folder.path("late")
        let sink = try TextSink(SinkOptions(.program([path])), limits: SinkPieces.limits) {
            ProgramDestination([path], .text, limits: .init(steady: .zero))
        }
        sink.take(SinkPieces.text("one"))
        SinkPieces.wait { sink.status.problem != nil }
        #expect(
            sink.takeNews() == [
                "the program '\(path)' cannot be started (No such file or directory); correct 'program' under 'dictation: to:'"
            ])
        folder.write("#!/bin/sh\nexec cat >\(folder.path("out"))\n", to: "new")
        chmod(folder.path("new"), 0o755)
        rename(folder.path("new"), path)
        SinkPieces.wait { content("out") == "one\n" }
        SinkPieces.end(sink)
    }

    // MARK: - Standard output

    @Test("A reader of standard output that has gone is told once, and what comes then is counted")
    func readerGone() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let output = ends[1]
        close(ends[0])
        let sink = try TextSink(SinkOptions(.standardOutput), limits: SinkPieces.limits) {
            OutputDestination(output, .text)
        }
        sink.take(SinkPieces.text("one"))
        SinkPieces.wait { sink.status.problem != nil }
        sink.take(SinkPieces.text("two"))
        #expect(sink.status.lost == 2)
        #expect(SinkPieces.end(sink) == ["standard output has no reader any more; text for it is lost"])
        close(output)
    }

    /// A disk with so many bytes of room, which is told once that it is full.
    private final class FullDisk: Sendable {
        private let room = Mutex([3, 0])

        func take(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            let most = room.withLock { $0.isEmpty ? bytes.count : $0.removeFirst() }
            guard most > 0 else {
                errno = ENOSPC
                return -1
            }
            return write(descriptor, bytes.baseAddress, min(most, bytes.count))
        }
    }

    @Test("A text of which a full disk took the beginning is written again on a line of its own")
    func partOfText() throws {
        let descriptor = open(folder.path("out"), O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let disk = FullDisk()
        var output = OutputDestination(descriptor, .text) { disk.take($0, $1) }
        let isRefused = (try? output.put(SinkPieces.text("a longer text"))) == nil
        #expect(isRefused)
        for text in ["a longer text", "more"] { _ = try output.put(SinkPieces.text(text)) }
        #expect(content("out") == "a l\na longer text\nmore\n")
    }

    @Test("A reader of standard output that stands still holds up nobody, and gets all once it reads on")
    func stalledReader() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let output = ends[1]
        let sink = try TextSink(SinkOptions(.standardOutput), limits: SinkPieces.impatientLimits) {
            OutputDestination(output, .text)
        }
        let text = String(repeating: "word ", count: 2000)
        for _ in 1...20 { sink.take(SinkPieces.text(text)) }
        SinkPieces.wait { sink.status.problem != nil }
        var read = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while read < 20 * (text.utf8.count + 1) { read += Foundation.read(ends[0], &buffer, buffer.count) }
        SinkPieces.wait { sink.status.written == 20 && sink.status.problem == nil }
        SinkPieces.end(sink)
        for descriptor in ends { close(descriptor) }
    }
}
