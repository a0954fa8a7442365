import Decoding
import Glibc
import Interpretation
import ListeningSupport
import Platform
import TestSupport
import Testing
import Utterance
import Wyoming
import WyomingSupport

@testable import Appliance

/// Who answers for an utterance: the engine of one's own, or the built-in recognizer.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct EngineSearchTests {
    /// Never waited for to its end: the engine is a thread of this process, which may get its turn late.
    private static let patience = Duration.seconds(60)

    /// A second of sound from frame 16 000 on, and all that comes of it.
    private static func hear(
        _ server: WyomingTestServer?, builtIn lines: [ScriptedSearch.Line] = [.words("turn of a lamb")],
        partials: [String] = [], isOffline: Bool = false, timeout: Duration = patience,
        seconds: Int = 1, search given: ScriptedSearch? = nil
    ) throws -> [UtteranceUpdate] {
        let builtIn = given ?? ScriptedSearch(lines, partials: partials)
        let search = try search(server?.address ?? "unix:///run/nobody/asr.sock", builtIn, isOffline, timeout)
        return hear(search, seconds: seconds)
    }

    private static func search(
        _ address: String, _ builtIn: ScriptedSearch, _ isOffline: Bool = false,
        _ timeout: Duration = patience
    ) throws -> EngineSearch {
        var limits = WyomingTranscription.Limits()
        limits.answer = timeout
        let engine = EngineSearch.Engine(address: try WyomingAddress(address), limits: limits)
        return try EngineSearch(engine, builtIn: builtIn, isOffline: isOffline)
    }

    private static func hear(_ search: EngineSearch, seconds: Int = 1) -> [UtteranceUpdate] {
        var updates: [UtteranceUpdate] = []
        search.begin(firstFrame: 16_000, request: UtteranceRequest())
        let block = [Int16](repeating: 100, count: 160)
        for _ in 0..<seconds * 100 {
            block.withUnsafeBufferPointer { search.feed($0, isWithheld: false) }
            while let update = search.next() { updates.append(update) }
        }
        search.finish()
        search.settle()
        while let update = search.next() { updates.append(update) }
        return updates
    }

    private static func final(_ updates: [UtteranceUpdate]) throws -> UtteranceHypothesis {
        guard case .final(let hypothesis)? = updates.last else { throw NoText(updates: updates) }
        return hypothesis
    }

    struct NoText: Error { let updates: [UtteranceUpdate] }

    @Test("Its text counts, word for word as it writes it, and says whose it is", arguments: [false, true])
    func text(isOffline: Bool) throws {
        let server = try WyomingTestServer(.answers("Turn on the lamp, please."))
        let final = try Self.final(Self.hear(server, isOffline: isOffline))
        #expect(final.text == "Turn on the lamp, please.")
        #expect(final.source == .engine(server.address))
        #expect(final.start == .seconds(1))
        #expect(final.audioDuration == .seconds(1))
        #expect(server.connections.first?.samples.count == 16_000)
    }

    @Test(
        "A sentence that it makes of noise is as little believed as what the built-in recognizer makes of it",
        arguments: [0, 5])
    func noise(latency: Int) throws {
        let server = try WyomingTestServer(.answers("Thank you for watching."))
        let builtIn = ScriptedSearch([.noise("the")], partials: ["the"], latency: latency, evidence: 0.05)
        let search = try Self.search(server.address, builtIn)
        var updates = Self.hear(search)
        for _ in 0..<latency { updates += [search.next()].compactMap { $0 } }
        let final = try Self.final(updates)
        #expect(final.text == "Thank you for watching.")
        #expect(!final.isSpoken)
    }

    @Test("Where somebody was clearly heard to speak, its text does not wait for the built-in recognizer")
    func speech() throws {
        let server = try WyomingTestServer(.answers("Hello."))
        let final = try Self.final(
            Self.hear(server, search: ScriptedSearch([], partials: ["hello"], evidence: 0.9)))
        #expect(final.text == "Hello." && final.isSpoken)
    }

    @Test("Its words share the time of the utterance, one after the other")
    func times() throws {
        let words = try Self.final(Self.hear(WyomingTestServer(.answers("a bb cccc")))).words
        #expect(words.map(\.text) == ["a", "bb", "cccc"])
        #expect(words.first?.start == .seconds(1))
        #expect(words.last?.end == .seconds(2))
        for (word, next) in zip(words, words.dropFirst()) {
            #expect(word.start < word.end)
            #expect(word.end == next.start)
        }
    }

    @Test(
        "What it writes where nobody speaks is no text, and what has a word beside that is",
        arguments: [
            (".", ""), ("[BLANK_AUDIO]", ""), ("(silence) ...", ""), ("Hi. [MUSIC]", "Hi. [MUSIC]"),
            ("(maybe yes", "(maybe yes"), ("5", "5"),
        ])
    func notes(answer: String, expected: String) throws {
        let final = try Self.final(Self.hear(WyomingTestServer(.answers(answer))))
        #expect(final.text == expected)
        #expect(final.source != nil)
    }

    @Test("What it writes in round brackets is a text where somebody was clearly heard to speak")
    func inBrackets() throws {
        let server = try WyomingTestServer(.answers("(see below)"))
        let final = try Self.final(
            Self.hear(server, search: ScriptedSearch([], partials: ["see"], evidence: 0.9)))
        #expect(final.text == "(see below)")
    }

    @Test("That nobody speaks is no part of a text that it tells")
    func notesOfParts() throws {
        let server = try WyomingTestServer(.streams(["[MUSIC]", " Hi"]))
        let search = try Self.search(server.address, ScriptedSearch([]))
        search.begin(firstFrame: 0, request: UtteranceRequest())
        let block = [Int16](repeating: 1, count: 1600)
        block.withUnsafeBufferPointer { search.feed($0, isWithheld: false) }
        while server.connections.first?.samples.isEmpty ?? true { usleep(1000) }
        block.withUnsafeBufferPointer { search.feed($0, isWithheld: false) }
        var first: UtteranceUpdate?
        while first == nil {
            first = search.next()
            usleep(1000)
        }
        guard case .partial(let partial)? = first else { throw NoText(updates: [first].compactMap { $0 }) }
        #expect(partial.text == "[MUSIC] Hi")
        search.cancel()
    }

    @Test("That it heard no word is an answer, too")
    func noWords() throws {
        let final = try Self.final(Self.hear(WyomingTestServer(.answers(""))))
        #expect(final.words.isEmpty)
        #expect(final.source != nil)
    }

    @Test(
        "While it is away, busy, broken or gone, the built-in recognizer answers, and why is told",
        arguments: [nil, WyomingTestServer.Manner.refuses("no"), .hangs, .writes([10]), .hangsUp(after: 2)],
        [false, true])
    func standIn(manner: WyomingTestServer.Manner?, isOffline: Bool) throws {
        let server = try manner.map { try WyomingTestServer($0) }
        let timeout = if case .hangs? = manner { Duration.milliseconds(600) } else { Self.patience }
        let final = try Self.final(Self.hear(server, isOffline: isOffline, timeout: timeout))
        #expect(final.text == "turn of a lamb")
        guard case .standIn(let reason) = final.source else { throw NoText(updates: []) }
        let address = server?.address ?? "unix:///run/nobody/asr.sock"
        #expect(reason.hasPrefix("\(address): \(Self.complaint(of: manner))"), "\(reason)")
    }

    /// What is told of each of these.
    private static func complaint(of manner: WyomingTestServer.Manner?) -> String {
        switch manner {
        case nil: "nobody answers there"
        case .refuses?: "it says that it cannot"
        case .hangs?: "no text within 0.6 s"
        case .writes?: "what it sends is not a line of JSON with a 'type'"
        default: "it hung up before there was an answer"
        }
    }

    @Test(
        "The built-in recognizer hears every frame, whether at once or when it must stand in",
        arguments: [false, true])
    func frames(isOffline: Bool) throws {
        let builtIn = ScriptedSearch([.words("yes")])
        _ = try Self.hear(WyomingTestServer(.refuses("no")), isOffline: isOffline, search: builtIn)
        #expect(builtIn.frames.first?.lowerBound == 16_000)
        #expect(builtIn.frames.last?.upperBound == 32_000)
    }

    @Test("Of a recording, the built-in recognizer hears only what the engine did not answer")
    func offline() throws {
        let builtIn = ScriptedSearch([])
        _ = try Self.hear(WyomingTestServer(.answers("yes")), isOffline: true, search: builtIn)
        #expect(builtIn.utterances == 0)
    }

    @Test("An utterance without sound is nobody's question")
    func noSound() throws {
        let server = try WyomingTestServer(.answers("Thank you."))
        let final = try Self.final(Self.hear(server, builtIn: [.words("")], seconds: 0))
        #expect(final.words.isEmpty)
        #expect(final.source == nil)
        #expect(server.connections.isEmpty)
    }

    @Test("What it says of an utterance that was cancelled does not become the next one's text")
    func cancel() throws {
        let server = try WyomingTestServer(.hangs, .answers("second"))
        let search = try Self.search(
            server.address, ScriptedSearch([.words("stand-in"), .words("another")]))
        search.begin(firstFrame: 0, request: UtteranceRequest())
        [Int16](repeating: 1, count: 1600).withUnsafeBufferPointer { search.feed($0, isWithheld: false) }
        while server.connections.isEmpty { usleep(1000) }
        search.cancel()
        #expect(try Self.final(Self.hear(search)).text == "second")
    }

    @Test("The next utterance is its chance again")
    func again() throws {
        let server = try WyomingTestServer(.hangsUp(after: 1), .answers("second"))
        let search = try Self.search(server.address, ScriptedSearch([.words("first"), .words("stand-in")]))
        #expect(try Self.final(Self.hear(search)).text == "first")
        #expect(try Self.final(Self.hear(search)).text == "second")
    }

    @Test("After an utterance for which the engine was too slow, the next one is not answered with its text")
    func tooSlow() throws {
        let server = try WyomingTestServer(.isLate("first"), .answers("second"))
        let search = try Self.search(
            server.address, ScriptedSearch([.words("stand-in"), .words("another")]), false, .seconds(3))
        #expect(try Self.final(Self.hear(search)).text == "stand-in")
        while server.connections.first?.isOver != true { usleep(1000) }
        #expect(server.connections.first?.wasGivenUp == true)
        #expect(try Self.final(Self.hear(search)).text == "second")
    }

    @Test("Noise after the last word that was kept back is not sent")
    func withheld() throws {
        let server = try WyomingTestServer(.answers("yes"))
        let search = try Self.search(server.address, ScriptedSearch([]))
        search.begin(firstFrame: 0, request: UtteranceRequest())
        for isWithheld in [false, true, false, true] {
            [Int16](repeating: isWithheld ? 2 : 1, count: 1600).withUnsafeBufferPointer {
                search.feed($0, isWithheld: isWithheld)
            }
        }
        search.finish()
        search.settle()
        let heard = try #require(server.connections.first?.samples)
        #expect(heard.count == 4800)
        #expect(heard.suffix(1600).allSatisfy { $0 == 1 })
    }

    @Test("Until it tells a part of the text, partial results are the built-in recognizer's")
    func partials() throws {
        let updates = try Self.hear(WyomingTestServer(.answers("Turn on")), partials: ["turn", "turn of"])
        let texts = updates.compactMap { if case .partial(let partial) = $0 { partial.text } else { nil } }
        #expect(texts == ["turn", "turn of"])
    }
}
