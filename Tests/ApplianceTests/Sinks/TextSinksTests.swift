import Configuration
import EventSocket
import Foundation
import TestSupport
import Testing

@testable import Appliance

/// All sinks of an appliance, while it runs and at a reload.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct TextSinksTests {
    private let folder = TemporaryFolder()

    private func file(_ name: String, _ format: SinkOptions.Format = .text) -> SinkOptions {
        SinkOptions(.file(path: folder.path(name), rotation: nil), format: format)
    }

    private func program(_ line: String) -> SinkOptions { SinkOptions(.program(["/bin/sh", "-c", line])) }

    private func event(_ text: String) -> ApplianceEvent {
        let transcript = ApplianceEvent.Transcript(text: text, confidence: 0, alternatives: [], segments: [])
        return ApplianceEvent(.final(transcript), at: .zero)
    }

    private func content(_ name: String) -> String? { SinkPieces.content(folder.path(name)) }

    @Test("A text goes to all of them; an utterance without words, and what is no text, to none")
    func all() {
        var sinks = TextSinks([file("a"), file("b", .json), program("cat >\(folder.path("c"))")])
        for event in [event("one"), event(""), ApplianceEvent(.partial(text: "tw"), at: .zero), event("two")]
        {
            sinks.take(event)
        }
        // A program that has read nothing within a second of the end loses its text.
        SinkPieces.wait { content("c") == "one\ntwo\n" }
        #expect(sinks.finish(within: .seconds(10)) == [])
        #expect(content("a") == "one\ntwo\n" && content("c") == "one\ntwo\n")
        #expect(content("b")?.split(separator: "\n").count == 2)
    }

    @Test("One that fails and one that never reads hold up no other, nor the end for long")
    func independent() throws {
        var sinks = TextSinks([file("none/a"), program("sleep 600"), file("b")])
        sinks.take(event("one"))
        SinkPieces.wait { content("b") == "one\n" && sinks.status?.first?.problem != nil }
        #expect(sinks.status?.map { $0.problem != nil } == [true, false, false])
        let before = ContinuousClock.now
        let news = sinks.finish(within: .milliseconds(200))
        #expect(ContinuousClock.now - before < .seconds(30))
        #expect(news.count == 3, "\(news)")
        #expect(news.count { $0.hasSuffix("lost there: 1") } == 2)
    }

    @Test("At a reload one that is configured as before goes on, and a program is not started again")
    func unchanged() {
        let shared = program("echo $$ >>\(folder.path("starts")); exec cat >\(folder.path("out"))")
        var sinks = TextSinks([shared, file("a")])
        sinks.take(event("one"))
        sinks.adopt([file("b"), shared])
        sinks.take(event("two"))
        #expect(sinks.status?.map(\.name) == [file("b").name, shared.publicName])
        SinkPieces.wait { content("out") == "one\ntwo\n" }
        #expect(sinks.finish(within: .seconds(10)) == [])
        #expect(content("out") == "one\ntwo\n")
        #expect(content("starts")?.split(separator: "\n").count == 1)
        #expect(content("a") == "one\n" && content("b") == "two\n")
    }

    @Test("At a reload no text that waits is lost: it goes where the new configuration has it go")
    func handedOn() {
        // The folder of the first file is not there.
        var sinks = TextSinks([file("none/a")])
        sinks.take(event("one"))
        sinks.take(event("two"))
        SinkPieces.wait { sinks.status?.first?.problem != nil }
        sinks.adopt([file("b")])
        sinks.take(event("three"))
        SinkPieces.wait { content("b") == "one\ntwo\nthree\n" }
        let news = sinks.finish(within: .seconds(10))
        #expect(content("b") == "one\ntwo\nthree\n", "\(news)")
        #expect(!news.contains { $0.contains("lost") })
    }

    @Test("The same file in another format is written by one after the other")
    func sameFile() {
        var sinks = TextSinks([file("a")])
        for number in 1...50 { sinks.take(event("\(number)")) }
        sinks.adopt([file("a", .json)])
        for number in 51...60 { sinks.take(event("\(number)")) }
        SinkPieces.wait { content("a")?.split(separator: "\n").count == 60 }
        #expect(sinks.finish(within: .seconds(10)) == [])
        let lines = (content("a") ?? "").split(separator: "\n").map(String.init)
        #expect(lines.count == 60)
        #expect(lines.prefix(50) == (1...50).map { "\($0)" }[...])
        #expect(lines.suffix(10).allSatisfy { $0.hasPrefix("{") })
    }

    @Test("Text goes to no other place than is plainly meant: a private file's not to another file")
    func heirs() {
        let (a, b, c, d) = (file("a"), file("b"), file("c"), file("d"))
        func heirs(_ old: [SinkOptions], _ new: [SinkOptions]) -> [SinkOptions?] {
            TextSinks.heirs(of: old, among: new)
        }
        #expect(heirs([a], [b]) == [b])
        #expect(heirs([a, b], [c]) == [nil, nil])
        #expect(heirs([a], [b, c]) == [nil])
        #expect(heirs([a, b], [c, d]) == [nil, nil])
        let json = file("a", .json)
        #expect(heirs([b, a], [c, json]) == [c, json])
        let (print, printLarge) = (
            SinkOptions(.program(["/print"])), SinkOptions(.program(["/print", "--large"]))
        )
        let send = SinkOptions(.program(["/send"]))
        #expect(heirs([print, a], [send, printLarge]) == [printLarge, nil])
        #expect(heirs([print], [a]) == [nil])
    }

    @Test("What a program is given may be secret: others read its path alone, and which of two it is")
    func names() {
        var sinks = TextSinks([program("cat >/dev/null; : secret"), file("a"), program("exec cat; : secret")])
        #expect(
            sinks.status?.map(\.name) == ["program /bin/sh", "file \(folder.path("a"))", "program /bin/sh 2"])
        _ = sinks.finish(within: .seconds(10))
    }

    @Test("Of two programs with one path a message says which of them it is about; of one alone none does")
    func namesakes() {
        var sinks = TextSinks([program("exit 3"), program("exec cat >/dev/null")])
        SinkPieces.wait { sinks.status?.first?.problem != nil }
        let news = sinks.takeNews()
        #expect(news.map { $0.hasSuffix(" (of several, this is 'program /bin/sh')") } == [true], "\(news)")
        sinks.adopt([program("exit 4")])
        SinkPieces.wait { sinks.status?.first?.problem != nil }
        let later = sinks.takeNews()
        #expect(later.contains { $0.contains("status 4") && !$0.contains("of several") }, "\(later)")
        _ = sinks.finish(within: .seconds(1))
    }

    @Test("What is gone without a successor writes what waits, and tells what it could not")
    func removed() {
        var sinks = TextSinks([file("a"), file("none/b"), program("sleep 600")])
        sinks.take(event("one"))
        sinks.adopt([])
        sinks.take(event("two"))
        SinkPieces.wait { content("a") == "one\n" }
        let news = sinks.finish(within: .seconds(1))
        #expect(content("a") == "one\n")
        #expect(news.count { $0.hasSuffix("lost there: 1") } == 2, "\(news)")
        #expect(sinks.status == nil)
    }

    @Test("To begin or to cease to write to standard output takes a restart, and nothing else of this does")
    func restart() throws {
        func configuration(_ to: String) throws -> ApplianceConfiguration {
            try ApplianceConfiguration(
                Document(text: "recognize: dictation\ndictation: { to: \(to) }", name: "kiosk.yaml"))
        }
        let (file, output) = (
            try configuration("{ file: /a }"), try configuration("[ stdout, { file: /a } ]")
        )
        #expect(file.obstacle(toGoingOnWith: output)?.contains("takes a restart") == true)
        #expect(output.obstacle(toGoingOnWith: file)?.contains("takes a restart") == true)
        #expect(file.obstacle(toGoingOnWith: try configuration("{ program: /b }")) == nil)
    }

    // MARK: - In an appliance

    private func dictate(_ to: String, _ texts: [String], writes: Bool = true) throws -> RunResult {
        let presses = texts.indices.map { "\(3 * $0 + 1) press talk\n\(3 * $0 + 2) release talk\n" }
        return try ApplianceHarness.play(
            """
            recognize: dictation
            dictation: { text: readable, to: \(to) }
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            """, commands: texts.map { .words($0) },
            speechAt: texts.indices.map { 3 * Double($0) + 1.2..<3 * Double($0) + 1.8 },
            script: presses.joined(), length: 3 * Double(texts.count) + 1, writesText: writes)
    }

    @Test("What is dictated is written, and what is taken back is not there any more")
    func dictation() throws {
        let path = folder.path("text.txt")
        let run = try dictate("{ file: \(path) }", ["buy milk", "buy bread", "scratch that", "buy cheese"])
        #expect(run.warnings == [])
        #expect(content("text.txt") == "Buy milk\nBuy cheese\n")
    }

    @Test("What is wrong is a warning without a word of what was said, before the last event")
    func warning() throws {
        let run = try dictate("{ file: \(folder.path("none/text.txt")) }", ["buy milk"])
        #expect(run.warnings.first?.contains("make its folder") == true)
        #expect(run.warnings.last?.hasSuffix("lost there: 1") == true)
        #expect(!run.warnings.contains { $0.lowercased().contains("milk") })
        #expect(run.summary.warnings == run.warnings.count)
        if case .end = run.events.last?.kind {} else { Issue.record("\(run.events.last.debugDescription)") }
    }

    @Test("Nothing is written unless the run is told to")
    func silent() throws {
        _ = try dictate("{ file: \(folder.path("text.txt")) }", ["buy milk"], writes: false)
        #expect(try folder.names() == [])
    }

    @Test("Prometheus is told how each of them is")
    func metrics() throws {
        var status = ApplianceStatus(
            try ApplianceConfiguration(Document(text: "recognize: dictation", name: "t")))
        #expect(!PrometheusText(status).text.contains("sink"))
        status.sinks = [
            .init(name: "file /a", waiting: 1, written: 2, lost: 3),
            .init(name: "stdout", problem: "is gone"),
        ]
        let text = PrometheusText(status).text
        for line in [
            #"sink_up{sink="file /a"} 1"#, #"sink_up{sink="stdout"} 0"#, #"sink_waiting{sink="file /a"} 1"#,
            #"sink_written_total{sink="file /a"} 2"#, #"sink_lost_total{sink="file /a"} 3"#,
        ] { #expect(text.contains("earshot_\(line)\n")) }
    }
}
