import Interpretation
import ListeningSupport
import Models
import Testing

@testable import Decoding
@testable import Utterance

@Suite("Words beside a wake phrase")
struct WakeRivalsTests {
    @Test(
        "A phrase stands among the words as one of them, with and without pauses in it, and its own words are no rivals"
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
                read R EH D
                read(2) R IY D
                the DH AH
                okay_workshop_ OW K EY W ER K SH AA P
                okay_workshop_(2) OW K EY SIL W ER K SH AA P

                """)
        #expect(rivals.wordModel.contains("\n-1.0 the\n") && rivals.wordModel.contains("\n-2.0 read\n"))
        #expect(!rivals.wordModel.contains("okay"))
        #expect(rivals.phraseModel.contains("\n-0.52") && rivals.phraseModel.contains(" okay_workshop_\n"))
        #expect(rivals.wordModel.hasPrefix("\\data\\\nngram 1=4\n"), "with the beginning and the end")
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
            !refused.isEmpty && refused.allSatisfy { !$0.isAccepted && $0.score == $0.scores.acoustic - 6 })
        #expect(alone.allSatisfy { $0.scores.words == nil }, "nobody asked for words")
        #expect(try detections(common) == beside, "the same each time")
    }

    @Test("A phrase after a pause gains by it, and loses where other words come right before it")
    func pauses() throws {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        // The recording says "go forward ten meters".
        for (text, pause, gain) in [("go forward", 1.0, 1.0), ("ten meters", 0, -2)] {
            let phrase = WakePhrase(text)
            let spotter = try WakeSpotter(
                phrases: [phrase], accepting: WakeAcceptance([phrase]).accepts,
                dictionary: try Lexicon(words: phrase.words, pack: pack).text, words: try CommonWords(pack),
                acousticModel: Fixture.acousticModel)
            let sound = Fixture.goForward + Signal.noise(.seconds(1), amplitude: 20)
            sound.withUnsafeBufferPointer { spotter.feed($0, first: 0) }
            spotter.settle()
            var asked: [WakeScores] = []
            while let next = spotter.next() {
                if next.scores.words != nil { asked.append(next.scores) }
            }
            let scores = try #require(asked.last, "\(text)")
            #expect(scores.words == .yield(pause: pause))
            #expect(abs(scores.combined - scores.acoustic - gain) < 1e-9)
        }
    }

    @Test("A phrase that lasts far longer than its sounds take, or where words hear none, is hardly believed")
    func combined() {
        func score(_ phoneLength: Double, _ words: WakeScores.Words?) -> Double {
            let scores = WakeScores(
                phraseMean: 0, windowMean: 0, acousticMean: 0, phoneLength: phoneLength, words: words)
            return scores.combined - scores.acoustic
        }
        #expect(score(5, nil) == 0 && score(14, nil) == 0)
        #expect(score(20, nil) == -3 && score(30, nil) == -8)
        #expect(score(8, .areAbsent) == -6 && score(8, .explain) == -6)
        #expect(score(8, .yield(pause: 0.6)) == 1 && score(8, .yield(pause: 0.3)) == -0.5)
        #expect(score(20, .yield(pause: 1)) == -2)
    }
}
