import Foundation
import TestSupport
import Testing

/// Programs as Apple documents them, under other names: that they are here proves that they compile.
@Suite(.serialized) struct FrameworkPortsTests {
    private let text = "go forward ten meters"

    private func run(_ flow: String) throws -> [String] {
        try Example.run("FrameworkPorts", [flow, Example.goForward])
    }

    @Test(
        "Live recognition with a button: the text comes on the operation queue, and each word's NSRange fits it"
    )
    func live() throws {
        #expect(
            try run("live") == [
                "0 2 go go", "3 7 forward forward", "11 3 ten ten", "15 6 meters meters", text,
            ])
    }

    @Test("A recording is recognized for a handler on an operation queue of the program's own")
    func file() throws {
        #expect(try run("file") == ["Speech in the file is \(text)", "true true"])
    }

    @Test("Phrases, templates and pronunciations of a program's own are listed as they were, and likelier")
    func words() throws {
        #expect(try run("words") == [text])
    }

    @Test(
        "An analyzer hears a live stream, and a recording, with the code that was written for the framework's"
    )
    func analyzer() throws {
        #expect(try run("analyzer") == [text])
        #expect(try run("analyzed-file") == [text])
    }

    @Test("Dictation with phrases beside a detector gives volatile text, then the final one")
    func dictation() throws {
        let lines = try run("dictation")
        #expect(lines.contains("... go forward"))
        #expect(lines.last == "true false \(text)")
    }

    @Test(
        "Tasks and analyzers that are cancelled and misused by several threads end once, and leave nothing behind"
    )
    func misuse() throws {
        #expect(
            try Example.run("MisuseLoops", [Example.goForward, "3"]) == ["3 rounds, 0 bytes retained"])
    }

    @Test("The guide says how many lines of each had to change, and none has more than ten")
    func changedLines() throws {
        let guide = try ProjectFolder.text("Sources/Earshot/Earshot.docc/ComingFromSpeech.md")
        for name in [
            "LiveRecognition", "FileRecognition", "CustomWords", "LiveAnalysis", "FileAnalysis", "Dictation",
        ] {
            let source = try ProjectFolder.text("Tests/FrameworkPorts/\(name).swift")
            let changes = source.components(separatedBy: "There:").count - 1
            let row = try #require(guide.components(separatedBy: "\n").first { $0.hasPrefix("| `\(name)`") })
            #expect(row.components(separatedBy: " | ")[1] == "\(changes)", "\(name)")
            #expect(changes <= 10, "\(name)")
        }
    }
}
