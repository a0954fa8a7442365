import Glibc
import Platform
import TestSupport
import Testing
import WyomingSupport

@testable import Wyoming

@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct WyomingTranscriptionTests {
    @Test(
        "A recognizer is told the language, the model and hints, then hears all sound in order, and then its end"
    )
    func order() throws {
        let server = try WyomingTestServer(.answers(" Turn on the lamp. "))
        let request = WyomingRequest(model: "base", language: "en", hints: ["Ada", "Zoë"])
        #expect(try Utterance.say(to: server.address, request) == [.final("Turn on the lamp.")])
        let heard = try #require(server.connections.first)
        #expect(heard.types.first == "transcribe")
        #expect(heard.types.dropFirst().first == "audio-start")
        #expect(heard.types.last == "audio-stop")
        #expect(Set(heard.types.dropFirst(2).dropLast()) == ["audio-chunk"])
        #expect(heard.samples == (0..<3).flatMap { Utterance.sound($0) })
        #expect(heard.request == #"{"context":{"hints":["Ada","Zoë"]},"language":"en","name":"base"}"#)
    }

    @Test("What is not asked for is not in the request")
    func bareRequest() throws {
        let server = try WyomingTestServer(.answers("yes"))
        #expect(try Utterance.say(to: server.address) == [.final("yes")])
        #expect(server.connections.first?.request == "{}")
    }

    @Test("Text that comes in pieces is told as it grows, before the end of what is said")
    func pieces() throws {
        let server = try WyomingTestServer(.streams(["Turn", " on", " the lamp"]))
        let updates = try Utterance.say(to: server.address, waitingForPartials: 1)
        #expect(updates.last == .final("Turn on the lamp"))
        let texts = updates.dropLast().map { if case .partial(let text) = $0 { text } else { "?" } }
        #expect(!texts.isEmpty)
        for text in texts { #expect("Turn on the lamp".hasPrefix(text)) }
    }

    @Test("Pieces alone make the text, where no whole one follows")
    func piecesOnly() throws {
        let server = try WyomingTestServer(.streamsWithoutWhole(["Turn", " on"]))
        #expect(try Utterance.say(to: server.address).last == .final("Turn on"))
    }

    @Test("Nothing said is an empty text, and no failure")
    func silence() throws {
        let server = try WyomingTestServer(.answers(""))
        #expect(try Utterance.say(to: server.address) == [.final("")])
    }

    @Test("What a recognizer says is one line of what can be seen")
    func visible() throws {
        let server = try WyomingTestServer(.answers(#"one\ntwo\u001b[2J \u202ethree"#))
        #expect(try Utterance.say(to: server.address) == [.final("one two [2J three")])
    }

    // MARK: - What goes wrong

    @Test("A recognizer that says that it cannot is quoted")
    func refusal() throws {
        let server = try WyomingTestServer(.refuses("no model"))
        let address = try WyomingAddress(server.address)
        #expect(try Utterance.say(to: server.address) == [.failed(.refused(address, text: "no model"))])
    }

    @Test("Where nobody listens, that is known at once, with the address and the reason")
    func away() throws {
        let outcome = try Utterance.say(to: "unix:///run/nobody/asr.sock").last
        guard case .failed(let error) = outcome else { throw Unexpected(outcome) }
        #expect(
            error.description
                == "unix:///run/nobody/asr.sock: nobody answers there (No such file or directory); "
                + "start the recognizer, or correct the address")
    }

    @Test("A recognizer that hears everything and says nothing is given up after the time for its text")
    func hang() throws {
        let server = try WyomingTestServer(.hangs)
        let address = try WyomingAddress(server.address)
        let limit = Duration.milliseconds(800)
        let before = ContinuousClock.now
        #expect(
            try Utterance.say(to: server.address, pieces: 1, answer: limit)
                == [.failed(.late(address, limit: limit))])
        #expect(ContinuousClock.now - before >= limit)
        #expect(server.connections.first?.types.last == "audio-stop")
    }

    @Test("After a long utterance, its text may take half as long as that")
    func longUtterance() throws {
        let server = try WyomingTestServer(.hangs)
        let address = try WyomingAddress(server.address)
        let before = ContinuousClock.now
        #expect(
            try Utterance.say(to: server.address, pieces: 3, answer: .milliseconds(100))
                == [.failed(.late(address, limit: .milliseconds(750)))])
        #expect(ContinuousClock.now - before >= .milliseconds(750))
    }

    @Test("A recognizer that takes no sound is given up once too much waits for it")
    func deaf() throws {
        let server = try WyomingTestServer(.isDeaf)
        let address = try WyomingAddress(server.address)
        #expect(
            try Utterance.say(to: server.address, pieces: 60, mostWaiting: 100_000)
                == [.failed(.behind(address))])
    }

    @Test("A recognizer that hangs up in the middle of an utterance has no text", arguments: [1, 5])
    func hangUp(after chunks: Int) throws {
        let server = try WyomingTestServer(.hangsUp(after: chunks))
        let address = try WyomingAddress(server.address)
        #expect(try Utterance.say(to: server.address, pieces: 6) == [.failed(.disconnected(address))])
    }

    @Test("A text that comes before the end of what is said is not the text of all of it")
    func early() throws {
        let server = try WyomingTestServer(.answersEarly("turn", after: 1))
        let address = try WyomingAddress(server.address)
        let transcription = Outcome()
        let utterance = try WyomingTranscription(at: address, WyomingRequest()) { transcription.take($0) }
        Utterance.sound(0).withUnsafeBufferPointer { utterance.send($0) }
        #expect(transcription.wait() == .failed(.early(address)))
    }

    /// Bytes that are no message, and what is wrong with them.
    struct Garbage: Sendable {
        let text: String
        let error: WyomingError.FormatMistake

        init(_ text: String, _ error: WyomingError.FormatMistake) {
            self.text = text
            self.error = error
        }

        static let all = [
            Garbage("HTTP/1.1 400 Bad Request\r\n\r\n", .noHeader), Garbage("\u{0}\u{1}\u{2}\n", .noHeader),
            Garbage("[]\n", .noHeader), Garbage("{}\n", .noHeader),
            Garbage("{\"type\": \"transcript\"}\n", .noText(type: "transcript")),
            Garbage("{\"type\": \"transcript\", \"data\": {\"text\": 5}}\n", .noText(type: "transcript")),
            Garbage("{\"type\": \"transcript\", \"data_length\": 2}\n[]", .noText(type: "transcript")),
            Garbage("{\"type\": \"info\", \"data_length\": -1}\n", .noHeader),
            Garbage("{\"type\": \"info\", \"data_length\": 9999999999}\n", .tooLong),
            Garbage("{\"type\": \"x\", \"payload_length\": 99999999}\n", .tooLong),
            Garbage(String(repeating: "x", count: 70_000), .tooLong),
        ]
    }

    @Test("What is not the protocol is told apart from silence", arguments: Garbage.all)
    func garbage(_ garbage: Garbage) throws {
        let server = try WyomingTestServer(.writes(Array(garbage.text.utf8)))
        let address = try WyomingAddress(server.address)
        #expect(try Utterance.say(to: server.address) == [.failed(.garbled(address, garbage.error))])
    }

    @Test("Text without an end is refused before it takes memory")
    func endless() throws {
        let piece =
            #"{"type": "transcript-chunk", "data": {"text": "\#(String(repeating: "x", count: 9000))"}}"#
        let server = try WyomingTestServer(.writes(Array(String(repeating: piece + "\n", count: 12).utf8)))
        let address = try WyomingAddress(server.address)
        let updates = try Utterance.say(to: server.address)
        #expect(updates.last == .failed(.garbled(address, .tooLong)))
    }

    @Test(
        "A slow recognizer is hung up on at the time limit, and the next utterance has a connection of its own"
    )
    func slow() throws {
        let server = try WyomingTestServer(.isSlow("too late", .seconds(3)), .answers("second"))
        let address = try WyomingAddress(server.address)
        let limit = Duration.milliseconds(300)
        #expect(
            try Utterance.say(to: server.address, pieces: 1, answer: limit)
                == [.failed(.late(address, limit: limit))])
        #expect(
            try Utterance.say(to: server.address, pieces: 1, answer: .seconds(60)) == [.final("second")])
        #expect(server.connections.map(\.wasGivenUp) == [true, false])
        #expect(server.connections.allSatisfy { $0.samples.count == 8000 })
    }

    @Test(
        "Utterances that are cancelled while a slow recognizer is busy are no work for it: it never hears their end"
    )
    func cancelledWhileBusy() throws {
        let server = try WyomingTestServer(.isSlow("first", .seconds(3)), .answers("next"))
        let address = try WyomingAddress(server.address)
        let limit = Duration.milliseconds(300)
        #expect(
            try Utterance.say(to: server.address, pieces: 1, answer: limit)
                == [.failed(.late(address, limit: limit))])
        for _ in 0..<2 {
            let utterance = try WyomingTranscription(at: address, WyomingRequest()) { _ in }
            Utterance.sound(0).withUnsafeBufferPointer { utterance.send($0) }
            utterance.cancel()
            utterance.finish()
        }
        #expect(
            try Utterance.say(to: server.address, pieces: 1, answer: .seconds(60)).last == .final("next"))
        // Those that were cancelled may come as late as the next one, or not at all.
        #expect(server.connections.count { $0.types.contains("audio-stop") } == 2)
    }

    @Test("An utterance that is cancelled comes to nothing, and its connection ends")
    func cancel() throws {
        let server = try WyomingTestServer(.hangs)
        let outcome = Outcome()
        let utterance = try WyomingTranscription(at: WyomingAddress(server.address), WyomingRequest()) {
            outcome.take($0)
        }
        Utterance.sound(0).withUnsafeBufferPointer { utterance.send($0) }
        utterance.cancel()
        while server.connections.first?.isOver != true { usleep(1000) }
        #expect(outcome.value == nil)
    }
}

struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ value: some Sendable) { description = "unexpected: \(value)" }
}
