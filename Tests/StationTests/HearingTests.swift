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

    /// The first frame that is searched of an utterance from 1 s, where a wake phrase ended, to 3 s; nil if none is.
    ///
    /// - Parameter speech: When somebody speaks, in seconds.
    private func searched(speechAt speech: [Range<Double>], begin cause: Hearing.Cause) throws -> UInt64? {
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
        return search.frames.first?.lowerBound
    }

    private let phrase = Hearing.Cause.wakePhrase(end: 16_000)

    @Test("The quiet before the first word is not searched, and nothing of a command in one breath is lost")
    func first() throws {
        let late = try #require(try searched(speechAt: [0.2..<1, 2..<2.5], begin: phrase))
        #expect((1.5...1.7).contains(Double(late) / 16_000), "at least 0.3 s before the speech")
        #expect(try searched(speechAt: [0.2..<1.6], begin: phrase) == 16_000)
        #expect(try searched(speechAt: [0.2..<1, 1.1..<1.6], begin: phrase) == 16_000)
        #expect(
            try searched(speechAt: [0.2..<1.1], begin: phrase) == 16_000,
            "said before the phrase was reported")
    }

    @Test("Where nobody speaks nothing is searched, and a click is no speech")
    func silence() throws {
        #expect(try searched(speechAt: [0.2..<1], begin: phrase) == nil)
        #expect(try searched(speechAt: [0.2..<1, 1.5..<1.52], begin: phrase) == nil)
    }

    @Test("Whoever presses a button speaks, however quiet the microphone")
    func button() throws {
        #expect(try searched(speechAt: [], begin: .button) == 12_800, "at once, with the pre-roll")
    }
}
