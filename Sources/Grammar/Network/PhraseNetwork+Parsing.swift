extension PhraseNetwork {
    /// One command's most probable reading of an utterance.
    struct Reading {
        var command: Int
        var logProbability: Double
        /// The marks that were passed, each with the number of words before it.
        var marks: [(mark: Mark, at: Int)]
    }

    /// A number or span of time that begins after so many words.
    struct Opening: Hashable {
        var mark: Mark
        var position: Int

        init(_ mark: Mark, at position: Int) {
            self.mark = mark
            self.position = position
        }
    }

    /// The readings of `words`, at most one a command, most probable first (Viterbi's algorithm over the arcs).
    ///
    /// Of readings that are equally probable the one that is written first in the phrase wins.
    ///
    /// - Parameters:
    ///   - range: The commands that are looked at; nil is all.
    ///   - refused: What no reading may pass.
    func readings(
        of words: [String], among range: Range<Int>? = nil, without refused: Set<Opening> = []
    ) -> [Reading] {
        let ids = words.map { wordIDs[$0] }
        guard !ids.contains(nil), !words.isEmpty else { return [] }
        let candidates = range ?? commands.indices
        guard let first = candidates.first else { return [] }
        // A command's states are numbered from its start on.
        let base = commands[first].start
        let end = candidates.upperBound < commands.count ? commands[candidates.upperBound].start : stateCount
        let width = end - base
        var best = [Double](repeating: -.infinity, count: width * (words.count + 1))
        var arrivedBy = [Int](repeating: -1, count: best.count)
        var active = candidates.map { commands[$0].start }
        for start in active { best[start - base] = 0 }
        for position in 0...words.count {
            // Of state s, the place is row + s.
            let row = position * width - base
            var next: [Int] = []
            var queued = Set(active)
            var head = 0
            while head < active.count {
                let state = active[head]
                head += 1
                queued.remove(state)
                for index in leaving[firstLeaving[state]..<firstLeaving[state + 1]] {
                    let arc = arcs[index]
                    if !refused.isEmpty, case .mark(let mark) = arc.label,
                        refused.contains(Opening(marks[mark], at: position))
                    {
                        continue
                    }
                    let score = best[row + state] + arc.logProbability
                    if case .word(let word) = arc.label {
                        guard position < words.count, word == ids[position] else { continue }
                        let target = row + width + arc.to
                        if best[target] == -.infinity { next.append(arc.to) }
                        if score > best[target] { (best[target], arrivedBy[target]) = (score, index) }
                    } else if score > best[row + arc.to] {
                        (best[row + arc.to], arrivedBy[row + arc.to]) = (score, index)
                        if queued.insert(arc.to).inserted { active.append(arc.to) }
                    }
                }
            }
            guard !next.isEmpty || position == words.count else { return [] }
            active = next
        }
        let last = words.count * width - base
        func score(_ command: Int) -> Double { best[last + commands[command].final] }
        return candidates.filter { score($0) > -.infinity }
            .sorted { (score($1), $0) < (score($0), $1) }
            .map { command in
                Reading(
                    command: command, logProbability: score(command),
                    marks: marks(passedTo: commands[command], words.count) {
                        arrivedBy[$0 * width - base + $1]
                    })
            }
    }

    /// The marks on the way to a command's end, back along the arcs by which each state was reached best.
    ///
    /// The way cannot run in circles: a silent loop has a probability below 1 and never improves a score.
    ///
    /// - Parameter arrivedBy: The arc by which a state was reached after so many words.
    private func marks(
        passedTo command: Command, _ wordCount: Int, _ arrivedBy: (_ position: Int, _ state: Int) -> Int
    ) -> [(mark: Mark, at: Int)] {
        var passed: [(mark: Mark, at: Int)] = []
        var (state, position) = (command.final, wordCount)
        while position > 0 || state != command.start {
            let arc = arcs[arrivedBy(position, state)]
            switch arc.label {
            case .word: position -= 1
            case .mark(let mark): passed.append((marks[mark], position))
            case .epsilon: break
            }
            state = arc.from
        }
        return passed.reversed()
    }
}
