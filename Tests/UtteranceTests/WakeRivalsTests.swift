import Interpretation
import ListeningSupport
import Models
import Testing

@testable import Decoding
@testable import Utterance

@Suite("Words beside a wake phrase")
struct WakeRivalsTests {
    @Test(
        "A phrase stands among the words as one of them, with and without pauses in it, and its own words beside it"
    )
    func phrasesAreWords() {
        let words = CommonWords([
            .init(text: "okay", pronunciations: [["OW", "K", "EY"]], share: 0.001),
            .init(text: "okay's", pronunciations: [["OW", "K", "EY", "Z"]], share: 0.001),
            .init(text: "read", pronunciations: [["R", "EH", "D"], ["R", "IY", "D"]], share: 0.01),
            .init(text: "the", pronunciations: [["DH", "AH"]], share: 0.1),
        ])
        let rivals = WakeRivals(
            words, phrases: [WakePhrase("okay workshop")],
            dictionary: "okay OW K EY\nworkshop W ER K SH AA P\n")
        #expect(
            rivals.dictionary == """
                okay's OW K EY Z
                read R EH D
                read(2) R IY D
                the DH AH
                okay_workshop_ OW K EY W ER K SH AA P
                okay_workshop_(2) OW K EY SIL W ER K SH AA P

                """)
        #expect(rivals.wordModel.contains("\n-1.0 the\n") && rivals.wordModel.contains("\n-2.0 read\n"))
        #expect(rivals.wordModel.contains("\n-3.0 okay\n"), "said as the phrases' dictionary has it")
        #expect(rivals.phraseModel.contains("\n-0.52") && rivals.phraseModel.contains(" okay_workshop_\n"))
        #expect(rivals.wordModel.hasPrefix("\\data\\\nngram 1=6\n"), "with the beginning and the end")
    }

    @Test(
        "A phrase of one word has no rival in itself, nor in what only a letter after an apostrophe makes of it"
    )
    func oneWord() {
        let words = CommonWords([
            .init(text: "okay", pronunciations: [["OW", "K", "EY"]], share: 0.001),
            .init(text: "okay's", pronunciations: [["OW", "K", "EY", "Z"]], share: 0.001),
        ])
        let rivals = WakeRivals(words, phrases: [WakePhrase("okay")], dictionary: "okay OW K EY\n")
        #expect(rivals.dictionary == "okay_ OW K EY\n" && !rivals.wordModel.contains("okay"))
    }

    @Test("A word that sounds like the phrase is no rival")
    func soundsAlike() {
        let words = CommonWords([.init(text: "dawn", pronunciations: [["D", "AO", "N"]], share: 0.001)])
        let rivals = WakeRivals(
            words, phrases: [WakePhrase("don")], dictionary: "don D AA N\ndon(2) D AO N\n")
        #expect(rivals.dictionary == "don_ D AA N\ndon_(2) D AO N\n")
    }

    @Test(
        "A phrase that free phones find in other words is not believed beside those words, and reported as a near miss"
    )
    func otherWords() throws {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        // The recording says "go forward ten meters".
        let phrase = WakePhrase("go four two")
        let lexicon = try Lexicon(words: phrase.words, pack: pack)
        // Every place counts, be it right after one that was believed.
        var options = WakeSpotter.Options()
        options.refractoryTime = .zero
        func detections(_ words: CommonWords?) throws -> [WakeDetection] {
            let spotter = try WakeSpotter(
                phrases: [phrase], accepting: WakeAcceptance([phrase]).accepts, dictionary: lexicon.text,
                words: words, acousticModel: Fixture.acousticModel, options: options)
            let book = Fixture.samples("librivox/sense_and_sensibility_01_austen_64kb-0870.wav")
            let sound = Fixture.goForward + book + Signal.noise(.seconds(1), amplitude: 20)
            sound.withUnsafeBufferPointer { spotter.feed($0, first: 0) }
            spotter.settle()
            var found: [WakeDetection] = []
            while let next = spotter.next() { found.append(next) }
            return found
        }
        let alone = try detections(nil)
        let common = try #require(try CommonWords(pack))
        let beside = try detections(common)
        let refused = beside.filter {
            $0.scores.words == .explain && $0.scores.acoustic >= WakeAcceptance.usual
        }
        #expect(
            !refused.isEmpty && refused.allSatisfy { !$0.isAccepted && $0.score <= $0.scores.acoustic - 8 })
        #expect(alone.allSatisfy { $0.scores.words == nil }, "nobody asked for words")
        #expect(try detections(common) == beside, "the same each time")
    }

    @Test(
        "A phrase that was said leads by far before other words, and loses where these come right before it")
    func pauses() throws {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        // The recording says "go forward ten meters".
        for (text, pause) in [("go forward", 1.0), ("ten meters", 0)] {
            let phrase = WakePhrase(text)
            let spotter = try WakeSpotter(
                phrases: [phrase], accepting: WakeAcceptance([phrase]).accepts,
                dictionary: try Lexicon(words: phrase.words, pack: pack).text, words: try CommonWords(pack),
                acousticModel: Fixture.acousticModel)
            let sound = Fixture.goForward + Signal.noise(.seconds(1), amplitude: 20)
            sound.withUnsafeBufferPointer { spotter.feed($0, first: 0) }
            spotter.settle()
            var asked: [WakeScores.Words] = []
            while let next = spotter.next() {
                if let words = next.scores.words { asked.append(words) }
            }
            guard case .yield(let lead, let heard) = asked.last else {
                Issue.record("\(text): \(asked)")
                continue
            }
            #expect(lead > 300 && heard == pause, "\(text)")
        }
    }

    @Test(
        "The network of phones takes a closer look where there is a doubt, and hears what noise covers"
    )
    func closerLook() throws {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        // The recording says "go forward ten meters"; the noise is made.
        let phrase = WakePhrase("go forward")
        let noise = Signal.noise(.frames(UInt64(Fixture.goForward.count), at: 16_000), amplitude: 1500)
        let sound =
            zip(Fixture.goForward, noise).map { Int16(clamping: Int($0) + Int($1)) }
            + Signal.noise(.seconds(1), amplitude: 1500)
        func detections(_ phones: PhoneWeights?) throws -> [WakeDetection] {
            let spotter = try WakeSpotter(
                phrases: [phrase], accepting: WakeAcceptance([phrase]).accepts,
                dictionary: try Lexicon(words: phrase.words, pack: pack).text, words: try CommonWords(pack),
                phones: phones, acousticModel: pack.grammarAcousticModel)
            sound.withUnsafeBufferPointer { spotter.feed($0, first: 0) }
            spotter.settle()
            var found: [WakeDetection] = []
            while let next = spotter.next() { found.append(next) }
            return found
        }
        let (alone, both) = (try detections(nil), try detections(try pack.phoneWeights()))
        #expect(!alone.isEmpty && alone.allSatisfy { !$0.scores.hearsPhones })
        #expect(both.contains { $0.scores.hearsPhones && $0.scores.words != nil })
        let best = (alone.map(\.score).max() ?? 0, both.map(\.score).max() ?? 0)
        #expect(best.1 > best.0 + 4, "\(best)")
        #expect(try detections(try pack.phoneWeights()) == both, "the same each time")
    }

    @Test("What the closer look makes no phrase is not asked about, and is reported as a near miss")
    func closerLookAlone() throws {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        // The recording says "go forward ten meters", and the first look comes to the end of that before it is over.
        let phrase = WakePhrase("meters", acceptance: 3)
        let spotter = try WakeSpotter(
            phrases: [phrase], accepting: WakeAcceptance([phrase]).accepts,
            dictionary: try Lexicon(words: phrase.words, pack: pack).text, words: try CommonWords(pack),
            phones: try pack.phoneWeights(), acousticModel: pack.grammarAcousticModel)
        let still = Fixture.goForward + [Int16](repeating: 0, count: 16_000)
        let hiss = Signal.noise(.frames(UInt64(still.count), at: 16_000), amplitude: 5)
        let sound = zip(still, hiss).map { Int16(clamping: Int($0) + Int($1)) }
        sound.withUnsafeBufferPointer { spotter.feed($0, first: 0) }
        spotter.settle()
        var found: [WakeDetection] = []
        while let next = spotter.next() { found.append(next) }
        let settled = found.filter { $0.scores.hearsPhones && $0.scores.words == nil }
        #expect(
            !settled.isEmpty && settled.allSatisfy { !$0.isAccepted && $0.scores.acoustic < -1 }, "\(found)")
        #expect(found.last?.isAccepted == true, "a later place is the phrase")
    }

    @Test("A phrase of which one word was said fits with that word only")
    func halfPhrase() throws {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        // The recording says "go forward ten meters".
        func best(_ text: String) throws -> WakeScores {
            // So low a threshold that the first look lets pass what is half the phrase.
            let phrase = WakePhrase(text, trigger: 1e-60)
            let spotter = try WakeSpotter(
                phrases: [phrase], accepting: { _, _ in false },
                dictionary: try Lexicon(words: phrase.words, pack: pack).text, words: try CommonWords(pack),
                acousticModel: Fixture.acousticModel)
            Fixture.goForward.withUnsafeBufferPointer { spotter.feed($0, first: 0) }
            spotter.settle()
            var found: [WakeScores] = []
            while let next = spotter.next() { found.append(next.scores) }
            return try #require(found.max { $0.acoustic < $1.acoustic }, "\(text)")
        }
        let (said, half) = (try best("ten meters"), try best("ten feathers"))
        let (loss, otherLoss) = (said.phraseMean - said.worstWordMean, half.phraseMean - half.worstWordMean)
        #expect(loss >= 0 && otherLoss > loss + 2, "\(said) \(half)")
        let word = try best("forward")
        #expect(abs(word.phraseMean - word.worstWordMean) < 1e-9, "a phrase of one word is its worst")
    }

    @Test("What words say of a phrase, its worst word and its length is taken from it or added")
    func combined() {
        func difference(
            worst: Double = 0, phoneLength: Double = 8, _ words: WakeScores.Words? = nil
        ) -> Double {
            let scores = WakeScores(
                phraseMean: 0, windowMean: 0, acousticMean: 0, worstWordMean: worst,
                phoneLength: phoneLength, words: words)
            return scores.combined - scores.acoustic
        }
        #expect(difference() == 0 && difference(phoneLength: 14) == 0)
        #expect(difference(phoneLength: 20) == -3 && difference(phoneLength: 30) == -8)
        #expect(difference(worst: -20) == -2)
        #expect(difference(.areAbsent) == -8 && difference(.explain) == -8)
        #expect(difference(.yield(lead: 110, pause: 0.6)) == 0)
        #expect(difference(.yield(lead: 350, pause: 1)) == 3 && difference(.yield(lead: 5000, pause: 1)) == 6)
        #expect(difference(.yield(lead: 110, pause: 0.3)) == -1.5)
        #expect(difference(worst: -20, phoneLength: 20, .yield(lead: 110, pause: 0)) == -8)
    }
}
