import Foundation
import Interpretation
import Testing
import Utterance

@testable import Evaluation

@Suite("Wake tuning")
struct WakeTuningTests {
    @Test("Both halves get every second recording of each phrase, and of the other sound")
    func halves() {
        let all = tuning(
            (0..<5).map { _ in said("computer", 9) } + (0..<3).map { _ in said("okay workshop", 9) }
                + (0..<4).map { _ in other([]) })
        let phrase = WakePhrase("computer")
        #expect(all.outcome(of: phrase, on: .choosing).missed == Proportion(0, of: 3))
        #expect(all.outcome(of: phrase, on: .checking).missed == Proportion(0, of: 2))
        // A phrase that is not configured is other sound.
        #expect(abs(all.outcome(of: phrase, on: .choosing).falseAlarms.hours - 0.4) < 1e-9)
        #expect(abs(all.outcome(of: phrase).falseAlarms.hours - 0.7) < 1e-9)
    }

    @Test("One long recording of other sound falls to both halves, minute by minute")
    func longOtherSound() {
        let all = tuning([other(Array(repeating: 4, count: 96), .seconds(600))])
        let halves = Tuning.Half.allCases.map { all.outcome(of: WakePhrase("computer"), on: $0).falseAlarms }
        #expect(halves.allSatisfy { $0.count > 40 && abs($0.hours - 1.0 / 12) < 1e-9 })
        #expect(all.outcome(of: WakePhrase("computer")).falseAlarms.count == 96)
    }

    @Test("What is missed and what is a false alarm follows both thresholds")
    func outcome() {
        let all = tuning([
            said("computer", 5), said("computer", 1), said("computer", nil), other([4]), other([2, -3]),
        ])
        func outcome(_ acceptance: Double, trigger: Double = 1e-30) -> (Int, Int, Int) {
            let outcome = all.outcome(
                of: WakePhrase("computer", trigger: trigger, acceptance: acceptance))
            return (outcome.missed.count, outcome.falseAlarms.count, outcome.candidates.count)
        }
        #expect(outcome(6) == (3, 0, 3))
        #expect(outcome(3) == (2, 1, 3))
        #expect(outcome(0) == (1, 2, 3))
        #expect(outcome(-9) == (1, 3, 3))
        #expect(outcome(-9, trigger: 1e-20) == (3, 0, 0), "nothing passes a trigger that tight")
    }

    @Test("Several fits of one place are one alarm")
    func onePlace() {
        let places = [5.0, 4, 6].enumerated().map { place("computer", $1, at: 1000 * $0) }
        let recording = WakeTuning.Recording(
            label: .nothing, places: places + [place("computer", 4, at: 60_000)], audio: .seconds(360))
        #expect(tuning([recording]).outcome(of: WakePhrase("computer")).falseAlarms.count == 2)
    }

    @Test("A text that says the phrase is no false alarm, nor a recording of it")
    func textThatSaysIt() {
        let words = ["my", "computer", "broke"]
        let all = tuning([
            WakeTuning.Recording(
                label: .text(words), places: [place("computer", 9, at: 0)], audio: .seconds(360))
        ])
        let outcome = all.outcome(of: WakePhrase("computer"))
        #expect(outcome.falseAlarms.count == 0 && outcome.falseAlarms.hours == 0)
        #expect(outcome.missed.total == 0)
    }

    @Test(
        "Recordings of another configured phrase are no other sound, nor those of a phrase that it is said in"
    )
    func phrasesInOneAnother() {
        let labels = [
            Manifest.Label.wake("hey computer"), .wake("dear computer"),
            .command("lamp", slots: [:], wake: "hey computer"),
        ]
        let recordings = labels.map { label in
            let places = (0..<10).map { place("computer", 9 + Double($0), at: 100_000 * $0) }
            return WakeTuning.Recording(label: label, places: places, audio: .seconds(360))
        }
        let phrases = [WakePhrase("computer"), WakePhrase("hey computer")]
        let all = WakeTuning(recordings: recordings + [other([])], phrases: phrases)
        for phrase in phrases {
            let alarms = all.outcome(of: phrase).falseAlarms
            #expect(alarms.count == 0)
            #expect(abs(alarms.hours - 0.1) < 1e-9)
            #expect(all.extrapolatedAcceptance(of: phrase, falseAlarmsPerHour: 1) == nil)
        }
    }

    @Test("The acceptance is chosen for the wanted rate of false alarms, beyond those that were counted")
    func suggestion() throws {
        // Scores of other sound in each half: 100 an hour above 0, an e-th of those above 1, and so on.
        let scores = (1...100).map { -log(Double($0) / 100) }
        let others = scores.flatMap { [other([$0], .seconds(36)), other([$0], .seconds(36))] }
        let all = tuning(others + (0..<40).map { _ in said("computer", 8) })
        let phrase = WakePhrase("computer", trigger: 1e-30)
        let once = try #require(all.suggestion(for: phrase, falseAlarmsPerHour: 1)).acceptance
        let rarely = try #require(all.suggestion(for: phrase, falseAlarmsPerHour: 0.1)).acceptance
        #expect(abs(once - 4.6) < 0.5, "ln 100")
        #expect(abs(rarely - once - 2.3) < 0.5, "ln 10 more: \(rarely), \(once)")
        #expect(all.outcome(of: WakePhrase("computer", acceptance: once), on: .checking).missed.count == 0)
    }

    @Test("With too few recordings, or too little other sound, nothing is chosen")
    func caution() {
        let phrase = WakePhrase("computer", trigger: 1e-30, acceptance: 2.5)
        let few = tuning((0..<6).map { _ in said("computer", 9) } + (0..<90).map { other([Double($0)]) })
        #expect(few.suggestion(for: phrase, falseAlarmsPerHour: 0.5) == nil)
        let quiet = tuning((0..<60).map { _ in said("computer", 9) } + [other([3])])
        #expect(quiet.suggestion(for: phrase, falseAlarmsPerHour: 0.5) == nil)
    }

    @Test("The acceptance is never beyond what a configuration may have")
    func limits() throws {
        let others = (1...20).flatMap { index in
            (0..<2).map { _ in other([index == 20 ? 40 : -30], .seconds(1)) }
        }
        let all = tuning(others + (0..<40).map { _ in said("computer", 8) })
        let phrase = WakePhrase("computer", trigger: 1e-30)
        #expect(all.suggestion(for: phrase, falseAlarmsPerHour: 0.5)?.acceptance == 20)
        #expect(all.suggestion(for: phrase, falseAlarmsPerHour: 1e9)?.acceptance == -20)
    }

    @Test("More misses are worse unless they spare a false alarm")
    func worse() {
        let all = tuning([said("computer", 5), said("computer", 1), other([4])])
        func outcome(_ acceptance: Double) -> WakeTuning.Outcome {
            all.outcome(of: WakePhrase("computer", acceptance: acceptance))
        }
        #expect(outcome(3).isWorse(than: outcome(0)), "misses one more, and both have the alarm")
        #expect(!outcome(6).isWorse(than: outcome(3)), "it has no alarm")
        #expect(!outcome(0).isWorse(than: outcome(0)) && !outcome(0).isWorse(than: outcome(3)))
    }

    @Test("More misses do no harm where other sound foretells alarms that nobody has counted yet")
    func foretoldAlarms() {
        // In each half 100 places in an hour, an e-th of those above 0 above 1, and so on; the highest is at 4.6.
        let scores = (1...100).map { -log(Double($0) / 100) }
        let others = scores.flatMap { [other([$0], .seconds(36)), other([$0], .seconds(36))] }
        let all = tuning(others + (0..<20).map { said("computer", $0 == 1 ? 6 : 8) })
        let phrase = WakePhrase("computer", trigger: 1e-30, acceptance: 5)
        let suggested = WakePhrase("computer", trigger: 1e-30, acceptance: 7)
        #expect(all.outcome(of: suggested, on: .checking).missed.count == 1)
        #expect(!all.isHarmful(suggested, insteadOf: phrase, falseAlarmsPerHour: 0.1))
        #expect(
            all.isHarmful(suggested, insteadOf: phrase, falseAlarmsPerHour: 10), "few enough as it is")
    }

    @Test("More misses do harm where the acceptance is not raised, whatever other sound foretells")
    func missesOfTheTrigger() {
        // As above; a tighter trigger misses one of the takes.
        let scores = (1...100).map { -log(Double($0) / 100) }
        let others = scores.flatMap { [other([$0], .seconds(36)), other([$0], .seconds(36))] }
        let all = tuning(others + (0..<20).map { said("computer", 8, trigger: $0 == 1 ? 1e-25 : 1e-10) })
        let phrase = WakePhrase("computer", trigger: 1e-30, acceptance: 5)
        for acceptance in [4.75, 5] {
            let suggested = WakePhrase("computer", trigger: 1e-20, acceptance: acceptance)
            #expect(all.outcome(of: suggested, on: .checking).missed.count == 1)
            #expect(all.isHarmful(suggested, insteadOf: phrase, falseAlarmsPerHour: 0.1), "\(acceptance)")
        }
    }

    @Test("A tighter trigger is suggested when it hears as many and halves the work")
    func trigger() {
        let others = (0..<100).map { _ in other([-5]) }
        let sharp = (0..<40).map { _ in said("computer", 9, trigger: 1e-10) }
        let phrase = WakePhrase("computer", trigger: 1e-30)
        let suggested = tuning(others + sharp).suggestion(for: phrase, falseAlarmsPerHour: 0.5)
        #expect(suggested?.trigger == 1e-18, "the tightest step that all of them pass")
        let blurred = (0..<40).map { _ in said("computer", 9, trigger: 1e-30) }
        #expect(
            tuning(others + blurred).suggestion(for: phrase, falseAlarmsPerHour: 0.5)?.trigger == 1e-30)
    }

    // MARK: - Enrolment

    private func enrolment(
        _ scores: [Double?], acceptance: Double = 3, beside others: [WakeTuning.Recording] = [],
        falseAlarmsPerHour: Double = 0.5
    ) throws -> WakeTuning.Enrolment {
        let all = tuning(scores.map { said("computer", $0) } + others)
        return try #require(
            all.enrolment(
                of: WakePhrase("computer", trigger: 1e-30, acceptance: acceptance),
                falseAlarmsPerHour: falseAlarmsPerHour))
    }

    private static let unclear = [2.4, 2.9, 3.6, 2.8, 4, 3.1, 2.7, 3.5, 2.6, 2.9]

    @Test("Who says the phrase less clearly is heard with a lower acceptance, each take judged by the others")
    func unclearVoice() throws {
        let found = try enrolment(Self.unclear)
        #expect(!found.isHeldBack && found.counted.hours == 0)
        #expect(found.missed == Proportion(6, of: 10))
        #expect(found.missedThen == Proportion(0, of: 10))
        #expect(found.isBetter && found.suggested.acceptance == 1.5)
    }

    @Test("Who says it clearly may ask for a higher one, if all takes lie far above it")
    func clearVoice() throws {
        let found = try enrolment([7, 7.5, 6.6, 8, 7.2, 6.9])
        #expect(found.missed.count == 0 && found.missedThen.count == 0)
        #expect(found.suggested.acceptance == 3.5 && found.isBetter)
    }

    @Test("It is never raised to less than its distance below the lowest take, whatever it was")
    func raising() throws {
        #expect(try enrolment([1.6, 2, 2, 2, 2], acceptance: 0).suggested.acceptance == 0)
        #expect(try enrolment([3.6, 5, 5, 5, 5], acceptance: 0).suggested.acceptance == 0.5)
        #expect(try enrolment([7.9, 9, 9, 9, 9], acceptance: 4.8).suggested.acceptance == 4.8)
        #expect(try enrolment([9, 9, 9, 9, 9], acceptance: 5).suggested.acceptance == 5)
    }

    @Test("It is not lowered to where other sound was counted to wake too often")
    func countedAlarms() throws {
        // Two hours, in which 2.1 would be exceeded three times, 2.6 once.
        let others = [2.2, 2.3, 2.7].map { other([$0], .seconds(2400)) }
        let found = try enrolment(Self.unclear, beside: others)
        #expect(found.suggested.acceptance == 2.5 && found.isHeldBack)
        #expect(found.missedThen == Proportion(1, of: 10))
        #expect(found.counted.count == 0 && found.countedThen.count == 1)
        #expect(abs(found.countedThen.hours - 2) < 1e-9)
        let tolerant = try enrolment(Self.unclear, beside: others, falseAlarmsPerHour: 2)
        #expect(tolerant.suggested.acceptance == 1.5 && !tolerant.isHeldBack)
        let loud = try enrolment(Self.unclear, beside: [other([4], .seconds(60))])
        #expect(loud.suggested.acceptance == 3 && !loud.isBetter, "too many already")
    }

    @Test("It is not lowered to where other sound is extrapolated to wake too often")
    func extrapolatedAlarms() throws {
        // 100 places in an hour, an e-th of those above 0 above 1, and so on, the loudest ones by chance left out.
        let scores = (10...100).map { -log(Double($0) / 100) - 0.5 }
        let others = scores.map { other([$0], .seconds(40)) }
        let found = try enrolment(Self.unclear, beside: others)
        #expect(found.countedThen.count == 0, "nothing reached even 1.8")
        #expect(found.isHeldBack && found.suggested.acceptance >= 2.25, "\(found.suggested.acceptance)")
    }

    @Test("What the other takes do not foretell is counted as missed, and changes nothing")
    func strayTake() throws {
        // The lowest is left out of its own judgement: the others ask for 4.5.
        let found = try enrolment([3.2, 8, 8, 9, 9])
        #expect(found.missed.count == 0)
        #expect(found.missedThen.count == 1)
        #expect(!found.isBetter)
    }

    @Test("A phrase that is never found asks for nothing, nor do fewer than five takes")
    func tooLittle() throws {
        let found = try enrolment([nil, nil, nil, nil, nil])
        #expect(found.suggested == found.configured && found.missedThen.count == 5 && !found.isBetter)
        #expect(found.unnoticed.count == 5 && found.unnoticedThen == 5)
        let few = tuning((0..<4).map { _ in said("computer", 1) })
        #expect(few.enrolment(of: WakePhrase("computer"), falseAlarmsPerHour: 0.5) == nil)
    }

    @Test("Takes that were not noticed are named, and ask for a looser trigger, not for a lower acceptance")
    func unnoticedTakes() throws {
        var faint = (1...2).map { _ in said("computer", 6, trigger: 1e-33) }
        for index in faint.indices { faint[index].name = "ada-\(index + 1).wav" }
        let clear = (0..<6).map { _ in said("computer", 5) }
        let phrase = WakePhrase("computer", trigger: 1e-30, acceptance: 3)
        let found = try #require(tuning(clear + faint).enrolment(of: phrase, falseAlarmsPerHour: 0.5))
        #expect(found.unnoticed == ["ada-1.wav", "ada-2.wav"] && found.unnoticedThen == 0)
        #expect(found.missed.count == 2 && found.missedThen.count == 0 && found.isBetter)
        #expect(found.suggested == WakePhrase("computer", trigger: 1e-34, acceptance: 3))
        let silent = (1...2).map { _ in said("computer", nil) }
        let none = try #require(tuning(clear + silent).enrolment(of: phrase, falseAlarmsPerHour: 0.5))
        #expect(none.suggested == phrase && none.unnoticedThen == 2 && !none.isBetter)
    }

    @Test(
        "A trigger that nobody set is that of the phrase's length, and stays unset where no other is better")
    func unsetTrigger() throws {
        let scores = (1...100).map { -log(Double($0) / 100) }
        let others = scores.flatMap { [other([$0], .seconds(36)), other([$0], .seconds(36))] }
        let takes = (0..<40).map { said("computer", 8, trigger: $0 % 20 == 0 ? 1e-31 : 1e-25) }
        let phrase = WakePhrase("computer")
        func all(_ takes: [WakeTuning.Recording], usualTrigger: Double) -> WakeTuning {
            WakeTuning(
                recordings: others + takes, phrases: [phrase],
                background: ["computer": .init(usualTrigger: usualTrigger)])
        }
        let loose = all(takes, usualTrigger: 1e-31)
        #expect(loose.outcome(of: phrase).missed.count == 0)
        #expect(loose.suggestion(for: phrase, falseAlarmsPerHour: 1)?.trigger == nil)
        let tight = all(takes, usualTrigger: 1e-30)
        #expect(tight.outcome(of: phrase).missed.count == 2)
        #expect(tight.suggestion(for: phrase, falseAlarmsPerHour: 1)?.trigger == 1e-34)
    }

    @Test("False alarms that are to be expected rise as the acceptance falls")
    func expectedAlarms() throws {
        let estimate = WakePrediction.Estimate(likely: 1, range: 0.5...2)
        let prediction = WakePrediction(
            missed: estimate, missedInNoise: estimate, falseAlarms: estimate, occurrences: 1)
        let all = WakeTuning(
            recordings: (0..<6).map { _ in said("computer", 2) }, phrases: [WakePhrase("computer")],
            background: ["computer": .init(usualTrigger: 1e-30, prediction: prediction)])
        let found = try #require(all.enrolment(of: WakePhrase("computer"), falseAlarmsPerHour: 0.5))
        #expect(found.falseAlarms == estimate)
        let then = try #require(found.falseAlarmsThen)
        #expect(then.likely > 1 && then.range.lowerBound < then.likely && then.likely < then.range.upperBound)
    }

    // MARK: - Fixtures

    private func tuning(_ recordings: [WakeTuning.Recording]) -> WakeTuning {
        WakeTuning(recordings: recordings, phrases: [WakePhrase("computer")])
    }

    private func place(
        _ phrase: String, _ score: Double, trigger: Double = 1e-25, at start: Int
    ) -> WakeTuning.Place {
        WakeTuning.Place(
            phrase: phrase, score: score, trigger: trigger, frames: start..<start + 12_000)
    }

    private func said(_ phrase: String, _ score: Double?, trigger: Double = 1e-25) -> WakeTuning.Recording {
        WakeTuning.Recording(
            label: .wake(phrase),
            places: score.map { [place(phrase, $0, trigger: trigger, at: 8000)] } ?? [],
            audio: .seconds(360))
    }

    private func other(_ scores: [Double], _ audio: Duration = .seconds(360)) -> WakeTuning.Recording {
        WakeTuning.Recording(
            label: .nothing,
            places: scores.enumerated().map { place("computer", $1, at: 100_000 * $0) }, audio: audio)
    }
}
