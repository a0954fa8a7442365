import Foundation
import Testing

@testable import Vocabulary

/// The language model of a vocabulary, by what a search reads in it.
struct PhraseModelTests {
    private static func model(_ phrases: [String]) -> PhraseModel {
        var model = PhraseModel()
        for phrase in phrases { model.add(phrase.split(separator: " ").map(String.init)) }
        return model
    }

    private static let orders = [
        "a small coffee", "a large coffee with milk", "a large tea", "coffee with milk and sugar",
        "tea with milk",
    ]

    @Test("After every history that was seen, the probabilities of all words come to one")
    func sums() throws {
        let reader = ARPAReader(Self.model(Self.orders).arpa)
        for history in reader.histories {
            #expect(abs(reader.sum(after: history) - 1) < 0.002, "\(history): \(reader.sum(after: history))")
        }
    }

    @Test("They do, too, where rows were left out for size", arguments: [0, 1, 5, 12])
    func prunedSums(kept: Int) throws {
        let reader = ARPAReader(Self.model(Self.orders).arpa(keeping: kept))
        #expect(reader.rows(ofLength: 2).count + reader.rows(ofLength: 3).count == kept)
        for history in reader.histories {
            #expect(abs(reader.sum(after: history) - 1) < 0.002, "\(history): \(reader.sum(after: history))")
        }
    }

    @Test("What is left out for size tells least: no row stays without its history")
    func prunedRows() {
        let reader = ARPAReader(Self.model(Self.orders).arpa(keeping: 9))
        let pairs = Set(reader.rows(ofLength: 2))
        for row in reader.rows(ofLength: 3) { #expect(pairs.contains(Array(row.dropLast())), "\(row)") }
    }

    @Test("A phrase that was seen is likelier than its words in another order")
    func order() {
        let reader = ARPAReader(Self.model(Self.orders).arpa)
        #expect(
            reader.probability(of: "coffee", after: ["a", "large"])
                > reader.probability(of: "sugar", after: ["a", "large"]))
    }

    @Test("A phrase that counts more is likelier")
    func weight() {
        var model = Self.model(["go left", "go right"])
        let before = ARPAReader(model.arpa).probability(of: "left", after: ["go"])
        model.add(["go", "left"], weight: 10)
        #expect(ARPAReader(model.arpa).probability(of: "left", after: ["go"]) > before)
    }

    @Test("A class of many words is as likely in its place as one word would be")
    func classes() {
        var words = PhraseModel()
        var classes = PhraseModel()
        for model in 0..<2 {
            for _ in 0..<3 {
                if model == 0 {
                    words.add(["call", "ada", "please"])
                } else {
                    classes.add(alike: (0..<50).map { ["call", "name\($0)", "please"] }, each: 0.02)
                }
            }
        }
        let one = ARPAReader(words.arpa).probability(of: "ada", after: ["<s>", "call"])
        let reader = ARPAReader(classes.arpa)
        let all = (0..<50).map { reader.probability(of: "name\($0)", after: ["<s>", "call"]) }.reduce(0, +)
        // Of what is left for words that were not seen, the single words get a part back.
        #expect(abs(one - all) < 0.12, "\(one) \(all)")
    }

    @Test("A phrase without words adds nothing")
    func empty() {
        var model = PhraseModel()
        model.add([])
        #expect(model.isEmpty)
    }
}

/// Reads a model as its format's definition says.
struct ARPAReader {
    private var probabilities: [[String]: Double] = [:]
    private var backoffs: [[String]: Double] = [:]

    init(_ text: String) {
        var length = 0
        for line in text.split(separator: "\n") {
            if line.hasPrefix("\\"), let digit = line.dropFirst().first?.wholeNumberValue { length = digit }
            let fields = line.split(separator: " ").map(String.init)
            guard length > 0, fields.count > length, let logarithm = Double(fields[0]) else { continue }
            let row = Array(fields[1...length])
            probabilities[row] = pow(10, logarithm)
            if fields.count > length + 1 { backoffs[row] = pow(10, Double(fields[length + 1])!) }
        }
    }

    func rows(ofLength length: Int) -> [[String]] { probabilities.keys.filter { $0.count == length } }

    var histories: [[String]] { backoffs.keys.filter { $0.last != "</s>" } + [[]] }

    func probability(of word: String, after history: [String]) -> Double {
        if let listed = probabilities[history + [word]] { return listed }
        guard !history.isEmpty else { return 0 }
        return (backoffs[history] ?? 1) * probability(of: word, after: Array(history.dropFirst()))
    }

    func sum(after history: [String]) -> Double {
        rows(ofLength: 1).filter { $0 != ["<s>"] }.reduce(0) { $0 + probability(of: $1[0], after: history) }
    }
}
