import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
    @Test("What README shows of the demonstration is what it prints")
    func demonstration() throws {
        let text = try ProjectFolder.text("README.md")
        let shown = text.components(separatedBy: "\n").filter { $0.hasPrefix("    ") }
            .map { String($0.dropFirst(4)) }
        // From the first line with a sound file to the count of commands.
        let first = try #require(shown.firstIndex { $0.contains("♪") })
        let last = try #require(shown.firstIndex { $0.hasPrefix("commands, refusals") })
        let printed = try Tool.run(["demo", "--fast"]).output.components(separatedBy: "\n").map(Line.init)
        for line in shown[first...last] where line.trimmingCharacters(in: .whitespaces) != "…" {
            #expect(printed.contains { $0.isAlike(Line(line)) }, "\(line)")
        }
    }

    /// A line and the score in it, of which the last places are the processor's own.
    private struct Line {
        let words: String
        let score: Double

        init(_ text: String) {
            let parts = text.components(separatedBy: "(score ")
            words = parts[0]
            score = parts.count > 1 ? Double(parts[1].dropLast()) ?? .nan : 0
        }

        func isAlike(_ other: Line) -> Bool { words == other.words && abs(score - other.score) < 0.015 }
    }
}
