import Models
import Testing

@testable import Evaluation

@Suite struct WakePredictorTests {
    private static let pack = ModelPack.installed().first { $0.locale.language == "en" }

    private func predictions(_ phrases: [String]) throws -> [WakePrediction] {
        let pack = try #require(Self.pack)
        let predictor = try #require(try WakePredictor(pack))
        return try phrases.map { phrase in
            let words = phrase.split(separator: " ").map(String.init)
            return try #require(predictor.prediction(of: words, Lexicon(words: words, pack: pack)))
        }
    }

    @Test("The measured phrases' likeness to other speech is that of the language model as it is installed")
    func table() throws {
        let measured = WakePredictor.alarmed
        for phrase in stride(from: 0, to: measured.count, by: 7).map({ measured[$0] }) {
            let found = try predictions([phrase.phrase])[0].occurrences
            #expect(abs(found / phrase.occurrences - 1) < 0.02, "\(phrase.phrase): \(found)")
        }
    }

    @Test("Left out one at a time, seven of ten measured phrases lie in the range that is told of them")
    func leftOut() {
        let measured = WakePredictor.alarmed
        let inside = measured.indices.count { index in
            var others = measured
            let phrase = others.remove(at: index)
            let told = WakePredictor.falseAlarms(occurrences: phrase.occurrences, among: others)
            return told.range.contains(phrase.falseAlarmsPerHour)
        }
        #expect(Double(inside) >= 0.7 * Double(measured.count), "\(inside) of \(measured.count)")
    }

    @Test("A phrase that is like what people say is expected to be heard falsely more often")
    func order() throws {
        let rates = try predictions(["house", "view glass", "okay sunflower workshop"]).map {
            $0.falseAlarms.likely
        }
        #expect(rates[0] > rates[1] && rates[1] >= rates[2], "\(rates)")
    }

    @Test("A phrase that the acoustic model knows is missed less often than one that it does not")
    func familiar() throws {
        let found = try predictions(["computer", "okay workshop"])
        #expect(found[0].missed.likely < found[1].missed.likely)
        #expect(found.allSatisfy { $0.missed.range.contains($0.missed.likely) })
        #expect(found.map(\.isFamiliar) == [true, false])
    }

    @Test("Beyond the measured phrases only a bound is told")
    func bounds() throws {
        let found = try predictions(["the", "no", "house", "workshop", "okay sunflower workshop"])
        #expect(found.map(\.bound) == [.more, .more, nil, nil, .less])
        #expect(found[0].isOftenHeard && found[1].isOftenHeard)
    }

    @Test(
        "With an acceptance above those that were counted with more is missed, and fewer false alarms are expected"
    )
    func highAcceptance() throws {
        let usual = try predictions(["okay workshop"])[0]
        #expect(!usual.isMissedMore)
        let measured = usual.with(acceptance: WakePrediction.mostUseful)
        #expect(!measured.isMissedMore && measured.missed == usual.missed)
        let high = usual.with(acceptance: 5)
        #expect(high.isMissedMore)
        #expect(high.falseAlarms.likely < measured.falseAlarms.likely)
        #expect(high.missed == usual.missed)
        let extreme = usual.with(acceptance: 15)
        #expect(extreme.isMissedMore && extreme.missed.likely == 0.5)
    }

    @Test("A phrase whose acceptance makes false alarms rare needs no other in its place")
    func proposalsByAcceptance() throws {
        let pack = try #require(Self.pack)
        let lexicon = try Lexicon(words: WakeAdviser.words.union(["house"]), pack: pack)
        let adviser = try #require(try WakeAdviser(pack, lexicon))
        let usual = try #require(adviser.prediction(of: ["house"]))
        #expect(usual.bound == nil && usual.isOftenHeard)
        #expect(!adviser.proposals(insteadOf: ["house"]).isEmpty)
        #expect(adviser.proposals(insteadOf: ["house"], acceptance: 12).isEmpty)
        #expect(adviser.proposals(insteadOf: ["house"]).allSatisfy { !$0.prediction.isOftenHeard })
        #expect(adviser.proposals(insteadOf: ["house"], acceptance: -20).isEmpty, "no other is good with it")
    }

    @Test(
        "No longer phrase is proposed around the commonest words, nor around those of two sounds",
        arguments: [("the", false), ("no", false), ("that", false), ("oh no", false), ("house", true)])
    func proposals(phrase: String, hasBetter: Bool) throws {
        let pack = try #require(Self.pack)
        let words = phrase.split(separator: " ").map(String.init)
        let lexicon = try Lexicon(words: WakeAdviser.words.union(words), pack: pack)
        let adviser = try #require(try WakeAdviser(pack, lexicon))
        #expect(adviser.proposals(insteadOf: words).isEmpty != hasBetter)
    }

    @Test("A greeting is replaced by another, and not greeted itself", arguments: ["hey", "hi"])
    func greetings(greeting: String) throws {
        let pack = try #require(Self.pack)
        let words = [greeting, "bob"]
        let lexicon = try Lexicon(words: WakeAdviser.words.union(words), pack: pack)
        let adviser = try #require(try WakeAdviser(pack, lexicon))
        let proposals = adviser.proposals(insteadOf: words).map(\.text)
        #expect(proposals.contains("okay bob please") && proposals.contains("hello dear bob"))
        #expect(!proposals.contains { $0.contains(" \(greeting) ") }, "\(proposals)")
    }

    @Test("Nothing is told of other languages, of which nothing was measured")
    func otherLanguage() throws {
        var pack = try #require(Self.pack)
        pack.locale = try #require(LocaleTag("de-DE"))
        #expect(try WakePredictor(pack) == nil)
    }
}
