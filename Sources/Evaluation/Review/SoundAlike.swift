import Grammar
import Models

/// Two things that may be said, mean something else, and differ by few phones: noise turns one into the other. From
/// ``ConfigurationReview/soundAlikes``.
///
/// ```swift
/// for alike in review.soundAlikes {
///     print(alike.pair[0], "sounds like", alike.pair[1])      // on sounds like off
/// }
/// ```
package struct SoundAlike: Sendable, Hashable {
    /// What is mistaken for what: two words, or two sentences.
    package var pair: [String]
    /// The commands that each belongs to; the same one twice if only its slots differ.
    package var commands: [String]
    /// The sentence of the pair's first, and of its second.
    package var sentences: [String]
    /// Phones to put in, leave out or replace to turn one into the other.
    package var distance: Int
    /// Phones of the longer of the pair.
    package var length: Int

    /// The share of the pair that differs, between 0 and 1; 0 when both sound the same.
    package var difference: Double { length > 0 ? Double(distance) / Double(length) : 0 }

    /// The first of `all`, but few of the same two commands: spoken numbers alone could fill a page.
    package static func selection(_ all: [SoundAlike], atMost limit: Int) -> [SoundAlike] {
        var counts: [Set<String>: Int] = [:]
        let varied = all.filter { alike in
            counts[Set(alike.commands), default: 0] += 1
            return counts[Set(alike.commands), default: 0] <= 5
        }
        return Array(varied.prefix(limit))
    }
}

/// Looks for what sounds alike in a grammar, within bounds that keep it to seconds for large ones.
struct SoundAlikeSearch {
    /// A pair of words that differs by more than this many phones, and more than this share, is distinguished well.
    private static let nearWords = (phones: 1, share: 0.4)
    /// As above, for sentences.
    private static let nearSentences = (phones: 2, share: 0.2)
    private static let samples = 12
    private static let mostComparisons = 30_000
    /// Pairs of phones that the search for the nearest sentences looks at, of all commands and of two of them.
    private static let mostSteps = 2_000_000
    private static let mostStepsOfPair = 200_000
    private static let longList = 200

    let grammar: Grammar
    let lexicon: Lexicon

    /// All that was found, the nearest pairs first.
    ///
    /// - Parameter progress: Hears the share that is done, 0 to 1.
    func pairs(progress: (Double) -> Void = { _ in }) -> [SoundAlike] {
        var found = alternatives()
        // The pair of words says it shorter than the sentences that they stand in.
        let said = Set(found.map { $0.commands.sorted() })
        found += sentences(progress).filter { !said.contains($0.commands.sorted()) }
        return found.sorted { a, b in
            (a.difference, a.pair[0], a.pair[1]) < (b.difference, b.pair[0], b.pair[1])
        }
    }

    // MARK: - Words that may stand in each other's place

    /// Words on arcs that leave the same state of the network, where each completes a sentence of another meaning.
    ///
    /// All pairs are compared where there are few. Of a long list, those first that are one phone apart, and the others as far
    /// as time allows.
    private func alternatives() -> [SoundAlike] {
        let arcs = Dictionary(grouping: grammar.network.arcs.filter { $0.word != nil }, by: \.from)
        let routes = Routes(grammar.network)
        var found: [Set<String>: SoundAlike] = [:]
        var budget = Self.mostComparisons
        func compare(_ first: WordNetwork.Arc, _ second: WordNetwork.Arc) {
            let pair: Set = [first.word!, second.word!]
            guard found[pair] == nil else { return }
            budget -= 1
            guard let near = near([first.word!], [second.word!], Self.nearWords) else { return }
            found[pair] = confusion(first, second, near, routes)
        }
        let leaving = arcs.keys.sorted().map { state in arcs[state]!.sorted { $0.word! < $1.word! } }
        for arcs in leaving where arcs.count > Self.longList {
            for (first, second) in onePhoneApart(arcs.map { $0.word! }) { compare(arcs[first], arcs[second]) }
        }
        for arcs in leaving {
            for (index, first) in arcs.enumerated() {
                for second in arcs[(index + 1)...] {
                    guard budget > 0 else { return Array(found.values) }
                    compare(first, second)
                }
            }
        }
        return Array(found.values)
    }

    /// Which of `words` may differ by one phone, found without comparing each with each.
    private func onePhoneApart(_ words: [String]) -> [(Int, Int)] {
        var numbers = PhoneNetwork.PhoneNumbers()
        return DeletionNeighbourhood.pairs(
            words.enumerated().flatMap { index, word in
                (lexicon[word]?.pronunciations ?? []).map { phones in
                    (index, DeletionNeighbourhood.keys(of: phones.map { numbers.number(of: $0) }))
                }
            })
    }

    /// Two sentences that differ in these words alone and do not mean the same; nil if there are none.
    private func confusion(
        _ first: WordNetwork.Arc, _ second: WordNetwork.Arc, _ near: (distance: Int, length: Int),
        _ routes: Routes
    ) -> SoundAlike? {
        let before = routes.fromStart(to: first.from)
        for after in [routes.toEnd(from: first.to), routes.toEnd(from: second.to)] {
            let sentences = [before + [first.word!] + after, before + [second.word!] + after]
            guard let one = grammar.parse(sentences[0]).first, let other = grammar.parse(sentences[1]).first,
                one != other
            else { continue }
            return SoundAlike(
                pair: [first.word!, second.word!], commands: [one.command, other.command],
                sentences: sentences.map { $0.joined(separator: " ") }, distance: near.distance,
                length: near.length)
        }
        return nil
    }

    // MARK: - Sentences of different commands

    /// The nearest sentences of each two commands, if they are near. All of their sentences are searched for those two phones
    /// apart, as far as time allows; long ones, which may differ by more, among samples.
    private func sentences(_ progress: (Double) -> Void) -> [SoundAlike] {
        let commands = grammar.commands
        let samples = commands.map { grammar.sampleSentences(of: $0, count: Self.samples) }
        var numbers = PhoneNetwork.PhoneNumbers()
        var networks: [Int: PhoneNetwork] = [:]
        func network(of command: Int) -> PhoneNetwork? {
            if let known = networks[command] { return known }
            networks[command] = grammar.network(of: commands[command]).map {
                PhoneNetwork($0, lexicon, &numbers)
            }
            return networks[command]
        }
        // Commands that share a sentence have distance 0; reported as ambiguities.
        let shared = Set(grammar.ambiguities.map { Set($0.commands) })
        var steps = Self.mostSteps
        var comparisons = Self.mostComparisons / 10
        var found: [SoundAlike] = []
        let candidates = candidates(samples)
        for (place, (first, second)) in candidates.enumerated() {
            if place % 100 == 0 { progress(Double(place) / Double(candidates.count)) }
            let names = [commands[first], commands[second]]
            var pairs: [[[String]]] = []
            if steps > 0, !shared.contains(Set(names)), let one = network(of: first),
                let another = network(of: second)
            {
                let allowed = min(steps, Self.mostStepsOfPair)
                var left = allowed
                let nearest = NearestSentences.find(
                    one, another, atMost: Self.nearSentences.phones, budget: &left)
                steps -= allowed - left
                if let nearest { pairs = [nearest] }
            }
            if pairs.isEmpty, comparisons > 0 {
                pairs = samples[first].flatMap { one in samples[second].map { [one, $0] } }
                pairs = Array(pairs.prefix(comparisons))
                comparisons -= pairs.count
            }
            if let alike = nearest(of: pairs, commands: names) { found.append(alike) }
        }
        return found
    }

    /// Which two commands are compared: of a long list only those with sentences that may be one phone apart, else all.
    private func candidates(_ samples: [[[String]]]) -> [(Int, Int)] {
        guard samples.count > Self.longList else {
            return samples.indices.flatMap { first in
                samples.indices.dropFirst(first + 1).map { (first, $0) }
            }
        }
        var numbers = PhoneNetwork.PhoneNumbers()
        var neighbourhoods: [(holder: Int, keys: [UInt64])] = []
        for (command, sentences) in samples.enumerated() {
            for sentence in sentences {
                let phones = sentence.flatMap { lexicon[$0]?.pronunciations.first ?? [] }
                neighbourhoods.append(
                    (command, DeletionNeighbourhood.keys(of: phones.map { numbers.number(of: $0) })))
            }
        }
        return DeletionNeighbourhood.pairs(neighbourhoods)
    }

    private func nearest(of pairs: [[[String]]], commands: [String]) -> SoundAlike? {
        var best: SoundAlike?
        for pair in pairs where pair[0] != pair[1] {
            guard let near = near(pair[0], pair[1], Self.nearSentences),
                near.distance < best?.distance ?? .max
            else { continue }
            let texts = pair.map { $0.joined(separator: " ") }
            best = SoundAlike(
                pair: texts, commands: commands, sentences: texts, distance: near.distance,
                length: near.length)
        }
        return best
    }

    /// How many phones apart two phrases are, if they are near.
    private func near(
        _ first: [String], _ second: [String], _ bounds: (phones: Int, share: Double)
    ) -> (distance: Int, length: Int)? {
        guard let one = lexicon.phoneCount(first), let other = lexicon.phoneCount(second) else { return nil }
        let length = max(one, other)
        let most = max(bounds.phones, Int(Double(length) * bounds.share))
        // No cheaper edit makes up for a difference in length, give or take a longer pronunciation.
        guard abs(one - other) <= most + 2, let distance = lexicon.distance(first, second), distance <= most
        else { return nil }
        return (distance, length)
    }
}

/// Shortest ways through a network, in words.
private struct Routes {
    private var stepBack: [Int: WordNetwork.Arc] = [:]
    private var stepOn: [Int: WordNetwork.Arc] = [:]

    init(_ network: WordNetwork) {
        stepBack = Self.tree(from: network.start, network.arcs, near: \.from, far: \.to)
        stepOn = Self.tree(from: network.final, network.arcs, near: \.to, far: \.from)
    }

    func fromStart(to state: Int) -> [String] {
        var words: [String] = []
        var state = state
        while let arc = stepBack[state] {
            if let word = arc.word { words.append(word) }
            state = arc.from
        }
        return words.reversed()
    }

    func toEnd(from state: Int) -> [String] {
        var words: [String] = []
        var state = state
        while let arc = stepOn[state] {
            if let word = arc.word { words.append(word) }
            state = arc.to
        }
        return words
    }

    /// For each state that can be reached, the last arc of a way with the fewest arcs.
    private static func tree(
        from root: Int, _ arcs: [WordNetwork.Arc], near: (WordNetwork.Arc) -> Int,
        far: (WordNetwork.Arc) -> Int
    ) -> [Int: WordNetwork.Arc] {
        let leaving = Dictionary(grouping: arcs, by: near)
        var tree: [Int: WordNetwork.Arc] = [:]
        var seen: Set = [root]
        var queue = [root]
        var next = 0
        while next < queue.count {
            for arc in leaving[queue[next]] ?? [] where seen.insert(far(arc)).inserted {
                tree[far(arc)] = arc
                queue.append(far(arc))
            }
            next += 1
        }
        return tree
    }
}
