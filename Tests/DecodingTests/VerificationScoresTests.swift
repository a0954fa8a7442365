import Testing

@testable import Decoding

@Suite struct VerificationScoresTests {
    private typealias Word = VerificationScores.Word

    @Test("The mean is over the frames of words only")
    func wordMean() throws {
        let difference = [-100.0, -2, -2, -100, -8, -8, -8, -8, -100]
        let measured = try #require(
            VerificationScores.measure(
                words: [Word(frames: 1..<3, phoneCount: 20), Word(frames: 4..<8, phoneCount: 25)],
                difference: difference))
        #expect(measured.scores.wordMean == -6)
        #expect(measured.ofWords == [-2, -8])
    }

    @Test("The worst window is 0.15 s long, wherever it lies between the first word and the last")
    func worstWindow() throws {
        var difference = [Double](repeating: 0, count: 200)
        for frame in 80..<95 { difference[frame] = -50 }
        for frame in 180..<200 { difference[frame] = -500 }
        let measured = try #require(
            VerificationScores.measure(
                words: [Word(frames: 10..<150, phoneCount: 45)], difference: difference)
        )
        #expect(measured.scores.worstWindow == 50)
    }

    @Test("The worst of few phones is held to more than the worst of many, down to those of a word")
    func lengths() throws {
        var difference = [Double](repeating: 0, count: 200)
        for frame in 80..<95 { difference[frame] = -30 }
        func scores(phones: Int) throws -> VerificationScores {
            let words = [Word(frames: 80..<95, phoneCount: phones)]
            return try #require(VerificationScores.measure(words: words, difference: difference)).scores
        }
        let long = try scores(phones: 40)
        let short = try scores(phones: 10)
        #expect(abs(short.worstWindow - long.worstWindow - 16) < 1e-9, "8 for each halving")
        #expect(abs(long.worstWords - short.worstWords - 10) < 1e-9, "5 for each halving")
        let word = try scores(phones: 8)
        let syllable = try scores(phones: 3)
        #expect(word.worstWindow == syllable.worstWindow)
        #expect(abs(long.wordMean - short.wordMean - 2) < 1e-9, "1 for each halving")
    }

    @Test("The phones of all words are counted")
    func phoneCount() throws {
        let words = [Word(frames: 0..<30, phoneCount: 4), Word(frames: 40..<90, phoneCount: 7)]
        let measured = try #require(
            VerificationScores.measure(words: words, difference: [Double](repeating: 0, count: 100)))
        #expect(measured.scores.phoneCount == 11)
    }

    @Test("What lies outside of the words is measured apart; too little of it and what came first are not")
    func worstOutside() throws {
        func scores(_ word: Range<Int>, lead: Int = 35) throws -> VerificationScores {
            var difference = [Double](repeating: 0, count: 200)
            for frame in 10..<30 { difference[frame] = -90 }
            for frame in 40..<55 { difference[frame] = -30 }
            for frame in 170..<190 { difference[frame] = -70 }
            let words = [Word(frames: word, phoneCount: 45)]
            let measured = VerificationScores.measure(words: words, difference: difference, lead: lead)
            return try #require(measured).scores
        }
        #expect(try scores(60..<150).worstOutside == 70)
        #expect(try scores(60..<150).worstWindow == 0)
        #expect(abs(try scores(60..<180).worstOutside - 70 * 10 / 15) < 1e-9, "ten bad frames are left")
        #expect(try scores(60..<195).worstOutside == 30)
        #expect(try scores(38..<200).worstOutside == 0)
        #expect(try scores(38..<200).worstWindow == 70)
        #expect(try scores(0..<200).worstOutside == 0)
        #expect(try scores(60..<150, lead: 0).worstOutside == 90)
    }

    @Test("The worst two words leave out those too short to be evidence")
    func worstWords() throws {
        let words = [(-90.0, 2), (-10, 14), (-30, 15), (-20, 14)]
        let measured = try #require(
            VerificationScores.measure(
                words: words.enumerated().map { Word(frames: $0 * 10..<$0 * 10 + 10, phoneCount: $1.1) },
                difference: words.flatMap { [Double](repeating: $0.0, count: 10) }))
        #expect(measured.scores.worstWords == -25)
    }

    @Test("Words that are stretched or squeezed spread the lengths")
    func lengthSpread() throws {
        let difference = [Double](repeating: 0, count: 100)
        func spread(_ words: [Word]) throws -> Double {
            try #require(VerificationScores.measure(words: words, difference: difference)).scores.lengthSpread
        }
        #expect(
            try spread([Word(frames: 0..<10, phoneCount: 2), Word(frames: 10..<30, phoneCount: 4)]) < 1e-9)
        // ln 1 and ln 16: half their distance.
        let uneven = try spread([Word(frames: 0..<4, phoneCount: 4), Word(frames: 4..<68, phoneCount: 4)])
        #expect(abs(uneven - 1.3863) < 0.001)
        // The same with one phone instead of four in the long word: 16 frames a phone, and a fifth of the weight.
        let single = try spread([Word(frames: 0..<4, phoneCount: 4), Word(frames: 4..<20, phoneCount: 1)])
        #expect(abs(single - 1.1090) < 0.001)
    }

    @Test("Words and how fast they were said are counted over the words alone")
    func pace() throws {
        let words = [Word(frames: 0..<30, phoneCount: 4), Word(frames: 70..<100, phoneCount: 5)]
        let scores = try #require(
            VerificationScores.measure(words: words, difference: [Double](repeating: 0, count: 100))
        ).scores
        #expect(scores.wordCount == 2)
        #expect(scores.phoneRate == 15)
    }

    @Test(
        "Speech stands out of what is quiet by the difference of their levels; a click or a gap does not matter"
    )
    func signalToNoise() throws {
        var levels = [Double](repeating: -60, count: 100)
        for frame in 20..<80 { levels[frame] = -25 }
        levels[50] = 0
        levels[3] = -100
        let words = [Word(frames: 20..<80, phoneCount: 8)]
        func ratio(_ levels: [Double]) throws -> Double {
            try #require(
                VerificationScores.measure(
                    words: words, difference: [Double](repeating: 0, count: 100), levels: levels)
            ).scores.signalToNoise
        }
        #expect(try ratio(levels) == 35)
        #expect(try ratio([]) == 0, "nothing is known of it")
    }

    @Test("Phones are as clear as they are in the words, whatever lies between them")
    func clarity() throws {
        let words = [Word(frames: 10..<20, phoneCount: 3), Word(frames: 50..<80, phoneCount: 3)]
        var clarities = [Float](repeating: -0.25, count: 100)
        for frame in 10..<20 { clarities[frame] = 1 }
        for frame in 50..<80 { clarities[frame] = 0.5 }
        func clarity(_ clarities: [Float]) throws -> Double? {
            try #require(
                VerificationScores.measure(
                    words: words, difference: [Double](repeating: 0, count: 100), clarities: clarities)
            ).scores.clarity
        }
        #expect(try clarity(clarities) == 0.625)
        #expect(try clarity([]) == nil)
    }

    @Test("The level is that of each full 10 ms after pre-emphasis, however it is cut")
    func levels() {
        let tone = (0..<1_650).map { Int16(16_384 * ($0.isMultiple(of: 2) ? 1 : -1)) }
        var whole = LevelTrack(sampleRate: 16_000)
        whole.append(tone)
        var cut = LevelTrack(sampleRate: 16_000)
        cut.append(Array(tone.prefix(77)))
        cut.append(Array(tone.dropFirst(77)))
        #expect(whole.levels == cut.levels)
        #expect(whole.levels.count == 10)
        // Half of full scale, at the highest frequency 1.95 times as much: -0.22 dB.
        #expect(abs(whole.levels[5] - -0.22) < 0.01, "\(whole.levels)")
        var silent = LevelTrack(sampleRate: 16_000)
        silent.append([Int16](repeating: 0, count: 160))
        #expect(silent.levels == [PreEmphasis.silence])
    }

    @Test("No words, no scores")
    func noWords() {
        #expect(VerificationScores.measure(words: [], difference: [1, 2]) == nil)
    }

    @Test("The difference spreads each segment's score over its frames")
    func difference() {
        let sentence = [PocketSphinxDecoder.Segment(name: "go", frames: 0..<4, acousticScore: -40)]
        let phones = [
            PocketSphinxDecoder.Segment(name: "G", frames: 0..<2, acousticScore: -4),
            PocketSphinxDecoder.Segment(name: "OW", frames: 2..<4, acousticScore: -12),
        ]
        #expect(
            VerificationScores.difference(sentence: sentence, phones: phones, frameCount: 4) == [
                -8, -8, -4, -4,
            ])
    }
}
