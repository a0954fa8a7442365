import Foundation
import Language
import TestSupport

@testable import Recognition

/// Recordings and models of the Debian packages pocketsphinx-testdata and pocketsphinx-en-us.
enum Fixture {
    static let acousticModel = "/usr/share/pocketsphinx/model/en-us/en-us"
    static let recordings = "/usr/share/pocketsphinx/test/data/"

    /// "go forward ten meters", 2.8 s.
    static let goForward = samples("goforward.raw")

    /// Samples of a headerless file, or of a WAV file with the usual 44 bytes of header.
    static func samples(_ name: String) -> [Int16] {
        let file = try! Data(contentsOf: URL(filePath: recordings + name))
        let body = name.hasSuffix(".wav") ? file.dropFirst(44) : file
        return body.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
        }
    }

    static let movement = try! Grammar(
        commands: ["move": "go (forward | backward) <distance> (meter | meters)"],
        rules: ["distance": "one | two | three | four | five | six | seven | eight | nine | ten"])

    static let dictionary = """
        backward B AE K W ER D
        eight EY T
        five F AY V
        forward F AO R W ER D
        four F AO R
        go G OW
        meter M IY T ER
        meters M IY T ER Z
        nine N AY N
        one W AH N
        one(2) HH W AH N
        seven S EH V AH N
        six S IH K S
        ten T EH N
        three TH R IY
        two T UW

        """

    static func movementDecoder(
        options: DecoderOptions = DecoderOptions(), isVerified: Bool = true
    ) throws -> UtteranceDecoder {
        try UtteranceDecoder(
            grammar: movement.network, dictionary: dictionary, acousticModel: acousticModel, options: options,
            isVerified: isVerified)
    }
}

extension Fixture {
    static let cards = try! Grammar(
        commands: ["cards": "<card> <card> <card> | <card> <card> | <card> | <rank> <card> | <rank> <rank>"],
        rules: [
            "card": "<rank> [of] <suit>", "suit": "clubs | hearts | diamonds | spades",
            "rank":
                "ace | two | three | four | five | six | seven | eight | nine | ten | jack | queen | king | lady",
        ])

    static func cardsDecoder() throws -> UtteranceDecoder {
        let lexicon = try Lexicon(words: cards.vocabulary, pack: pack)
        return try UtteranceDecoder(
            grammar: cards.network, dictionary: lexicon.text, acousticModel: acousticModel)
    }
}

extension Fixture {
    static let pack: ModelPack = {
        // Before any recognizer is made, so that what it learns of a microphone never goes to the user's own folder.
        setenv("STATE_DIRECTORY", stateFolder, 1)
        return ModelPack.matching(LocaleTag("en-US")!, among: ModelPack.installed())!
    }()

    /// Where this process's recognizers keep what they learn.
    static let stateFolder = TemporaryFolder.ofProcess.makeFolder("state")

    static let recognizer = SpeechRecognizer(pack: pack)

    static func request(_ name: String) -> SpeechURLRecognitionRequest {
        SpeechURLRecognitionRequest(url: URL(filePath: recordings + name))
    }

    static func results(of request: SpeechRecognitionRequest) async throws -> [SpeechRecognitionResult] {
        try await SpeechRecognizer(pack: pack).results(for: request).reduce(into: []) { $0.append($1) }
    }

    static func text(of request: SpeechRecognitionRequest) async throws -> String {
        try await results(of: request).last!.bestTranscription.formattedString
    }
}

extension UtteranceDecoder {
    /// Decodes `samples`, cut into blocks of `block` samples, and returns all updates.
    func decode(_ samples: [Int16], firstFrame: UInt64 = 0, block: Int = 160) -> [UtteranceUpdate] {
        begin(firstFrame: firstFrame)
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, to: samples.count, by: block) {
                feed(UnsafeBufferPointer(rebasing: samples[start..<min(start + block, samples.count)]))
            }
        }
        finish()
        settle()
        var updates: [UtteranceUpdate] = []
        while let update = next() { updates.append(update) }
        return updates
    }

    func hypothesis(of samples: [Int16], firstFrame: UInt64 = 0, block: Int = 160) -> UtteranceHypothesis? {
        guard case .final(let hypothesis) = decode(samples, firstFrame: firstFrame, block: block).last else {
            return nil
        }
        return hypothesis
    }
}

/// Samples of a tone, of noise from a fixed seed, and of nothing.
enum Signal {
    static func silence(_ span: Duration) -> [Int16] {
        [Int16](repeating: 0, count: Int(span / .seconds(1) * 16_000))
    }

    static func hum(_ span: Duration, amplitude: Double, frequency: Double = 100) -> [Int16] {
        (0..<Int(span / .seconds(1) * 16_000)).map {
            Int16(amplitude * sin(2 * .pi * frequency * Double($0) / 16_000))
        }
    }

    static func noise(_ span: Duration, amplitude: Double) -> [Int16] {
        var state: UInt64 = 42
        return (0..<Int(span / .seconds(1) * 16_000)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(amplitude * (Double(state >> 40) / Double(1 << 23) - 1))
        }
    }
}

extension [Int16] {
    /// Adds `other`, repeated as long as needed.
    func mixed(with other: [Int16]) -> [Int16] {
        enumerated().map { Int16(clamping: Int($1) + Int(other[$0 % other.count])) }
    }
}
