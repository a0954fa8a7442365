import Configuration
import Foundation
import Platform
import Testing

@Suite struct TextFileTests {
    @Test(
        "A text falls into the same lines whatever editor wrote it",
        arguments: ["a\n\nb\n", "a\r\n\r\nb\r\n", "a\r\rb\r", "\u{FEFF}a\r\n\nb\n"])
    func lines(text: String) {
        #expect(TextFile.lines(of: text) == ["a", "", "b", ""])
    }

    @Test("Separators of text that are no ends of lines stay in it")
    func otherSeparators() {
        #expect(TextFile.lines(of: "a\u{2028}b\u{0C}c") == ["a\u{2028}b\u{0C}c"])
        #expect(TextFile.lines(of: "") == [""])
    }

    @Test("What comes through a pipe piece by piece is read to its end")
    func pipeInPieces() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (source, sink) = (ends[0], ends[1])
        // Many times what a pipe holds, so that whoever reads it is ahead of the writer again and again.
        let text = (0..<200_000).map { "# line \($0)\n" }.joined()
        Thread {
            try? Descriptors.write(text, to: sink)
            close(sink)
        }.start()
        let read = try TextFile.text(path: "/dev/fd/\(source)", atMost: 1 << 24)
        #expect(read.utf8.count == text.utf8.count && read == text)
        close(source)
    }
}
