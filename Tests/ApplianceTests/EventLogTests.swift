import Decoding
import Interpretation
import ListeningSupport
import Platform
import Testing

@testable import Appliance

/// The log of a box that nobody looks after: what it says of a day, and of what happens.
@Suite struct EventLogTests {
    private static let day = Duration.seconds(86_400)

    /// A box with every light, and a status light that blinks all day.
    private func day(
        _ microphone: LongMicrophone, listen: String = "button", commands: [ScriptedSearch.Line] = [],
        script: String = "", tellsBlinks: Bool = false
    ) throws -> RunResult {
        try ApplianceHarness.play(
            """
            listen: \(listen)
            lights: { recording: GPIO17, ready: GPIO23, fault: GPIO24, status: GPIO25 }
            buttons: { talk: { line: GPIO27, mode: hold }, mute: { line: GPIO22, mode: hold } }
            commands: { lamp: { say: lamp on } }
            """,
            on: microphone, commands: commands, script: script, tellsBlinks: tellsBlinks)
    }

    private func lights(_ outcome: RunResult) -> Int {
        outcome.events.count { if case .led = $0.kind { true } else { false } }
    }

    @Test("A day of idling is told in ten lines, and its blinks in ten events")
    func idle() throws {
        let outcome = try day(LongMicrophone(for: Self.day))
        #expect(outcome.log.count < 10, "\(outcome.log.map(\.text))")
        #expect(outcome.log.contains { $0.text == "·  idle" })
        #expect(lights(outcome) < 10)
    }

    @Test("Each blink is an event where that was asked for, and in the log it still is none")
    func blinks() throws {
        let outcome = try day(LongMicrophone(for: .seconds(3600)), tellsBlinks: true)
        #expect(lights(outcome) > 100)
        #expect(outcome.log.count < 10)
    }

    @Test("A day of being muted is told in ten lines")
    func muted() throws {
        let outcome = try day(LongMicrophone(for: Self.day), script: "5.0 press mute")
        #expect(outcome.states.last == .muted)
        #expect(outcome.log.contains { $0.text == "·  muted" })
        #expect(outcome.log.count < 10, "\(outcome.log.map(\.text))")
        #expect(lights(outcome) < 20)
    }

    @Test("A day without a microphone is told in ten lines, that it is gone and that it is back")
    func unplugged() throws {
        let outcome = try day(
            LongMicrophone(for: Self.day, awayAt: .seconds(60) ... .seconds(86_000)))
        #expect(outcome.states.contains(.unavailable))
        #expect(outcome.log.count < 10, "\(outcome.log.map(\.text))")
        #expect(outcome.log.contains { $0.level == .warning && $0.message.contains("cannot be heard") })
        #expect(outcome.log.count { $0.mark == "♪" } == 2)
        #expect(lights(outcome) < 20)
    }

    @Test(
        "A day of noise, with hundreds of refusals and an overdriven microphone, is told in a hundred lines")
    func noise() throws {
        let outcome = try day(
            LongMicrophone(for: Self.day, burstEvery: .seconds(300), flapsEvery: .seconds(4)),
            listen: "always", commands: Array(repeating: .unlikely("lamp on"), count: 400))
        #expect(outcome.summary.rejections > 200)
        #expect(outcome.summary.warnings > 10_000)
        #expect((20..<100).contains(outcome.log.count), "\(outcome.log.count)")
        // Nothing is lost: what was not told by itself is told in a number.
        let counted = outcome.log.compactMap { $0.fields["EARSHOT_COUNT"].flatMap(Int.init) }.reduce(0, +)
        let single = outcome.log.count {
            ["warning", "rejected"].contains($0.fields["EARSHOT_EVENT"])
        }
        #expect(counted + single >= outcome.summary.warnings + outcome.summary.rejections)
        let times = outcome.log.filter { $0.mark == "↻" }.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(60) })
    }

    @Test("Commands and outputs are told each time, however often")
    func activity() {
        var log = EventLog()
        let lines = (0..<1000).flatMap { second in
            log.lines(
                for: ApplianceEvent(
                    .output(name: "lamp", on: second % 2 == 0, reason: "lamp"), at: .seconds(second)))
                + log.lines(
                    for: ApplianceEvent(
                        .command(Command(name: "lamp", score: 1, text: "lamp on")), at: .seconds(second)))
        }
        #expect(lines.count == 2000)
    }

    @Test("No word that was heard is in a line or its fields, at any level")
    func privacy() {
        let secret = "xyzzy"
        var command = Command(name: "lamp", score: 1, text: secret)
        command.slots = ["state": .text(secret)]
        let kinds: [ApplianceEvent.Kind] = [
            .partial(text: secret),
            .final(.init(text: secret, confidence: 1, alternatives: [secret], segments: [])),
            .command(command), .rejected(Rejection(text: secret, reason: .unlikely)),
            .confirm(command: "lamp", outcome: .asked, question: secret),
        ]
        var log = EventLog(level: .debug)
        for line in kinds.flatMap({ log.lines(for: ApplianceEvent($0, at: .zero)) }) {
            #expect(!"\(line.text) \(line.fields)".contains(secret))
        }
    }

    @Test("Each level leaves out what is less severe, and a line has the fields of its event")
    func levels() {
        func told(_ level: Log.Level) -> [String] {
            var log = EventLog(level: level)
            return ApplianceEventTests.kinds.flatMap { log.lines(for: ApplianceEvent($0, at: .zero)) }
                .compactMap { $0.fields["EARSHOT_EVENT"] }
        }
        #expect(told(.error) == [])
        #expect(told(.warning) == ["gap", "warning", "reload"])
        #expect(
            told(.notice) == [
                "state", "wake", "command", "rejected", "rejected", "confirm", "output", "gap",
                "availability", "warning",
                "reload",
            ])
        #expect(Set(told(.info)).subtracting(told(.notice)) == ["button", "limit"])
        #expect(Set(told(.debug)).subtracting(told(.info)) == ["led"])
        var log = EventLog()
        let lines = log.lines(
            for: ApplianceEvent(.output(name: "pump", on: true, reason: "water"), at: .zero))
        #expect(
            lines.first?.fields == [
                "EARSHOT_EVENT": "output", "EARSHOT_OUTPUT": "pump", "EARSHOT_ON": "1",
                "EARSHOT_REASON": "water",
            ])
    }

    @Test("A refusal that comes again with another time in its words is counted as the same")
    func otherTimes() {
        let reasons: [(Duration) -> OutputRefusal.Reason] = [
            { .resting($0) }, { .restingSinceStart($0) }, { .exceedsMaxOn(rest: $0) },
            { .interlocked(with: "fan", $0) },
        ]
        for reason in reasons {
            var log = EventLog()
            let lines = (1...20).flatMap { second in
                let refusal = OutputRefusal(
                    name: "pump", cause: "water", reason: reason(.seconds(second)), at: .seconds(second))
                return log.lines(for: ApplianceEvent(.warning("\(refusal)"), at: .seconds(second)))
            }
            #expect(lines.count == Repetitions.burst, "\(reason(.zero))")
        }
    }

    @Test("What is still counted at the end is told at the end")
    func end() {
        var log = EventLog()
        var lines: [EventLog.Line] = []
        for second in 0..<10 {
            lines += log.lines(for: ApplianceEvent(.warning("dust; wipe it away"), at: .seconds(second)))
        }
        #expect(lines.count == Repetitions.burst)
        lines = log.lines(for: ApplianceEvent(.end(.init()), at: .seconds(11)))
        #expect(lines.map(\.message) == ["again in 8.0 s: 7 × dust"])
        #expect(lines.map(\.level) == [.warning])
    }
}
