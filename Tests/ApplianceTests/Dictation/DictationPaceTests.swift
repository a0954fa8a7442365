import Decoding
import Testing

@testable import Appliance

/// Free speech on a machine that does not keep up.
struct DictationPaceTests {
    @Test("Late words mean the next faster profile, once each, down to the fastest")
    func down() {
        var pace = DictationPace(.accurate)
        #expect(pace.note(answer: .milliseconds(900), at: .seconds(10)) == nil)
        #expect(pace.note(answer: .seconds(1), at: .seconds(20)) == .faster)
        #expect(pace.profile == .balanced)
        #expect(pace.note(answer: .seconds(3), at: .seconds(30)) == .faster)
        #expect(pace.profile == .fast)
        #expect(pace.note(answer: .seconds(3), at: .seconds(40)) == nil)
        #expect(pace.profile == .fast)
    }

    @Test("After two minutes in time a slower one is tried, never slower than what is configured")
    func up() {
        var pace = DictationPace(.balanced)
        _ = pace.note(answer: .seconds(2), at: .seconds(0))
        #expect(pace.note(answer: .zero, at: .seconds(119)) == nil)
        #expect(pace.note(answer: .zero, at: .seconds(120)) == .slower)
        #expect(pace.profile == .balanced)
        #expect(pace.note(answer: .zero, at: .seconds(9999)) == nil)
        #expect(pace.profile == .balanced)
    }

    @Test("Words that are nearly late do not make it slower, and late ones begin the time anew")
    func barely() {
        var pace = DictationPace(.balanced)
        _ = pace.note(answer: .seconds(2), at: .seconds(0))
        #expect(pace.note(answer: .milliseconds(700), at: .seconds(200)) == nil)
        #expect(pace.note(answer: .seconds(2), at: .seconds(300)) == nil)
        #expect(pace.note(answer: .zero, at: .seconds(419)) == nil)
        #expect(pace.note(answer: .zero, at: .seconds(420)) == .slower)
    }

    @Test("Each time that proves too early, it takes twice as long until the next trial")
    func patience() {
        var pace = DictationPace(.balanced)
        _ = pace.note(answer: .seconds(2), at: .seconds(0))
        _ = pace.note(answer: .zero, at: .seconds(120))
        #expect(pace.note(answer: .seconds(2), at: .seconds(130)) == .faster)
        #expect(pace.note(answer: .zero, at: .seconds(130 + 239)) == nil)
        #expect(pace.note(answer: .zero, at: .seconds(130 + 240)) == .slower)
    }

    @Test("After a trial that held, the next one is as soon as the first was")
    func recovery() {
        var pace = DictationPace(.balanced)
        _ = pace.note(answer: .seconds(2), at: .seconds(0))
        _ = pace.note(answer: .zero, at: .seconds(120))
        _ = pace.note(answer: .seconds(2), at: .seconds(130))
        // Too early once: this one waits for four minutes, and holds for ten.
        #expect(pace.note(answer: .zero, at: .seconds(370)) == .slower)
        #expect(pace.note(answer: .seconds(2), at: .seconds(970)) == .faster)
        #expect(pace.note(answer: .zero, at: .seconds(970 + 119)) == nil)
        #expect(pace.note(answer: .zero, at: .seconds(970 + 120)) == .slower)
    }

    /// Somebody speaks at 0.7 s; the decoder is asked every 10 ms or so.
    private func dictate(latency: Int, profile: String) throws -> RunResult {
        try ApplianceHarness.play(
            """
            recognize: dictation
            listen: always
            limits: { longest_pause: 200ms }
            dictation: { profile: \(profile) }
            """, on: Microphone(length: 12), commands: [.words("four score")], latency: latency)
    }

    @Test(
        "In the appliance it is told by one warning that names the profile, and the words are there all the same"
    )
    func told() throws {
        let run = try dictate(latency: 300, profile: "balanced")
        #expect(run.commands.profiles == [.fast])
        #expect(run.transcripts.first?.text == "four score")
        #expect(run.warnings.count == 1, "\(run.warnings)")
        #expect(run.warnings.first?.contains("the profile is 'fast'") == true, "\(run.warnings)")
        #expect(run.warnings.first?.contains("dictation: { profile: fast }") == true)
        #expect(run.warnings.first?.hasPrefix("free text is understood late; ") == true)
    }

    @Test("Words in time change nothing, and nor do late ones where nothing is faster")
    func untold() throws {
        let inTime = try dictate(latency: 0, profile: "accurate")
        #expect(inTime.commands.profiles.isEmpty && inTime.warnings.isEmpty)
        let fastest = try dictate(latency: 300, profile: "fast")
        #expect(fastest.commands.profiles.isEmpty)
        #expect(fastest.warnings.count == 1 && fastest.warnings[0].contains("understood late"))
    }
}
