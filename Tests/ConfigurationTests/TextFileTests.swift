import Configuration
import Testing

@Suite struct TextFileTests {
    @Test(
        "A text falls into the same lines whatever editor wrote it",
        arguments: ["a\n\nb\n", "a\r\n\r\nb\r\n", "\u{FEFF}a\r\n\nb\n"])
    func lines(text: String) {
        #expect(TextFile.lines(of: text) == ["a", "", "b", ""])
    }

    @Test("Separators of text that are no ends of lines stay in it")
    func otherSeparators() {
        #expect(TextFile.lines(of: "a\u{2028}b\u{0C}c") == ["a\u{2028}b\u{0C}c"])
        #expect(TextFile.lines(of: "") == [""])
    }
}
