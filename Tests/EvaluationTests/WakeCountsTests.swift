import Testing
import Utterance

@testable import Evaluation

@Suite("Wake score")
struct WakeCountsTests {
    private func detection(
        _ phrase: String, at start: UInt64 = 0, isAccepted: Bool = true
    ) -> WakeDetection {
        WakeDetection(
            phrase: phrase, start: start, end: start + 8000, score: 5,
            scores: WakeScores(phraseMean: 0, windowMean: 0, acousticMean: 0), trigger: 1,
            isAccepted: isAccepted)
    }

    @Test("Hits, misses and false alarms are told apart")
    func counts() {
        var score = WakeCounts(phrases: ["computer", "okay workshop"])
        score.add([detection("computer")], label: .wake("computer"), audio: .seconds(2))
        score.add([], label: .wake("computer"), audio: .seconds(2))
        score.add([detection("computer")], label: .wake("okay workshop"), audio: .seconds(2))
        score.add([detection("okay workshop")], label: .nothing, audio: .seconds(1800))
        score.add([], label: .text(["ten"]), audio: .seconds(1800))
        #expect(score.phrases["computer"]?.missed == Proportion(1, of: 2))
        #expect(score.phrases["okay workshop"]?.missed == Proportion(1, of: 1))
        #expect(score.missed == Proportion(2, of: 3))
        #expect(score.falseAlarms.count == 1, "of other sound; one phrase for the other is counted by itself")
        #expect(score.falseAlarms.hours == 1)
    }

    @Test("A miss is one of the first look, or one that was looked at and not believed")
    func reasons() {
        var score = WakeCounts(phrases: ["computer", "okay workshop"])
        score.add([], label: .wake("computer"), audio: .seconds(2))
        score.add([detection("okay workshop")], label: .wake("computer"), audio: .seconds(2))
        score.add([detection("computer", isAccepted: false)], label: .wake("computer"), audio: .seconds(2))
        score.add([detection("computer")], label: .wake("computer"), audio: .seconds(2))
        #expect(score.missed == Proportion(3, of: 4))
        #expect(score.unnoticed == 1, "what woke another phrase was looked at")
        #expect(score.takenForAnother == 1)
        #expect(score.falseAlarms.count == 0)
    }

    @Test("What the appliance woke on is heard, where a search by itself does not find or believe it")
    func ownWakes() {
        let found = [detection("computer", isAccepted: false), detection("computer", at: 90_000)]
        let own = [
            detection("computer", at: 100), detection("computer", at: 90_100),
            detection("okay workshop", at: 90_100), detection("computer", at: 200_000, isAccepted: false),
        ]
        #expect(found.adding(wakes: own) == found + [own[0], own[2]])
        var score = WakeCounts(phrases: ["computer"])
        score.add([found[0]].adding(wakes: [own[0]]), label: .wake("computer"), audio: .seconds(2))
        #expect(score.missed == Proportion(0, of: 1))
    }

    @Test("Whatever wakes within a second is one false alarm")
    func oneAlarm() {
        var score = WakeCounts(phrases: ["computer", "okay workshop"])
        let places = [
            detection("computer"), detection("okay workshop", at: 4000), detection("computer", at: 20_000),
            detection("computer", at: 60_000),
        ]
        score.add(places, label: .nothing, audio: .seconds(3600))
        #expect(score.falseAlarms.count == 2)
    }

    @Test("What is not believed is no alarm, and takes no phrase for another")
    func unbelieved() {
        var score = WakeCounts(phrases: ["computer", "okay workshop"])
        let doubtful = detection("okay workshop", isAccepted: false)
        score.add([doubtful], label: .wake("computer"), audio: .seconds(2))
        score.add([doubtful], label: .nothing, audio: .seconds(2))
        #expect(score.takenForAnother == 0)
        #expect(score.falseAlarms.count == 0)
    }

    @Test(
        "A phrase that is taken for another is no false alarm, as its recordings are no hours of other sound")
    func takenForAnother() {
        var score = WakeCounts(phrases: ["computer", "okay workshop"])
        let both = [detection("computer"), detection("okay workshop"), detection("okay workshop")]
        score.add(both, label: .wake("computer"), audio: .seconds(2))
        score.add([detection("computer")], label: .wake("okay workshop"), audio: .seconds(2))
        #expect(score.phrases["computer"]?.takenForAnother == 1, "once a recording")
        #expect(score.phrases["computer"]?.heard == 1)
        #expect(score.takenForAnother == 2)
        #expect(score.falseAlarms.count == 0 && score.falseAlarms.hours == 0)
    }

    @Test("A phrase before a command is heard or missed as one that stands alone")
    func beforeCommand() {
        var score = WakeCounts(phrases: ["computer"])
        let label = Manifest.Label.command("lamp", slots: [:], wake: "computer")
        score.add([detection("computer")], label: label, audio: .seconds(2))
        score.add([], label: label, audio: .seconds(2))
        score.add([detection("computer")], label: .command("lamp", slots: [:]), audio: .seconds(2))
        #expect(score.missed == Proportion(1, of: 2))
        #expect(score.falseAlarms.count == 1, "where only the command was said")
    }

    @Test("A phrase that is not configured is other sound")
    func foreignPhrase() {
        var score = WakeCounts(phrases: ["computer"])
        score.add([detection("computer")], label: .wake("jarvis"), audio: .seconds(3600))
        #expect(score.missed.total == 0)
        #expect(score.falseAlarms.perHour == 1)
    }

    @Test(
        "A phrase that is said in another, which is not configured, wakes rightly, alone and before a command"
    )
    func withinForeignPhrase() {
        var score = WakeCounts(phrases: ["chatterbox"])
        let labels = [
            Manifest.Label.wake("hey chatterbox"), .command("lamp", slots: [:], wake: "hey chatterbox"),
        ]
        for label in labels { score.add([detection("chatterbox")], label: label, audio: .seconds(2)) }
        #expect(score.missed.total == 0)
        #expect(score.falseAlarms.count == 0 && score.falseAlarms.hours == 0)
    }

    @Test("A text that contains the phrase word for word wakes rightly")
    func text() {
        var score = WakeCounts(phrases: ["okay workshop"])
        score.add(
            [detection("okay workshop")], label: .text(["so", "okay", "workshop"]), audio: .seconds(9))
        #expect(score.falseAlarms.count == 0 && score.falseAlarms.hours == 0)
        score.add(
            [detection("okay workshop")], label: .text(["okay", "workshops"]), audio: .seconds(9))
        #expect(score.falseAlarms.count == 1)
    }
}
