import Testing

/// What a program takes that asks for another vocabulary each time.
@Suite(.serialized) struct MemoryTests {
    @Test("Changing phrases with every request adds no decoder to another, on a board of 512 MB")
    func phrases() throws {
        let lines = try Example.run("VocabularyChanges", [Example.goForward, "134217728"])
        #expect(lines.filter { $0 == "heard go forward ten meters" }.count == 4)
        #expect(lines.last == "retained 0")
        let figures = try #require(lines.first { $0.hasPrefix("first") }).split(separator: " ")
            .compactMap { Int($0) }
        // Four decoders take 300 MB more than one. One may still be freed while the next is made.
        #expect(figures[1] - figures[0] < 180)
    }
}
