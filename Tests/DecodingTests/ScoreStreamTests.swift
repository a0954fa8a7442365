import Glibc
import Grammar
import ListeningSupport
import Platform
import Testing

@testable import Decoding

@Suite("Acoustic scores that two searches share")
struct ScoreStreamTests {
    @Test("The phones found by shared scores are those found in the audio itself")
    func samePhones() throws {
        let words = try Self.decoder(.grammar(Fixture.movement.network), scores: .shared)
        let alone = try Self.decoder(.phoneLoop)
        let sharing = try Self.decoder(.phoneLoop, scores: .given)
        // The second time, both go on from the cepstral mean of the first.
        for _ in 0..<2 {
            try alone.start()
            try alone.process(Fixture.goForward)
            try alone.finish()
            try Self.search(Fixture.goForward, words, sharing)

            let expected = alone.segments()
            let found = sharing.segments()
            #expect(expected.count > 15)
            // The last one is silence, and shorter by what is not shared.
            #expect(found.dropLast() == expected.dropLast())
            let whole = try #require(expected.last)
            let shared = try #require(found.last)
            let missing = whole.frames.count - shared.frames.count
            #expect((0...PocketSphinxDecoder.unsharedFrames).contains(missing))
        }
    }

    @Test("The words found by given scores are those found in the audio itself, with the same scores")
    func sameWords() throws {
        let phones = try Self.decoder(.silence, scores: .shared)
        let alone = try Self.decoder(.grammar(Fixture.movement.network))
        let given = try Self.decoder(.grammar(Fixture.movement.network), scores: .given)
        try alone.start()
        try alone.process(Fixture.goForward)
        try alone.finish()
        try Self.search(Fixture.goForward, phones, given)

        #expect(alone.segments().filter { !$0.isFiller }.map(\.word) == ["go", "forward", "ten", "meters"])
        #expect(given.segments().dropLast() == alone.segments().dropLast())
    }

    @Test("Sound of any length is searched to its end, and no name of a log stays behind")
    func lengths() throws {
        let words = try Self.decoder(.grammar(Fixture.movement.network), scores: .shared)
        let phones = try Self.decoder(.phoneLoop, scores: .given)
        for count in [0, 1, 159, 160, 410, 411, 570, 800, 801, 1000, 4001, 16_000] {
            try Self.search(Array(Fixture.goForward.prefix(count)), words, phones)
            #expect(
                (0...PocketSphinxDecoder.unsharedFrames).contains(words.frameCount - phones.frameCount),
                "\(count) samples")
        }
        let log = try ScoreLog()
        let stream = try log.stream(utterance: 1_234_567_890) { () throws(DecoderError) in
            let writer = open("\(log.folder)/1234567890.sen", O_WRONLY | O_CLOEXEC)
            #expect(writer >= 0)
            close(writer)
        }
        #expect(stream.read { getc($0) } == EOF)
        #expect(access(log.folder, F_OK) != 0)
    }

    @Test("A program that is started meanwhile does not hold the log open")
    func children() throws {
        let words = try Self.decoder(.grammar(Fixture.movement.network), scores: .shared)
        let scores = try #require(try words.start())
        var child = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
        defer { for argument in arguments { free(argument) } }
        try #require(posix_spawn(&child, "/bin/sleep", nil, nil, &arguments, nil) == 0)
        defer {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
        try words.finish()
        #expect(
            scores.read { file in
                while getc(file) != EOF {}; return ferror(file)
            } == 0)
    }

    @Test("An utterance that cannot be started leaves no log behind")
    func failedStart() throws {
        let log = try ScoreLog()
        #expect(throws: DecoderError.emptyGrammar) {
            _ = try log.stream(utterance: 0) { () throws(DecoderError) in throw .emptyGrammar }
        }
        #expect(access(log.folder, F_OK) != 0)
    }

    private static func decoder(
        _ search: PocketSphinxDecoder.Search, scores: PocketSphinxDecoder.Scores = .own
    ) throws -> PocketSphinxDecoder {
        let words = if case .grammar = search { Fixture.dictionary } else { "" }
        return try PocketSphinxDecoder(
            acousticModel: Fixture.acousticModel, pronunciations: .text(words), search: search,
            options: DecoderOptions(), scores: scores)
    }

    /// Searches `sound` with `words`, and its scores with `phones` on a thread of their own.
    private static func search(_ sound: [Int16], _ words: PocketSphinxDecoder, _ phones: PocketSphinxDecoder)
        throws
    {
        let scores = try #require(try words.start())
        // The thread owns the decoder until it is done.
        let reader = Reader(phones, scores)
        let done = reader.done
        nonisolated(unsafe) let work: any DecoderWork = reader
        try DecoderThread.start(work)
        if !sound.isEmpty { try words.process(sound) }
        try words.finish()
        done.wait()
    }

    private final class Reader: DecoderWork {
        let done = Semaphore()
        private let decoder: PocketSphinxDecoder
        private let scores: ScoreStream

        init(_ decoder: PocketSphinxDecoder, _ scores: ScoreStream) {
            self.decoder = decoder
            self.scores = scores
        }

        func run() {
            #expect(throws: Never.self) { try decoder.process(scores) }
            done.signal()
        }
    }
}
