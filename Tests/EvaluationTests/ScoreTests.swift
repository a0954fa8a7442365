import Appliance
import Grammar
import Interpretation
import Testing

@testable import Evaluation

@Suite struct ScoreTests {
    private func command(_ name: String, _ slots: [String: String]) -> Command {
        Command(name: name, slots: slots.mapValues(SlotValue.text), score: 0.9, text: "")
    }

    private func verdict(_ done: [Command], _ label: Manifest.Label) -> Score.Verdict {
        Score.verdict(done, label: label, scoredSlots: ["order": ["size", "milk"]])
    }

    @Test("Right is the command with every labelled slot and no other labelled slot")
    func exact() {
        let label = Manifest.Label.command("order", slots: ["size": "small"])
        #expect(verdict([command("order", ["size": "small"])], label) == .right)
        #expect(verdict([command("order", ["size": "small", "politeness": "please"])], label) == .right)
        #expect(
            verdict([command("order", ["size": "small", "milk": "soy"])], label) == .rightButForExtraSlots)
        #expect(verdict([command("order", ["size": "large"])], label) == .wrong)
        #expect(verdict([command("order", [:])], label) == .wrong)
        #expect(verdict([command("cancel", ["size": "small"])], label) == .wrong)
        #expect(verdict([], label) == .rejected)
    }

    @Test("A label's own slots count, whatever slots the others name")
    func ownSlots() {
        let label = Manifest.Label.command("lamp", slots: ["state": "on"])
        #expect(verdict([command("lamp", ["state": "on"])], label) == .right)
        #expect(verdict([command("lamp", ["state": "off"])], label) == .wrong)
    }

    @Test(
        "A span of time may be labelled as configurations write it, and seconds without their unit",
        arguments: ["90s", "90", "1.5m", "1 min 30 s"])
    func seconds(label: String) {
        let timer = Command(name: "timer", slots: ["duration": .duration(.seconds(90))], score: 0.9, text: "")
        let right = Manifest.Label.command("timer", slots: ["duration": label])
        #expect(Score.verdict([timer], label: right, scoredSlots: [:]) == .right)
        let wrong = Manifest.Label.command("timer", slots: ["duration": "9"])
        #expect(Score.verdict([timer], label: wrong, scoredSlots: [:]) == .wrong)
    }

    @Test("A number may be labelled with noughts before it")
    func noughts() {
        let floor = Command(name: "floor", slots: ["number": .number(7)], score: 0.9, text: "")
        for (label, expected) in [("7", Score.Verdict.right), ("07", .right), ("70", .wrong)] {
            let said = Manifest.Label.command("floor", slots: ["number": label])
            #expect(Score.verdict([floor], label: said, scoredSlots: [:]) == expected)
        }
    }

    @Test("Two commands where one was said are wrong")
    func twice() {
        let order = command("order", ["size": "small"])
        #expect(verdict([order, order], .command("order", slots: ["size": "small"])) == .wrong)
    }

    @Test("Any command where none was said is a false accept")
    func falseAccept() {
        #expect(verdict([command("order", [:])], .nothing) == .falseAccept)
        #expect(verdict([], .nothing) == .right)
    }

    @Test(
        "False accepts an hour are those of the recordings without a command, of which an hour may not be known"
    )
    func falseAcceptRate() {
        var score = Score()
        #expect(score.falseAcceptRate.interval.upperBound == .infinity)
        score.falseCommands = 2
        score.negativeAudio = .seconds(1800)
        #expect(score.falseAcceptRate.perHour == 4)
    }

    @Test("Each command that is done in an hour of other speech counts in the rate, and the recording once")
    func severalFalseCommands() {
        var summary = ApplianceEvent.Summary()
        summary.audio = .seconds(3600)
        var score = Score()
        score.add(
            Evaluator.Result(
                clip: Manifest.Clip(line: 1, name: "radio.wav", path: "radio.wav", label: .nothing),
                verdict: .falseAccept, texts: [],
                commands: Array(repeating: command("order", [:]), count: 7), rejections: [], responses: [],
                expectsWords: false, places: [], judgements: [], summary: summary))
        #expect(score.falseAcceptRate.perHour == 7)
        #expect(score.falseAccepts == 1)
    }

    @Test("Word errors are insertions, deletions and substitutions of the best alignment")
    func wordErrors() {
        var rate = WordErrorRate()
        rate.count(["a", "b", "x", "d"], against: ["a", "b", "c", "d"])
        rate.count(["b"], against: ["a", "b"])
        rate.count(["a", "a"], against: ["a"])
        #expect(rate.errors == 3)
        #expect(rate.words == 7)
        #expect(WordErrorRate.words(of: "I'd like it, please.") == ["i'd", "like", "it", "please"])
    }

    @Test("What was dictated is compared without hyphens and points, which nobody hears")
    func dictation() {
        let dictated = Manifest.words(of: "The well-known x-ray, at ten a.m.")
        #expect(Score.verdict(["the well known x-ray at ten", "a.m."], dictated: dictated) == .right)
        #expect(Score.verdict(["the well known ray"], dictated: dictated) == .wrong)
    }

    @Test("A percentile is the response that so many were no slower than, and says how many were aligned")
    func responses() {
        var score = Score()
        #expect(score.response(percentile: 50) == nil)
        score.responses = (1...10).map {
            Response(time: .milliseconds($0 * 100), reference: $0 > 7 ? .recognizer : .alignment)
        }
        #expect(score.response(percentile: 50) == .milliseconds(500))
        #expect(score.response(percentile: 90) == .milliseconds(900))
        #expect(score.response(percentile: 100) == .seconds(1))
        #expect(score.alignedResponses == 7)
    }

    @Test("Wilson's interval encloses the share and stays between 0 and 1")
    func interval() {
        // Newcombe, Statistics in Medicine 17 (1998), table I: 81 of 263 is 0.2553 to 0.3662.
        let interval = Proportion(81, of: 263).interval
        #expect(abs(interval.lowerBound - 0.2553) < 0.0001)
        #expect(abs(interval.upperBound - 0.3662) < 0.0001)
        #expect(Proportion(0, of: 10).interval.lowerBound == 0)
        #expect(abs(Proportion(10, of: 10).interval.upperBound - 1) < 1e-9)
        #expect(Proportion(0, of: 0).interval == 0...1)
    }
}
