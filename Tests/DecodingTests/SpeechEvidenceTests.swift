import Glibc
import ListeningSupport
import Testing

@testable import Decoding

/// What tells speech from noise, where a search for free text makes words of both.
@Suite("Evidence of speech")
struct SpeechEvidenceTests {
    private static let weights = try! PhoneWeights(contentsOf: "models/en-US/phones/phones.weights")

    private func evidence(_ sound: [Int16], block: Int = 800) throws -> Double {
        var listener = PhoneListener(Self.weights)
        return try evidence(sound, block: block, by: &listener)
    }

    private func evidence(
        _ sound: [Int16], block: Int = 800, by listener: inout PhoneListener
    ) throws -> Double {
        var evidence = SpeechEvidence()
        listener.reset()
        for start in stride(from: 0, to: sound.count, by: block) {
            listener.process(Array(sound[start..<min(sound.count, start + block)])) {
                evidence.note($0.clarity)
            }
        }
        listener.finish { evidence.note($0.clarity) }
        return try #require(evidence.greatest)
    }

    private static let recordings = [
        "goforward.raw", "numbers.raw", "something.raw", "cards/001.wav", "cards/002.wav", "cards/003.wav",
        "cards/004.wav", "cards/005.wav", "librivox/sense_and_sensibility_01_austen_64kb-0870.wav",
        "librivox/sense_and_sensibility_01_austen_64kb-0930.wav",
    ]

    @Test("There is much in what people say, in noise, too", arguments: recordings)
    func speech(name: String) throws {
        let sound = Fixture.samples(name)
        #expect(try evidence(sound) > 0.5)
        // 12 dB below the loudest 0.1 s.
        let powers = stride(from: 0, to: sound.count - 1600, by: 800).map { start -> Double in
            var sum = 0.0
            for sample in sound[start..<start + 1600] { sum += Double(sample) * Double(sample) }
            return sum / 1600
        }
        let loudest = powers.max() ?? 0
        let hiss = Signal.noise(.seconds(1), amplitude: (loudest * 3).squareRoot() / 4)
        #expect(try evidence(sound.mixed(with: hiss)) > 0.4)
    }

    @Test("There is much in one short word, however long the quiet beside it")
    func word() throws {
        // "forward", "ten" and "meters".
        for word in [10_200..<18_600, 18_700..<24_300, 24_500..<33_800].map({ Fixture.goForward[$0] }) {
            let quiet = Signal.noise(.seconds(2), amplitude: 5)
            #expect(try evidence(quiet + word + quiet) > 0.4)
        }
    }

    enum Noise: CaseIterable {
        case silence, hiss, loudHiss, hum, clicks, knocks, clatter, bursts

        /// Three seconds.
        var sound: [Int16] {
            let span = Duration.seconds(3)
            switch self {
            case .silence: return Signal.silence(span)
            case .hiss: return Signal.noise(span, amplitude: 100)
            case .loudHiss: return Signal.noise(span, amplitude: 8000)
            case .hum: return Signal.hum(span, amplitude: 3000)
            case .clicks: return Signal.struck(span, every: 0.3, dying: 0.002, amplitude: 12_000)
            case .knocks: return Signal.struck(span, every: 0.25, dying: 0.02, amplitude: 8000)
            case .clatter: return Signal.struck(span, every: 0.07, dying: 0.05, amplitude: 6000)
            case .bursts: return Signal.struck(span, every: 0.5, dying: 0.2, amplitude: 3000)
            }
        }
    }

    @Test("There is little in noise", arguments: Noise.allCases)
    func noise(_ noise: Noise) throws {
        #expect(try evidence(noise.sound) < 0.2)
    }

    @Test("How sound is cut into blocks makes no difference, and nothing is left of the utterance before")
    func cutting() throws {
        let whole = try evidence(Fixture.goForward)
        #expect(try evidence(Fixture.goForward, block: 77) == whole)
        var used = PhoneListener(Self.weights)
        _ = try evidence(Fixture.goForward, by: &used)
        #expect(try evidence(Noise.hiss.sound, by: &used) == evidence(Noise.hiss.sound))
        #expect(SpeechEvidence().greatest == nil)
    }

    @Test(
        "A phone without doubt is clear, silence is not, and doubt whether anybody speaks is less than nothing"
    )
    func clarity() {
        func clarity(_ probabilities: [Float]) -> Float {
            let outputs = probabilities.map { $0 == 0 ? -100 : Float(Glibc.log($0)) }
            return PhonePosteriors(outputs, count: outputs.count).clarity
        }
        #expect(abs(clarity([0, 1, 0, 0]) - 1) < 0.001)
        #expect(abs(clarity([1, 0, 0, 0])) < 0.001)
        #expect(abs(clarity([0.5, 0.5, 0, 0])) < 0.001)
        #expect(clarity([0.7, 0.1, 0.1, 0.1]) < -0.3)
        #expect((0.4...0.6).contains(clarity([0, 0.5, 0.5, 0])))
    }

    // MARK: - In a decoder

    @Test("Free text has it, its partial words, too, and noise that makes words has little")
    func freeText() throws {
        let decoder = try Fixture.dictationDecoder(phones: Fixture.pack.phoneWeights())
        let updates = decoder.decode(Fixture.goForward)
        guard case .final(let spoken)? = updates.last else {
            Issue.record("no final words")
            return
        }
        #expect(!spoken.words.isEmpty)
        #expect(try abs(#require(spoken.speechEvidence) - evidence(Fixture.goForward)) < 0.001)
        let partials = updates.compactMap { update -> Double? in
            if case .partial(let partial) = update { partial.speechEvidence } else { nil }
        }
        #expect(partials == partials.sorted())
        #expect(try #require(partials.last) > 0.5)
        let made = try #require(decoder.hypothesis(of: Noise.clatter.sound))
        #expect(!made.words.isEmpty)
        #expect(try #require(made.speechEvidence) < 0.2)
    }

    @Test("Without the network there is none")
    func none() throws {
        let decoder = try Fixture.dictationDecoder()
        let hypothesis = try #require(decoder.hypothesis(of: Fixture.goForward))
        #expect(!hypothesis.words.isEmpty && hypothesis.speechEvidence == nil)
    }
}
