import Decoding
import Foundation
import Grammar
import Models
import TestSupport

/// Recordings and models of the Debian packages pocketsphinx-testdata and pocketsphinx-en-us.
package enum Fixture {
    package static let acousticModel = "/usr/share/pocketsphinx/model/en-us/en-us"
    package static let recordings = "/usr/share/pocketsphinx/test/data/"

    /// "go forward ten meters", 2.8 s.
    package static let goForward = samples("goforward.raw")

    /// Samples of a headerless file, or of a WAV file with the usual 44 bytes of header.
    package static func samples(_ name: String) -> [Int16] {
        let file = try! Data(contentsOf: URL(filePath: recordings + name))
        let body = name.hasSuffix(".wav") ? file.dropFirst(44) : file
        return body.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self) }
        }
    }

    package static let movement = try! Grammar(
        commands: ["move": "go (forward | backward) <distance> (meter | meters)"],
        rules: ["distance": "one | two | three | four | five | six | seven | eight | nine | ten"])

    package static let dictionary = """
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

    package static func movementDecoder(
        options: DecoderOptions = DecoderOptions(), isVerified: Bool = true
    ) throws -> UtteranceDecoder {
        try UtteranceDecoder(
            grammar: movement.network, dictionary: dictionary, acousticModel: acousticModel, options: options,
            isVerified: isVerified)
    }

    /// For free text; without `phones`, results have no evidence of speech.
    package static func dictationDecoder(
        options: DecoderOptions = .dictation, phones: PhoneWeights? = nil
    ) throws -> UtteranceDecoder {
        try UtteranceDecoder(
            search: .languageModel(LanguageModelMix(general: pack.languageModels.dictation)),
            pronunciations: .file(pack.dictionary), acousticModel: pack.acousticModel,
            sampleRate: pack.sampleRate, options: options, isVerified: false, phones: phones)
    }
}

extension Fixture {
    package static let cards = try! Grammar(
        commands: ["cards": "<card> <card> <card> | <card> <card> | <card> | <rank> <card> | <rank> <rank>"],
        rules: [
            "card": "<rank> [of] <suit>", "suit": "clubs | hearts | diamonds | spades",
            "rank":
                "ace | two | three | four | five | six | seven | eight | nine | ten | jack | queen | king | lady",
        ])

    package static func cardsDecoder() throws -> UtteranceDecoder {
        let lexicon = try Lexicon(words: cards.vocabulary, pack: pack)
        return try UtteranceDecoder(
            grammar: cards.network, dictionary: lexicon.text, acousticModel: acousticModel)
    }
}

extension Fixture {
    package static let pack: ModelPack = {
        // Before any recognizer is made, so that what it learns of a microphone never goes to the user's own folder.
        setenv("STATE_DIRECTORY", stateFolder, 1)
        return ModelPack.matching(LocaleTag("en-US")!, among: ModelPack.installed())!
    }()

    /// Where this process's recognizers keep what they learn.
    package static let stateFolder = TemporaryFolder.ofProcess.makeFolder("state")
}

extension Fixture {
    /// The pack's network of phones, made for an acoustic model of 5116 senones; the pack's has 5126.
    package static func phonesOfAnotherModel() throws -> PhoneWeights {
        guard let path = pack.phoneNetwork else { throw CocoaError(.fileNoSuchFile) }
        var file = try Data(contentsOf: URL(filePath: path))
        // Their number, and the phone of each behind the header and 40 shares (PhoneWeights).
        precondition(file[32..<34].elementsEqual([0x06, 0x14]))
        file[32] = 0xfc
        file[33] = 0x13
        file.removeSubrange(204..<214)
        return try PhoneWeights(contentsOf: TemporaryFolder.ofProcess.write(file, to: "foreign.weights"))
    }

    /// What is said of it.
    package static let refusalOfAnotherModel = DecoderError.unusableNetwork(
        "the network of phones is for an acoustic model of 5116 senones, and \(acousticModel) has 5126; "
            + "remove 'phone_network' from the pack's model.yaml")
}
