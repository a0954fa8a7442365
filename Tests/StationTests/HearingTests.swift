import Settings
import Testing

@testable import Station

@Suite("What is heard after a wake phrase or a press")
struct HearingTests {
    private static let lamp = """
        locale: en-US
        wake: okay workshop
        commands: { lamp: { say: lamp on } }
        """

    /// Where the searches of an utterance begin that itself begins at 1.1 s, and ends at 3 s.
    ///
    /// - Parameters:
    ///   - speech: When somebody speaks, in seconds.
    ///   - cause: What began it.
    private func searches(speechAt speech: [Range<Double>], begin cause: Hearing.Cause) throws -> [UInt64] {
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
        let begins = search.frames.indices.filter { index in
            index == 0 || search.frames[index].lowerBound != search.frames[index - 1].upperBound
        }
        return begins.map { search.frames[$0].lowerBound }
    }

    private let phrase = Hearing.Cause.wakePhrase(end: 16_000)

    @Test("The quiet before the first word is not searched, and nothing of a command in one breath is lost")
    func first() throws {
        let late = try #require(try searches(speechAt: [0.2..<1, 2..<2.5], begin: phrase).first)
        #expect((1.5...1.7).contains(Double(late) / 16_000), "at least 0.3 s before the speech")
        #expect(try searches(speechAt: [0.2..<1.6], begin: phrase) == [16_000])
        #expect(try searches(speechAt: [0.2..<1, 1.1..<1.6], begin: phrase) == [16_000])
        #expect(
            try searches(speechAt: [0.2..<1.1], begin: phrase) == [16_000],
            "said before the phrase was reported")
    }

    @Test("Where nobody speaks nothing is searched, and a click is no speech")
    func silence() throws {
        #expect(try searches(speechAt: [0.2..<1], begin: phrase).isEmpty)
        #expect(try searches(speechAt: [0.2..<1, 1.5..<1.52], begin: phrase).isEmpty)
    }

    @Test("After a press the search begins at once, for a quiet microphone, and anew with the first word")
    func button() throws {
        #expect(try searches(speechAt: [], begin: .button) == [12_800], "with the pre-roll")
        #expect(try searches(speechAt: [1.1..<1.6], begin: .button) == [12_800])
        let late = try searches(speechAt: [2..<2.5], begin: .button)
        #expect(late.count == 2 && late.first == 12_800)
        #expect((1.5...1.7).contains(Double(late.last ?? 0) / 16_000), "at least 0.3 s before the speech")
    }
}
