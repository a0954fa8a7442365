import Configuration
import EventSocket
import Foundation
import ListeningSupport
import Platform
import TestSupport
import Testing

@testable import Appliance

/// The file for Prometheus.
@Suite struct MetricsTests {
    private let folder = TemporaryFolder()

    /// A box that is told to switch its lamp on by button, and once more with words that are no command.
    private func play(metrics: String, minutes: Double = 10, writes: Bool = true) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: button
            metrics: \(metrics)
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { lamp: GPIO22 }
            commands: { lamp: { say: lamp on, do: { output: lamp, set: on } } }
            """,
            on: LongMicrophone(for: .seconds(60 * minutes)),
            commands: [.words("lamp on"), .words("lamp")],
            script: "10 press talk\n12 release talk\n20 press talk\n22 release talk", writesMetrics: writes)
    }

    private func text(_ name: String) -> [String] {
        (try? String(contentsOfFile: folder.path(name), encoding: .utf8))?.components(separatedBy: "\n") ?? []
    }

    @Test("Counters of the run are in the file, as Prometheus reads them")
    func counters() throws {
        let run = try play(metrics: folder.path("earshot.prom"))
        let lines = try settled("earshot.prom")
        #expect(lines.contains("earshot_state{state=\"idle\"} 1"))
        #expect(lines.contains("earshot_output_on{output=\"lamp\"} 1"))
        #expect(lines.contains("earshot_commands_total \(run.summary.commands)") && run.summary.commands == 1)
        #expect(lines.contains("earshot_rejected_total{reason=\"no-words\"} 1"))
        #expect(lines.contains("earshot_press_to_light_seconds_count 2"))
        #expect(lines.contains("earshot_response_seconds_count 1"))
        // Nothing that was said.
        #expect(!lines.contains { $0.contains("lamp on") })
    }

    /// The file, once the thread that writes it has come to the end of the run, which is 600 s long.
    private func settled(_ name: String) throws -> [String] {
        let limit = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < limit {
            let lines = text(name)
            let uptime = lines.first { $0.hasPrefix("earshot_uptime_seconds ") }?.split(separator: " ").last
            if let uptime, let seconds = Double(uptime), seconds >= 580 { return lines }
            usleep(1000)
        }
        Issue.record("the file was not written to the end of the run")
        return []
    }

    @Test("Every family has its help and its type before its samples, once; classes of histograms add up")
    func format() throws {
        var status = ApplianceStatus(
            try ApplianceConfiguration(Document(text: "recognize: dictation", name: "t")))
        status.version = "0.1.0~0git202611230703.61.299f3f5"
        status.microphone.problem = "a \"b\" \\ c\nd"
        status.counters.rejected = ["unlikely": 3, "no-words": 4]
        for milliseconds in [50, 150, 150, 20_000] {
            status.counters.response.add(.milliseconds(milliseconds))
        }
        let text = PrometheusText(status).text
        #expect(text.hasSuffix("\n"))
        var kinds: [String: Substring] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words[1] == "TYPE" {
                #expect(kinds.updateValue(words[3], forKey: String(words[2])) == nil, "\(line)")
            } else if !line.hasPrefix("#") {
                let name = line.prefix { $0.isLetter || $0 == "_" }
                let family = kinds.keys.first { name == $0 || kinds[$0] == "histogram" && name.hasPrefix($0) }
                #expect(family != nil, "\(line)")
                #expect(Double(words[words.count - 1]) != nil, "\(line)")
            }
        }
        #expect(text.contains("earshot_info{version=\"0.1.0~0git202611230703.61.299f3f5\"} 1\n"))
        #expect(text.contains(#"earshot_microphone_problem{problem="a \"b\" \\ c\nd"} 1"#))
        #expect(text.contains("earshot_response_seconds_bucket{le=\"0.1\"} 1\n"))
        #expect(text.contains("earshot_response_seconds_bucket{le=\"10\"} 3\n"))
        #expect(text.contains("earshot_response_seconds_bucket{le=\"+Inf\"} 4\n"))
    }

    @Test("A file that cannot be written changes nothing else; and none is written unless that is asked for")
    func unwritable() throws {
        let blocked = folder.write("", to: "file") + "/earshot.prom"
        #expect(try play(metrics: blocked).moves == ["lamp on"])
        _ = try play(metrics: folder.path("other.prom"), writes: false)
        #expect(try folder.names() == ["file"])
    }

    @Test(
        "A path that node_exporter would not read is a mistake",
        arguments: ["earshot.prom", "/tmp/earshot.txt"])
    func mistake(path: String) throws {
        #expect(throws: ConfigurationError.self) {
            try ApplianceConfiguration(Document(text: "recognize: dictation\nmetrics: \(path)", name: "t"))
        }
        #expect(
            try ApplianceConfiguration(Document(text: "recognize: dictation\nmetrics: off", name: "t"))
                .metrics == nil)
    }
}
