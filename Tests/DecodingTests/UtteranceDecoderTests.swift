import Foundation
import Grammar
import ListeningSupport
import Platform
import Testing

@testable import Decoding
@testable import Utterance

@Suite struct UtteranceDecoderTests {
    @Test("A command is recognized, with partial hypotheses before exactly one final one")
    func command() throws {
        let updates = try Fixture.movementDecoder().decode(Fixture.goForward)
        guard case .final(let hypothesis) = updates.last else {
            Issue.record("no final hypothesis in \(updates)")
            return
        }
        #expect(hypothesis.text == "go forward ten meters")
        let partials = updates.dropLast().map { update -> PartialHypothesis? in
            if case .partial(let partial) = update { partial } else { nil }
        }
        #expect(partials.contains { $0?.text == "go forward ten" })
        #expect(!partials.contains(nil))
    }

    @Test("While words are heard, a partial hypothesis comes at least every 300 ms")
    func partialRate() throws {
        let updates = try Fixture.movementDecoder().decode(Fixture.goForward)
        let times = updates.compactMap { update -> Duration? in
            if case .partial(let partial) = update { partial.heardUntil } else { nil }
        }
        #expect(times.count > 4)
        for (earlier, later) in zip(times, times.dropFirst()) {
            #expect(later - earlier <= .milliseconds(310))
        }
    }

    @Test("A command ends when the search finds no more words, however long something can be heard")
    func endInNoise() throws {
        let decoder = try Fixture.movementDecoder()
        var endpointer = Endpointer(start: .atOnce)
        decoder.begin(firstFrame: 0)
        let lastWordEnd = try #require(
            Fixture.movementDecoder().hypothesis(of: Fixture.goForward)?.words.last?.end)
        var end: Duration?
        for start in stride(from: 0, to: Fixture.goForward.count - 160, by: 160) {
            Fixture.goForward[start..<start + 160].withUnsafeBufferPointer { decoder.feed($0) }
            decoder.settle()
            while case .partial(let partial)? = decoder.next() {
                endpointer.follow(partial, in: Fixture.movement)
            }
            if case .ended(.complete) = endpointer.process(isSpeech: true) {
                end = .frames(UInt64(start) + 160, at: 16_000)
                break
            }
        }
        decoder.cancel()
        // A pause of 150 ms, the search's margin, and what a hop and the search's own delay add.
        let response = try #require(end) - lastWordEnd
        #expect((.milliseconds(150)...(.milliseconds(400))).contains(response), "\(response)")
    }

    @Test("What was said passes verification, other speech that the grammar is forced on does not")
    func verification() throws {
        let decoder = try Fixture.movementDecoder()
        let said = try #require(decoder.hypothesis(of: Fixture.goForward)?.verification)
        #expect(
            said.wordMean > -14.5 && said.worstWindow < 58 && said.worstWords > -36
                && said.lengthSpread < 0.47
        )
        let other = Fixture.samples("librivox/sense_and_sensibility_01_austen_64kb-0880.wav")
        let forced = try #require(decoder.hypothesis(of: other))
        #expect(forced.words.isEmpty || forced.verification!.wordMean < -20)
    }

    @Test("A sentence that goes on behind a command's words is told from the command")
    func furtherWords() throws {
        func scores(_ phrase: String) throws -> VerificationScores {
            let grammar = try Grammar(commands: ["move": phrase])
            let decoder = try UtteranceDecoder(
                grammar: grammar.network, dictionary: Fixture.dictionary, acousticModel: Fixture.acousticModel
            )
            let heard = try #require(decoder.hypothesis(of: Fixture.goForward))
            #expect(heard.text == phrase)
            return try #require(heard.verification)
        }
        let whole = try scores("go forward ten meters")
        #expect(whole.worstOutside < 30 && whole.wordCount == 4 && whole.signalToNoise > 10)
        for part in try [scores("go forward"), scores("ten meters")] {
            #expect(part.worstOutside > 45 && part.wordCount == 2, "\(part)")
        }
    }

    @Test("The same audio gives the same result in blocks of any size")
    func blocks() throws {
        let decoder = try Fixture.movementDecoder()
        let mean = decoder.cepstralMean
        try decoder.setCepstralMean(mean)
        // PocketSphinx begins to look for a frame's best Gaussians where the frame before had them, be it the last of another
        // utterance: so this one follows on the same as the others do.
        _ = decoder.hypothesis(of: Fixture.goForward)
        try decoder.setCepstralMean(mean)
        let expected = try #require(decoder.hypothesis(of: Fixture.goForward, block: 160))
        for block in [1, 37, 441, 1600, 100_000] {
            try decoder.setCepstralMean(mean)
            let hypothesis = try #require(decoder.hypothesis(of: Fixture.goForward, block: block))
            #expect(hypothesis.words == expected.words)
            #expect(hypothesis.verification == expected.verification)
        }
    }

    @Test("Times are right after a pause, and in a second utterance")
    func times() throws {
        let decoder = try Fixture.movementDecoder()
        let plain = try #require(decoder.hypothesis(of: Fixture.goForward))
        let pause = Signal.noise(.seconds(3), amplitude: 20)
        let late = try #require(decoder.hypothesis(of: pause + Fixture.goForward, firstFrame: 160_000))
        #expect(late.text == plain.text)
        for (word, reference) in zip(late.words, plain.words) {
            #expect(abs((word.start - .seconds(13) - reference.start).seconds) < 0.05)
            #expect(abs((word.end - .seconds(13) - reference.end).seconds) < 0.05)
        }
    }

    @Test("Withheld audio is dropped when the utterance ends, and searched when speech goes on")
    func withholding() throws {
        let decoder = try Fixture.movementDecoder()
        let mean = decoder.cepstralMean
        try decoder.setCepstralMean(mean)
        let expected = try #require(decoder.hypothesis(of: Fixture.goForward))

        try decoder.setCepstralMean(mean)
        decoder.begin(firstFrame: 0)
        Fixture.goForward.withUnsafeBufferPointer { decoder.feed($0) }
        Signal.noise(.seconds(1), amplitude: 3000).withUnsafeBufferPointer {
            decoder.feed($0, isWithheld: true)
        }
        decoder.finish()
        decoder.settle()
        #expect(final(of: decoder)?.audioDuration == expected.audioDuration)

        try decoder.setCepstralMean(mean)
        decoder.begin(firstFrame: 0)
        Fixture.goForward.withUnsafeBufferPointer { samples in
            decoder.feed(UnsafeBufferPointer(rebasing: samples[..<20_000]))
            decoder.feed(UnsafeBufferPointer(rebasing: samples[20_000..<24_000]), isWithheld: true)
            decoder.feed(UnsafeBufferPointer(rebasing: samples[24_000...]))
        }
        decoder.finish()
        decoder.settle()
        #expect(final(of: decoder)?.words == expected.words)
    }

    @Test("After cancelling nothing comes any more, and the next utterance is as if it had not been")
    func cancelling() throws {
        let decoder = try Fixture.movementDecoder()
        let mean = decoder.cepstralMean
        try decoder.setCepstralMean(mean)
        let expected = try #require(decoder.hypothesis(of: Fixture.goForward))
        for cut in [0, 100, 12_000, Fixture.goForward.count] {
            for isFinished in [false, true] {
                try decoder.setCepstralMean(mean)
                decoder.begin(firstFrame: 0)
                Fixture.goForward[..<cut].withUnsafeBufferPointer { decoder.feed($0) }
                if isFinished { decoder.finish() }
                decoder.cancel()
                decoder.settle()
                #expect(decoder.next() == nil)
            }
        }
        try decoder.setCepstralMean(mean)
        let hypothesis = try #require(decoder.hypothesis(of: Fixture.goForward))
        #expect(hypothesis.words.map(\.text) == expected.words.map(\.text))
        #expect(hypothesis.words.map(\.start) == expected.words.map(\.start))
        // PocketSphinx guesses the best Gaussians of a frame from the frame before, across utterances: ties may differ.
        for (word, reference) in zip(hypothesis.words, expected.words) {
            #expect(abs(word.score! - reference.score!) < 0.01)
        }
    }

    @Test("The descriptor is readable exactly while updates wait")
    func descriptor() throws {
        let decoder = try Fixture.movementDecoder()
        #expect(!isReadable(decoder.wakeDescriptor))
        decoder.begin(firstFrame: 0)
        Fixture.goForward.withUnsafeBufferPointer { decoder.feed($0) }
        decoder.finish()
        decoder.settle()
        while isReadable(decoder.wakeDescriptor) { #expect(decoder.next() != nil) }
        #expect(decoder.next() == nil)
    }

    @Test("What was learned about the microphone can be carried to another decoder")
    func cepstralMean() throws {
        let first = try Fixture.movementDecoder()
        let cold = first.cepstralMean
        _ = first.hypothesis(of: Fixture.goForward)
        #expect(first.cepstralMean != cold)
        let second = try Fixture.movementDecoder()
        try second.setCepstralMean(first.cepstralMean)
        let found = second.hypothesis(of: Fixture.goForward)?.words
        let expected = first.hypothesis(of: Fixture.goForward)?.words
        #expect(found?.map(\.text) == expected?.map(\.text))
        #expect(found?.map(\.start) == expected?.map(\.start))
        #expect(throws: DecoderError.foreignCepstralMean(expected: 13, found: 2)) {
            try second.setCepstralMean(CepstralMean(values: [1, 2]))
        }
    }

    @Test("The very first utterance is heard as well as a later one")
    func firstUtterance() throws {
        let decoder = try Fixture.cardsDecoder()
        // Heard only once with the model's own mean, it is "five ten of clubs".
        #expect(decoder.hypothesis(of: Fixture.samples("cards/001.wav"))?.text == "ten of clubs")
        let afterNothing = try Fixture.cardsDecoder()
        _ = afterNothing.hypothesis(of: [])
        #expect(afterNothing.hypothesis(of: Fixture.samples("cards/001.wav"))?.text == "ten of clubs")
    }

    @Test("A word without pronunciation is named")
    func unknownWords() throws {
        let dictionary = Fixture.dictionary.replacingOccurrences(of: "go G OW\n", with: "")
        #expect(throws: DecoderError.unknownWords(["go"])) {
            try UtteranceDecoder(
                grammar: Fixture.movement.network, dictionary: dictionary,
                acousticModel: Fixture.acousticModel)
        }
    }

    @Test("Utterances without a sample, or of silence only, have no words")
    func nothing() throws {
        let decoder = try Fixture.movementDecoder()
        #expect(decoder.hypothesis(of: [])?.words.isEmpty == true)
        #expect(decoder.hypothesis(of: [5])?.words.isEmpty == true)
        #expect(decoder.hypothesis(of: Fixture.goForward)?.text == "go forward ten meters")
    }

    private func final(of decoder: UtteranceDecoder) -> UtteranceHypothesis? {
        var final: UtteranceHypothesis?
        while let update = decoder.next() {
            if case .final(let hypothesis) = update { final = hypothesis }
        }
        return final
    }

    private func isReadable(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) == 1
    }
}
