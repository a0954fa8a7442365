import Diagnosis
import Testing

/// What came of what was said, by events as an appliance tells them.
@Suite struct SpokenWitnessTests {
    /// The first outcome of the events, or what it is when no more come.
    private func outcome(
        _ events: [String], ofText isOfText: Bool = false, toldWords isToldWords: Bool = true
    ) -> SpokenCheck.Outcome {
        var witness = SpokenWitness(isOfText: isOfText, isToldWords: isToldWords)
        for event in events {
            if let outcome = witness.outcome(of: event) { return outcome }
        }
        return witness.end
    }

    private func state(_ name: String) -> String { #"{"v":1,"t":1,"event":"state","state":"\#(name)"}"# }
    private let noise = #"{"event":"rejected","reason":"no-words","score":0,"text":""}"#

    @Test("A command that was done or nearly done is told at once, and noise besides only in the end")
    func commands() {
        let command = #"{"event":"command","name":"lamp","slots":{},"score":0.98,"text":"lamp on"}"#
        #expect(outcome([noise, state("listening"), command]) == .understood("lamp", score: 0.98))
        let nearly = #"{"event":"rejected","reason":"unlikely","nearest":"lamp","score":0.2}"#
        #expect(outcome([noise, nearly, command]) == .refused("unlikely"))
        #expect(outcome([noise, state("listening")]) == .refused("no-words"))
        #expect(outcome([state("recording"), state("listening")]) == .nothing)
        #expect(outcome(["", "{}", #"{"event":"later"}"#]) == .nothing)
    }

    @Test("Free text that was understood is told with its words")
    func text() {
        let silence = #"{"event":"final","text":"","confidence":0}"#
        let final = #"{"event":"final","text":"meet me at ten","confidence":0.9,"segments":[]}"#
        #expect(
            outcome(
                [state("recording"), state("deciding"), silence, state("listening"), final], ofText: true)
                == .written("meet me at ten"))
        let refused = [state("recording"), silence, noise, state("listening")]
        #expect(outcome(refused, ofText: true) == .refused("no-words"))
        #expect(outcome([final]) == .nothing, "where commands are listened for, it is none")
    }

    @Test("Where no words are told, text is known by the sound that was kept for it and not refused")
    func untoldText() {
        let utterance = [state("idle"), state("recording"), state("deciding")]
        #expect(outcome(utterance + [state("idle")], ofText: true, toldWords: false) == .written(nil))
        #expect(outcome(utterance, ofText: true, toldWords: false) == .nothing)
        let cancelled = [state("recording"), state("idle")]
        #expect(outcome(cancelled, ofText: true, toldWords: false) == .nothing)
        let repeated = cancelled + utterance + [state("idle")]
        #expect(outcome(repeated, ofText: true, toldWords: false) == .written(nil))
        let refused = utterance + [noise, state("idle")]
        #expect(outcome(refused, ofText: true, toldWords: false) == .refused("no-words"))
        let again = refused + utterance + [state("idle")]
        #expect(outcome(again, ofText: true, toldWords: false) == .written(nil))
    }

    @Test("A microphone that cannot be heard ends it, with the reason")
    func deaf() {
        let away = #"{"event":"availability","available":false,"source":"USB","reason":"arecord has it"}"#
        #expect(outcome([away]) == .failed("the microphone cannot be heard: arecord has it"))
        let there = #"{"event":"availability","available":true,"source":"USB","reason":""}"#
        #expect(outcome([there]) == .nothing)
    }
}
