import ListeningSupport
import Models
import Testing

@testable import Decoding

/// Free text by the scores that the network of phones has added to.
@Suite("Free text with the network of phones")
struct FreeTextTests {
    /// Any row of the words of playing cards, each as likely.
    private static let words =
        "ace two three four five six seven eight nine ten jack queen king of clubs hearts diamonds spades"
        .split(separator: " ").map(String.init)

    private static let said = [
        "cards/001.wav": "ten of clubs", "cards/002.wav": "four queen of clubs",
        "cards/003.wav": "seven of clubs", "cards/004.wav": "five five",
        "cards/005.wav": "eight of spades four of clubs seven of hearts",
    ]

    private func decoder(_ phones: PhoneWeights?) throws -> UtteranceDecoder {
        let entries = (Self.words + ["</s>"]).map { "-1.28 \($0)\n" }.joined()
        let model = "\\data\\\nngram 1=\(Self.words.count + 2)\n\n\\1-grams:\n-99 <s>\n\(entries)\n\\end\\\n"
        let lexicon = try Lexicon(words: Set(Self.words), pack: Fixture.pack)
        return try UtteranceDecoder(
            search: .languageModel(LanguageModelMix(phrases: model)), pronunciations: .text(lexicon.text),
            acousticModel: Fixture.pack.acousticModel, sampleRate: 16_000,
            options: .dictation(.balanced), isVerified: false, phones: phones)
    }

    /// How many words are missing, exchanged or added, of all recordings in a hiss.
    private func mistakes(_ phones: PhoneWeights?, hiss: Double) throws -> Int {
        let decoder = try decoder(phones)
        return try Self.said.keys.sorted().reduce(0) { sum, name in
            decoder.forget()
            let sound = Fixture.samples(name).mixed(with: Signal.noise(.seconds(1), amplitude: hiss))
            let heard = try #require(decoder.hypothesis(of: sound)).words.map(\.text)
            let said = try #require(Self.said[name]).split(separator: " ").map(String.init)
            return sum + said.difference(from: heard).count
        }
    }

    @Test("A site's own words are understood in noise in which they are not without it")
    func noise() throws {
        let phones = try #require(try Fixture.pack.phoneWeights())
        #expect(try mistakes(phones, hiss: 600) == 0)
        // As loud as the voices: 13 without it and 6 with it.
        let (without, with) = (try mistakes(nil, hiss: 2000), try mistakes(phones, hiss: 2000))
        #expect(without > 8 && with * 3 <= without * 2, "\(without) and \(with)")
    }

    @Test(
        "The same sound gives the same words, partial ones too, however it is cut and whatever was heard before"
    )
    func repeatable() throws {
        let decoder = try decoder(Fixture.pack.phoneWeights())
        let sound = Fixture.samples("cards/005.wav")
        func heard(block: Int) -> [String] {
            decoder.forget()
            decoder.begin(firstFrame: 0, request: UtteranceRequest())
            var updates: [String] = []
            for start in stride(from: 0, to: sound.count, by: block) {
                sound[start..<min(sound.count, start + block)].withUnsafeBufferPointer { decoder.feed($0) }
            }
            decoder.finish()
            decoder.settle()
            while let update = decoder.next() {
                switch update {
                case .partial(let partial): updates.append(partial.words.map(\.text).joined(separator: " "))
                case .final(let hypothesis): updates.append(hypothesis.text + ".")
                case .failed(let error): updates.append("\(error)")
                }
            }
            return updates
        }
        let first = heard(block: 800)
        #expect(first.last == Self.said["cards/005.wav"].map { $0 + "." })
        #expect(first.count > 4)
        for block in [77, 800, 100_000] {
            _ = decoder.hypothesis(of: Fixture.samples("cards/002.wav"))
            decoder.begin(firstFrame: 0)
            sound[..<16_000].withUnsafeBufferPointer { decoder.feed($0) }
            decoder.cancel()
            #expect(heard(block: block) == first, "\(block)")
        }
    }

    @Test("Too little sound for a word has none, and without partial words the end has the same words")
    func ends() throws {
        let decoder = try decoder(Fixture.pack.phoneWeights())
        for count in [0, 1, 400, 800, 1600] {
            #expect(decoder.hypothesis(of: Array(Fixture.goForward.prefix(count)))?.words.isEmpty == true)
        }
        let name = "cards/005.wav"
        var request = UtteranceRequest()
        request.reportsPartials = false
        request.alternatives = 5
        decoder.forget()
        decoder.begin(firstFrame: 0, request: request)
        Fixture.samples(name).withUnsafeBufferPointer { decoder.feed($0) }
        decoder.finish()
        decoder.settle()
        let update = decoder.next()
        guard case .final(let hypothesis)? = update else {
            Issue.record("\(String(describing: update))")
            return
        }
        #expect(hypothesis.text == Self.said[name])
        #expect(!hypothesis.alternatives.isEmpty && hypothesis.words.allSatisfy { $0.posterior != nil })
        #expect(decoder.next() == nil)
    }

    @Test(
        "A network of phones that was made for another acoustic model is refused as the decoder of free text starts"
    )
    func foreignNetwork() throws {
        let phones = try Fixture.phonesOfAnotherModel()
        #expect(throws: Fixture.refusalOfAnotherModel) { try decoder(phones) }
    }

    @Test("Words of a site's own count it as commands do, and all words of a language less")
    func shares() throws {
        let phones = try #require(try Fixture.pack.phoneWeights())
        let own = phones.counting(in: .languageModel(LanguageModelMix(phrases: "")))
        #expect(own.scoreWeight == phones.scoreWeight && own.weight == phones.weight)
        for mix in [LanguageModelMix(general: "a file"), LanguageModelMix(general: "a file", phrases: "")] {
            let general = phones.counting(in: .languageModel(mix))
            #expect(general.scoreWeight > phones.scoreWeight && general.weight < phones.weight)
        }
    }
}
