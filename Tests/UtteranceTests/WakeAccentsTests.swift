import Interpretation
import ListeningSupport
import Models
import Testing

@testable import Utterance

@Suite("Accents of a wake phrase")
struct WakeAccentsTests {
    @Test(
        "A word is said in the ways of other accents, too",
        arguments: [
            ("V Y UW", ["B Y UW", "W Y UW", "V IY UW"]),
            ("G L AE S", ["G L AA S"]),
            ("CH AE T ER B AA K S", ["CH AE T AH B AO K S"]),
            ("HH EY", ["EY"]),
            ("AH TH IY N AH", ["AE TH IY N AH"]),
            ("S M AA R T", ["S M AA T"]),
            ("M IH R ER", ["M IH R AH"]),
            ("M IH R", []),
            ("Y EH S", []),
        ])
    func pronunciations(word: String, others: [String]) {
        let found = WakeAccents.pronunciations(of: word.split(separator: " ").map(String.init))
        #expect(found.map { $0.joined(separator: " ") } == others)
    }

    @Test("They are numbered on from those of the dictionary, which keeps its own")
    func dictionary() {
        let dictionary = WakeAccents.added(to: "hey HH EY\nmirror M IH R ER\nmirror(2) M IH R\n")
        #expect(
            dictionary == """
                hey HH EY
                mirror M IH R ER
                mirror(2) M IH R
                hey(2) EY
                mirror(3) M IH R AH

                """)
    }

    @Test("One that the dictionary has already is not added again")
    func known() {
        let dictionary = "glass G L AE S\nglass(2) G L AA S\n"
        #expect(WakeAccents.added(to: dictionary).hasPrefix(dictionary))
        #expect(!WakeAccents.added(to: dictionary).dropFirst(dictionary.count).contains("G L AA S\n"))
    }

    @Test("Phones of other languages' models are left alone")
    func otherLanguages() {
        #expect(WakeAccents.added(to: "vaso v a s o\n") == "vaso v a s o\n")
    }

    @Test("Who says a phrase in another accent than the dictionary's is heard, once and to the phrase's end")
    func heard() throws {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        let common = try #require(try CommonWords(pack))
        // The recording says "go forward ten meters", with a w.
        func accepted(_ forward: String, _ words: CommonWords?) throws -> [WakeDetection] {
            let phrase = WakePhrase("go forward")
            let spotter = try WakeSpotter(
                phrases: [phrase], accepting: WakeAcceptance([phrase]).accepts,
                dictionary: "go G OW\nforward \(forward)\n", words: words,
                acousticModel: Fixture.acousticModel)
            let sound = Fixture.goForward + Signal.noise(.seconds(1), amplitude: 20)
            sound.withUnsafeBufferPointer { spotter.feed($0, first: 0) }
            spotter.settle()
            var found: [WakeDetection] = []
            while let next = spotter.next() { found += next.isAccepted ? [next] : [] }
            return found
        }
        let usual = try #require(try accepted("F AO R W ER D", nil).first)
        let strange = try #require(try accepted("F AO R V ER D", nil).first)
        let found = try accepted("F AO R V ER D", common)
        #expect(found.count == 1)
        let accent = try #require(found.first)
        #expect(accent.score > strange.score + 0.5)
        #expect(abs(Double(accent.end) - Double(usual.end)) / 16_000 < 0.05)
    }
}
