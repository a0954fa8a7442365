import Evaluation
import Grammar

extension CheckReport: Encodable {
    private enum Key: String, CodingKey {
        case file, model, mistakes, considerations, words, wake, commands, pins
    }

    private struct Model: Encodable {
        let name, locale, manifest: String
    }

    private struct Word: Encodable {
        let word: String
        let pronunciations: [String]
        let origin: String
    }

    private struct Wake: Encodable {
        let phrase, setting: String
        let pronunciations: [String]
        let expected: WakePrediction?
        let better: [Better]

        init(_ wake: ConfigurationReview.Wake) {
            phrase = wake.phrase.text
            setting = wake.phrase.setting
            pronunciations = wake.pronunciations
            expected = wake.prediction
            better = wake.better.map { Better(phrase: $0.text, expected: $0.prediction) }
        }
    }

    private struct Better: Encodable {
        let phrase: String
        let expected: WakePrediction
    }

    private struct Example: Encodable {
        let sentence: String
        let slots: [String: SlotValue]
    }

    private struct Command: Encodable {
        let name: String
        let examples: [Example]
        let confirm, question: String?
    }

    private struct Pin: Encodable {
        let line: String
        let header: Int?
        let purpose: String
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(review.configuration.path, forKey: .file)
        try object.encodeIfPresent(
            review.pack.map { Model(name: $0.name, locale: "\($0.locale)", manifest: $0.manifest) },
            forKey: .model)
        try object.encode(mistakes, forKey: .mistakes)
        try object.encode(considerations, forKey: .considerations)
        try object.encode(
            (review.lexicon?.entries ?? []).map { entry in
                Word(
                    word: entry.word, pronunciations: entry.pronunciations.map { $0.joined(separator: " ") },
                    origin: "\(entry.origin)")
            }, forKey: .words)
        try object.encode(review.wakes.map(Wake.init), forKey: .wake)
        let asking = Dictionary(uniqueKeysWithValues: confirmations.map { ($0.command, $0) })
        try object.encode(
            review.samples.map { name, sentences in
                Command(
                    name: name,
                    examples: sentences.map { Example(sentence: $0.sentence, slots: $0.slots) },
                    confirm: asking[name].map { "\($0.confirm.means)" }, question: asking[name]?.question)
            }, forKey: .commands)
        try object.encode(
            review.pins.map { Pin(line: "\($0.line)", header: $0.headerPin, purpose: $0.purpose) },
            forKey: .pins)
    }
}
