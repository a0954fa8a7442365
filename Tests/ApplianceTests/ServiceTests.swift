import ListeningSupport
import Platform
import Service
import Testing

@testable import Appliance

/// What the service manager is told of an appliance that lives, and that it is told nothing of one that hangs.
@Suite struct ServiceTests {
    /// What was told, and when by the machine's clock.
    private struct Told {
        var messages: [(text: String, at: Duration)] = []
        /// Why it ended by itself, if it did.
        var failure: ApplianceError?

        /// Signs of life in this time, in seconds. While all is well there is one a second.
        func beats(in span: Range<Double>) -> Int {
            messages.count { $0.text == "WATCHDOG=1" && span.contains($0.at.seconds) }
        }
    }

    /// A box with a talk button that is held from 0.5 to 1.5 s, on a watchdog of two seconds.
    private func run(
        _ microphone: Microphone, _ lines: [ScriptedSearch.Line] = [],
        script: String = "0.50 press talk\n1.50 release talk\n"
    ) throws -> Told {
        var told = Told()
        let clock = microphone.machineClock
        do {
            _ = try ApplianceHarness.play(
                """
                listen: button
                buttons: { talk: { line: GPIO27, mode: hold } }
                commands: { lamp: { say: lamp on } }
                """,
                on: microphone, commands: lines, script: script,
                manager: ServiceManager(watchdog: .seconds(2)) { told.messages.append(($0, clock.now)) })
        } catch let error as ApplianceError {
            told.failure = error
        }
        return told
    }

    @Test("It is ready once it hears, then shows its state and beats as long as sound comes in")
    func alive() throws {
        let told = try run(Microphone(length: 12), [.words("lamp on")])
        #expect(told.beats(in: 0..<12) >= 11)
        let words = told.messages.map(\.text).filter { $0 != "WATCHDOG=1" }
        #expect(
            words == [
                "READY=1", "STATUS=idle", "STATUS=recording", "STATUS=deciding", "STATUS=idle", "STOPPING=1",
            ])
    }

    @Test("While the microphone is away it beats; once it is back and gives nothing it does not")
    func away() throws {
        let told = try run(Microphone(awayAt: 3..<30, stalledAt: 30..<60, length: 60), [.words("lamp on")])
        #expect(told.beats(in: 9..<30) >= 20)
        #expect(told.beats(in: 36..<60) == 0)
        #expect(try run(Microphone(stalledAt: 3..<30, length: 30)).beats(in: 9..<30) == 0)
    }

    @Test(
        "A microphone that gives nothing without a word is away, and if it stays so, ends it before the watchdog acts"
    )
    func stalled() throws {
        let told = try run(Microphone(stalledAt: 3..<30, length: 30), [.words("lamp on")])
        let last = try #require(told.messages.last { $0.text == "WATCHDOG=1" }).at
        let lost = try #require(told.messages.first { $0.text.hasPrefix("STATUS=unavailable: its driver") })
        let end = try #require(told.messages.first { $0.text == "STOPPING=1" })
        #expect((.seconds(8)...(.milliseconds(8_050))).contains(lost.at), "\(lost)")
        #expect(lost.at < end.at && end.at < last + .seconds(2), "\(end), after \(last)")
        #expect(told.failure.map { "\($0)".contains("only a new start helps") } == true)
        let back = try run(Microphone(stalledAt: 3..<8.3, length: 12), [.words("lamp on")])
        #expect(back.failure == nil)
        #expect(back.beats(in: 9..<12) >= 2, "it gives sound again")
    }

    @Test(
        "A microphone that a script pulls out and plugs in again is away no longer than one that somebody does"
    )
    func scripted() throws {
        let told = try run(
            Microphone(stalledAt: 10..<40, length: 40), script: "3.00 unplug\n5.00 replug\n")
        #expect(told.messages.map(\.text).filter { $0 == "STATUS=idle" }.count == 2)
        #expect(told.beats(in: 1..<10) >= 8)
        #expect(told.beats(in: 16..<40) == 0, "it gives nothing, and nobody pulled it out")
    }

    @Test("While a decoder hangs it does not beat, although sound comes in")
    func hanging() throws {
        let told = try run(Microphone(length: 40))
        #expect(told.beats(in: 2..<20) >= 17)
        // 20 s, and two for each second of the utterance.
        #expect(told.beats(in: 26..<40) == 0)
    }
}
