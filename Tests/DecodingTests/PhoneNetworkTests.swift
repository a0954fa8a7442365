import Foundation
import Grammar
import ListeningSupport
import Models
import NeuralNetwork
import TestSupport
import Testing

@testable import Decoding

@Suite("The network of phones")
struct PhoneNetworkTests {
    /// Beside the packs, in the folder in which tests run.
    private static let path = "models/en-US/phones/phones.weights"

    private func costs(of blocks: [ArraySlice<Int16>]) throws -> [PhoneCosts.Row] {
        var listener = PhoneListener(try PhoneWeights(contentsOf: Self.path))
        return try costs(of: blocks, &listener)
    }

    private func costs(
        of blocks: [ArraySlice<Int16>], _ listener: inout PhoneListener
    ) throws -> [PhoneCosts.Row] {
        let weights = try PhoneWeights(contentsOf: Self.path)
        var rows: [PhoneCosts.Row] = []
        for block in blocks { listener.process(Array(block)) { rows.append(weights.costs(of: $0)) } }
        listener.finish { rows.append(weights.costs(of: $0)) }
        return rows
    }

    // MARK: - What it hears

    @Test("The network of phones comes to what the reference beside its weights comes to")
    func reference() throws {
        let rows = try costs(of: [Fixture.goForward[...]])
        for (index, expected) in PhoneReference.best.enumerated() {
            let row = rows[PhoneReference.first + index * PhoneReference.step]
            #expect(abs(row[expected.number] - expected.cost) <= 1, "\(expected.name), row \(index)")
        }
    }

    @Test(
        "Every 10 ms that are scored have costs, whatever the length of the sound",
        arguments: [0, 1, 159, 160, 4001])
    func lengths(count: Int) throws {
        let rows = try costs(of: [Fixture.goForward.prefix(count)])
        #expect(rows.count == count / 160 + 1)
        #expect(rows.allSatisfy { $0.count == 40 })
    }

    @Test("How sound is cut into blocks makes no difference, and nothing is left of it after a reset")
    func cutting() throws {
        let sound = Fixture.goForward[9000..<14_000]
        let whole = try costs(of: [sound])
        let cut = stride(from: 9000, to: 14_000, by: 77).map { sound[$0..<min($0 + 77, 14_000)] }
        #expect(try costs(of: cut) == whole)
        var listener = PhoneListener(try PhoneWeights(contentsOf: Self.path))
        _ = try costs(of: [Fixture.goForward[14_000..<19_007]], &listener)
        listener.reset()
        #expect(try costs(of: [sound], &listener) == whole)
    }

    // MARK: - What it adds to a search

    private func decoder(
        _ grammar: Grammar, phones: Bool, options: DecoderOptions = DecoderOptions()
    ) throws -> UtteranceDecoder {
        let lexicon = try Lexicon(words: grammar.vocabulary, pack: Fixture.pack)
        return try UtteranceDecoder(
            grammar: grammar.network, dictionary: lexicon.text,
            acousticModel: Fixture.pack.grammarAcousticModel, options: options,
            phones: phones ? Fixture.pack.phoneWeights() : nil)
    }

    @Test(
        "In quiet, the words are those that are found without it, at the same place, with scores and alternatives"
    )
    func sameWords() throws {
        for phones in [true, false] {
            let decoder = try decoder(Fixture.movement, phones: phones, options: .withAlternatives)
            // Again and again: the first utterance is searched twice.
            for _ in 0..<3 {
                var request = UtteranceRequest()
                request.alternatives = 3
                decoder.begin(firstFrame: 0, request: request)
                Fixture.goForward.withUnsafeBufferPointer { decoder.feed($0) }
                decoder.finish()
                decoder.settle()
                let heard = try #require(final(of: decoder))
                #expect(heard.text == "go forward ten meters")
                #expect(try #require(heard.words.first).start > .milliseconds(400))
                #expect(try #require(heard.words.last).end < .milliseconds(2250))
                let scores = try #require(heard.verification)
                #expect(scores.wordMean > -15 && (15...17).contains(scores.phoneCount), "\(scores)")
                #expect(!heard.alternatives.isEmpty)
            }
        }
    }

    @Test("In noise after the last word it knows that nobody speaks; without it nothing is told of that")
    func silence() throws {
        // 20 dB below "meters".
        let sound = (Fixture.goForward.prefix(33_800) + Signal.silence(.milliseconds(500)))
            .mixed(with: Signal.noise(.seconds(1), amplitude: 400))
        for phones in [true, false] {
            let decoder = try decoder(Fixture.movement, phones: phones)
            decoder.begin(firstFrame: 0)
            var partials: [PartialHypothesis] = []
            for start in stride(from: 0, to: sound.count, by: 160) {
                sound[start..<min(start + 160, sound.count)].withUnsafeBufferPointer { decoder.feed($0) }
                decoder.settle()
                while case .partial(let partial)? = decoder.next() { partials.append(partial) }
            }
            decoder.cancel()
            let last = try #require(partials.last)
            #expect(last.text == "go forward ten meters")
            guard phones else {
                #expect(partials.allSatisfy { $0.phoneSilence == nil })
                continue
            }
            let silence = try #require(last.phoneSilence)
            #expect((.milliseconds(300)...(.milliseconds(500))).contains(silence), "\(silence)")
            let between = partials.filter { ["go forward", "go forward ten"].contains($0.text) }
            #expect(!between.isEmpty)
            #expect(between.allSatisfy { $0.phoneSilence ?? .zero < .milliseconds(120) })
        }
    }

    @Test("When somebody speaks on after a pause, the pause is known to be over before the words change")
    func silenceThatEnds() throws {
        // The end of "meters" goes on as another one would, 20 dB above the noise.
        let sound =
            (Fixture.goForward.prefix(33_800) + Signal.silence(.milliseconds(250))
            + Fixture.goForward[30_000..<33_800])
            .mixed(with: Signal.noise(.seconds(1), amplitude: 400))
        let decoder = try decoder(Fixture.movement, phones: true)
        decoder.begin(firstFrame: 0)
        var partials: [PartialHypothesis] = []
        for start in stride(from: 0, to: sound.count, by: 160) {
            Array(sound[start..<min(start + 160, sound.count)]).withUnsafeBufferPointer { decoder.feed($0) }
            decoder.settle()
            while case .partial(let partial)? = decoder.next() { partials.append(partial) }
        }
        decoder.cancel()
        #expect(partials.contains { $0.silence > .milliseconds(200) })
        let last = try #require(partials.last)
        #expect(last.text == "go forward ten meters")
        #expect(last.silence == .zero && last.phoneSilence == .zero)
    }

    private func final(of decoder: UtteranceDecoder) -> UtteranceHypothesis? {
        var final: UtteranceHypothesis?
        while let update = decoder.next() {
            if case .final(let hypothesis) = update { final = hypothesis }
        }
        return final
    }

    @Test("An utterance that is cancelled leaves nothing to the next")
    func cancelling() throws {
        let decoder = try decoder(Fixture.movement, phones: true)
        for count in [100, 5000, 30_000] {
            decoder.begin(firstFrame: 0)
            Array(Fixture.goForward.prefix(count)).withUnsafeBufferPointer { decoder.feed($0) }
            if count == 5000 { decoder.finish() }
            decoder.cancel()
            #expect(decoder.hypothesis(of: Fixture.goForward)?.text == "go forward ten meters")
        }
    }

    // MARK: - Weights

    @Test(
        "A broken file of phone weights is refused, and the message says what to do",
        arguments: Damage.allCases)
    func broken(damage: Damage) throws {
        let folder = TemporaryFolder()
        let path = folder.path("phones.weights")
        let whole = try Data(contentsOf: URL(filePath: Self.path))
        try damage.done(to: whole).write(to: URL(filePath: path))
        do {
            _ = try PhoneWeights(contentsOf: path)
            Issue.record("\(damage) was not noticed")
        } catch {
            #expect(error == damage.error(path, length: whole.count))
            #expect("\(error)".contains(path))
            #expect("\(error)".contains("model pack"))
        }
    }

    enum Damage: CaseIterable {
        case empty, foreign, newer, otherShape, noPhones, lateForEver, noWeight, noPhoneOfASenone, cutOff,
            goesOn, notANumber

        func done(to whole: Data) -> Data {
            var data = whole
            switch self {
            case .empty: data = Data()
            case .foreign: data[0] = 0
            case .newer: data[8] = 9
            case .otherShape: data[16] = 63
            case .noPhones: data[24] = 0
            case .lateForEver: data[28] = 200
            case .noWeight: data.replaceSubrange(36..<40, with: [0, 0, 0xC0, 0x7F])
            case .noPhoneOfASenone: data[44 + 4 * 40 + 17] = 40
            case .cutOff: data.removeLast()
            case .goesOn: data.append(0)
            case .notANumber: data.replaceSubrange(8000..<8002, with: [0xFF, 0x7F])
            }
            return data
        }

        func error(_ path: String, length: Int) -> NetworkError {
            switch self {
            case .empty, .foreign: .notWeights(path: path, of: .phones)
            case .newer: .unknownVersion(path: path, version: 9, known: 1)
            case .otherShape: .unusableShape(path: path, bands: 32, dense: 63, hidden: 224)
            case .cutOff: .wrongLength(path: path, found: length - 1, expected: length)
            case .goesOn: .wrongLength(path: path, found: length + 1, expected: length)
            case .noPhones, .lateForEver, .noWeight, .noPhoneOfASenone, .notANumber: .damaged(path: path)
            }
        }
    }
}
