import Platform
import Testing

@testable import Grammar

/// A phrase as a tree of its own, with a matcher that knows nothing of networks.
private indirect enum Phrase {
    case word(String)
    case sequence([Phrase])
    case alternatives([Phrase])
    case optional(Phrase)
    case star(Phrase)
    case plus(Phrase)
    case rule(Int)
    case tagged(Phrase)

    static let vocabulary = ["a", "b", "c"]

    static func random(_ depth: Int, rules: Int, using random: inout SeededGenerator) -> Phrase {
        func inner() -> Phrase { Phrase.random(depth - 1, rules: rules, using: &random) }
        let kinds = depth == 0 ? 3 : 10
        switch Int.random(in: 0..<kinds, using: &random) {
        case 0, 1: return .word(vocabulary.randomElement(using: &random)!)
        case 2 where rules > 0: return .rule(Int.random(in: 0..<rules, using: &random))
        case 2: return .word(vocabulary.randomElement(using: &random)!)
        case 3, 4: return .sequence((0..<Int.random(in: 2...3, using: &random)).map { _ in inner() })
        case 5, 6: return .alternatives((0..<Int.random(in: 2...3, using: &random)).map { _ in inner() })
        case 7: return .optional(inner())
        case 8: return Bool.random(using: &random) ? .star(inner()) : .plus(inner())
        default: return .tagged(inner())
        }
    }

    var jsgf: String {
        switch self {
        case .word(let word): word
        case .sequence(let parts): "(" + parts.map(\.jsgf).joined(separator: " ") + ")"
        case .alternatives(let all): "(" + all.map(\.jsgf).joined(separator: " | ") + ")"
        case .optional(let part): "[\(part.jsgf)]"
        case .star(let part): "(\(part.jsgf))*"
        case .plus(let part): "(\(part.jsgf))+"
        case .rule(let index): "<r\(index)>"
        case .tagged(let part): "(\(part.jsgf)) {t}"
        }
    }

    /// Where in `words` a match that begins at one of `starts` can end.
    func ends(_ words: [String], from starts: Set<Int>, _ rules: [Phrase]) -> Set<Int> {
        switch self {
        case .word(let word):
            return Set(starts.filter { $0 < words.count && words[$0] == word }.map { $0 + 1 })
        case .sequence(let parts): return parts.reduce(starts) { $1.ends(words, from: $0, rules) }
        case .alternatives(let all):
            return all.reduce(into: []) { $0.formUnion($1.ends(words, from: starts, rules)) }
        case .optional(let part): return starts.union(part.ends(words, from: starts, rules))
        case .star(let part):
            var reached = starts
            while true {
                let more = reached.union(part.ends(words, from: reached, rules))
                if more == reached { return reached }
                reached = more
            }
        case .plus(let part):
            return Phrase.star(part).ends(words, from: part.ends(words, from: starts, rules), rules)
        case .rule(let index): return rules[index].ends(words, from: starts, rules)
        case .tagged(let part): return part.ends(words, from: starts, rules)
        }
    }

    func matches(_ words: [String], _ rules: [Phrase]) -> Bool {
        ends(words, from: [0], rules).contains(words.count)
    }

    /// Whether some sentence that begins with `words` matches: words are appended to no more than `more`.
    func begins(_ words: [String], more: Int, _ rules: [Phrase]) -> Bool {
        if matches(words, rules) { return true }
        guard more > 0 else { return false }
        return Phrase.vocabulary.contains { begins(words + [$0], more: more - 1, rules) }
    }
}

@Suite struct GrammarPropertyTests {
    private struct Sample {
        var phrases: [Phrase]
        var rules: [Phrase]
        var grammar: Grammar
    }

    /// Random grammars of two commands and two rules; those whose commands need no words are left out.
    private func samples(_ count: Int, seed: UInt64, statesAtMost limit: Int = 20_000) -> [Sample] {
        var random = SeededGenerator(seed: seed)
        var samples: [Sample] = []
        while samples.count < count {
            let rules = (0..<2).map { Phrase.random(2, rules: $0, using: &random) }
            let phrases = (0..<2).map { _ in Phrase.random(3, rules: 2, using: &random) }
            guard !phrases.contains(where: { $0.matches([], rules) }) else { continue }
            do throws(GrammarError) {
                let grammar = try Grammar(
                    commands: phrases.enumerated().map { ("c\($0)", $1.jsgf) },
                    rules: rules.enumerated().map { ("r\($0)", $1.jsgf) }, statesAtMost: limit)
                samples.append(Sample(phrases: phrases, rules: rules, grammar: grammar))
            } catch {
                Issue.record("\(error)")
                return samples
            }
        }
        return samples
    }

    /// Every sequence of up to `length` words of the vocabulary.
    private func sentences(upTo length: Int) -> [[String]] {
        var all: [[String]] = [[]]
        var last: [[String]] = [[]]
        for _ in 0..<length {
            last = last.flatMap { sentence in Phrase.vocabulary.map { sentence + [$0] } }
            all += last
        }
        return all
    }

    @Test(
        "The network accepts exactly what the phrases say, and so does the matcher", arguments: [20_000, 1])
    func acceptance(statesAtMost: Int) {
        let sentences = sentences(upTo: 5)
        for sample in samples(100, seed: 42, statesAtMost: statesAtMost) {
            for sentence in sentences {
                let expected = sample.phrases.indices.filter {
                    sample.phrases[$0].matches(sentence, sample.rules)
                }
                let said = sample.grammar.parse(sentence).map(\.command)
                #expect(Set(said) == Set(expected.map { "c\($0)" }), "\(sentence)")
                #expect(said.count == expected.count)
                #expect(sample.grammar.accepts(sentence) == !expected.isEmpty, "\(sentence)")
            }
        }
    }

    @Test("Every sentence that is drawn from a command parses back to it")
    func roundTrip() {
        var random = SeededGenerator(seed: 1)
        var drawn = 0
        for sample in samples(300, seed: 43) {
            for name in ["c0", "c1"] {
                for _ in 0..<10 {
                    guard let sentence = sample.grammar.sample(name, using: &random) else { continue }
                    drawn += 1
                    #expect(sample.grammar.parse(sentence).contains { $0.command == name }, "\(sentence)")
                    #expect(sample.grammar.accepts(sentence))
                }
            }
        }
        #expect(drawn > 5000)
    }

    @Test("Progress says impossible, partial or complete as the phrases do")
    func progress() {
        let sentences = sentences(upTo: 3)
        for sample in samples(40, seed: 44) {
            for sentence in sentences {
                let complete = sample.phrases.contains { $0.matches(sentence, sample.rules) }
                let longer = Phrase.vocabulary.contains { word in
                    sample.phrases.contains { $0.begins(sentence + [word], more: 3, sample.rules) }
                }
                switch sample.grammar.progress(of: sentence) {
                case .complete(let extendable):
                    #expect(complete)
                    // A continuation may be longer than the matcher's patience, not the other way about.
                    #expect(extendable || !longer)
                case .partial: #expect(!complete)
                case .impossible: #expect(!complete && !longer)
                }
            }
        }
    }

    @Test(
        "Two commands are called ambiguous exactly when they share a sentence, and a shortest one is given",
        arguments: [20_000, 1])
    func ambiguity(statesAtMost: Int) {
        let sentences = sentences(upTo: 4)
        for sample in samples(150, seed: 45, statesAtMost: statesAtMost) {
            #expect(sample.grammar.uncompared == [])
            let shared = sentences.first { sentence in
                sample.phrases.allSatisfy { $0.matches(sentence, sample.rules) }
            }
            let found = sample.grammar.ambiguities.first
            #expect(sample.grammar.ambiguities.count <= 1)
            if let shared { #expect(found?.sentence.count == shared.count) }
            if let found {
                #expect(found.commands == ["c0", "c1"])
                #expect(sample.phrases.allSatisfy { $0.matches(found.sentence, sample.rules) })
            }
        }
    }

    @Test("No two states of the network accept the same sentences")
    func minimal() {
        let sentences = sentences(upTo: 6)
        for sample in samples(40, seed: 46) {
            let network = sample.grammar.network
            var next: [[String: Int]] = Array(repeating: [:], count: network.stateCount)
            var accepting = [Bool](repeating: false, count: network.stateCount)
            accepting[network.final] = true
            for arc in network.arcs {
                if let word = arc.word { next[arc.from][word] = arc.to } else { accepting[arc.from] = true }
            }
            var seen: Set<[Bool]> = []
            for state in 0..<network.stateCount {
                let accepted = sentences.map { sentence -> Bool in
                    var here: Int? = state
                    for word in sentence { here = here.flatMap { next[$0][word] } }
                    return here.map { accepting[$0] } ?? false
                }
                guard network.stateCount <= 8 else { continue }
                // A final state of its own stands beside the states from which an arc without a word leads to it.
                if state == network.final, next[state].isEmpty { continue }
                #expect(seen.insert(accepted).inserted)
            }
        }
    }
}
