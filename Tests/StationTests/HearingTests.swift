import Settings
import Testing

@testable import Station

@Suite("What is heard after a wake phrase")
struct HearingTests {
    private static let lamp = """
        locale: en-US
        wake: okay workshop
        commands: { lamp: { say: lamp on } }
        """

    /// What is made of an utterance that begins at 1 s, where a wake phrase ended, and ends at 3 s.
    ///
    /// - Parameter speech: When somebody speaks, in seconds.
    /// - Returns: Its words, and the first frame that was searched.
    private func heard(
        speechAt speech: [Range<Double>], begin cause: Hearing.Cause
    ) throws -> (words: String?, first: UInt64?) {
        let search = ScriptedSearch([.words("lamp on")])
        let hearing = Hearing(
            try Configuration(Document(text: Self.lamp, name: "test.yaml")),
            decoders: Decoders(utterance: search, wake: nil), isLockstep: true)
        let room = Room(speechAt: speech, length: 3)
        while let delivery = room.next() {
            guard case .frames(let first, let samples) = delivery else { continue }
            _ = hearing.hear(samples, first: first)
            if first + 160 == 17_600 { hearing.begin(cause) }
        }
        hearing.end()
        guard case .final(let hypothesis) = hearing.nextUpdate() else { return (nil, nil) }
        return (hypothesis.text, search.frames.first?.lowerBound)
    }

    private func words(speechAt speech: [Range<Double>], begin cause: Hearing.Cause) throws -> String? {
        try heard(speechAt: speech, begin: cause).words
    }

    @Test("The quiet before the first word is not searched, and nothing of a command in one breath is lost")
    func first() throws {
        let phrase = Hearing.Cause.wakePhrase(end: 16_000)
        let late = try #require(try heard(speechAt: [0.2..<1, 2..<2.5], begin: phrase).first)
        #expect(abs(Double(late) / 16_000 - 1.7) < 0.02, "0.3 s before the speech")
        #expect(try heard(speechAt: [0.2..<1.6], begin: phrase).first == 16_000)
        #expect(try heard(speechAt: [0.2..<1, 1.1..<1.6], begin: phrase).first == 16_000)
        #expect(
            try heard(speechAt: [0.2..<1, 2..<2.5], begin: .button).first == 12_800,
            "at once, with the pre-roll")
    }

    @Test("Nothing was said where nobody spoke, whatever the search made of it")
    func silence() throws {
        let phrase = Hearing.Cause.wakePhrase(end: 16_000)
        #expect(try words(speechAt: [0.2..<1], begin: phrase) == "")
        #expect(try words(speechAt: [0.2..<1, 1.5..<1.52], begin: phrase) == "", "a click is no speech")
        #expect(try words(speechAt: [0.2..<1, 1.5..<2], begin: phrase) == "lamp on")
        #expect(
            try words(speechAt: [0.2..<1.3], begin: phrase) == "lamp on",
            "said before the phrase was reported")
    }

    @Test("Whoever presses a button speaks, however quiet the microphone")
    func button() throws {
        #expect(try words(speechAt: [], begin: .button) == "lamp on")
    }
}
