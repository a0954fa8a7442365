import Configuration
import FoundationEssentials
import Glibc

/// What changed from one evaluation of recordings to the next, and whether that may be chance.
///
/// ```swift
/// let before = try Comparison.records(path: "old.jsonl")
/// let comparison = Comparison(before: before, now: results.map(Comparison.Record.init))
/// print(comparison.better.count, comparison.worse.count, comparison.significance)
/// ```
package struct Comparison: Sendable {
    /// One recording of an evaluation.
    package struct Record: Sendable, Hashable, Decodable {
        /// As the manifest names it.
        package var audio: String
        /// Its line there; tells recordings apart that are named twice, with two labels.
        package var line: Int
        /// What it came to.
        package var verdict: Score.Verdict

        /// Of a recording that was played just now.
        package init(_ result: Evaluator.Result) {
            self.init(audio: result.clip.name, line: result.clip.line, verdict: result.verdict)
        }

        init(audio: String, line: Int, verdict: Score.Verdict) {
            (self.audio, self.line, self.verdict) = (audio, line, verdict)
        }

        private enum Key: String, CodingKey { case audio, line, verdict }

        package init(from decoder: any Decoder) throws {
            let object = try decoder.container(keyedBy: Key.self)
            audio = try object.decode(String.self, forKey: .audio)
            line = try object.decodeIfPresent(Int.self, forKey: .line) ?? 0
            let name = try object.decode(String.self, forKey: .verdict)
            guard let known = Score.Verdict(rawValue: name) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .verdict, in: object, debugDescription: "no verdict is called '\(name)'")
            }
            verdict = known
        }
    }

    /// A recording that came to something else.
    package struct Change: Sendable, Hashable {
        /// As the manifest names it.
        package var audio: String
        /// What it came to, then and now.
        package var before, now: Score.Verdict
    }

    /// Recordings that are right now and were not, in the order of the manifest.
    package let better: [Change]
    /// Recordings that were right and are not any more, in the same order.
    package let worse: [Change]
    /// How many recordings there are in both.
    package let common: Int
    /// How many there were that are not there now, and are there now that were not.
    package let gone, new: Int

    /// Compares recordings by name; of those that have the same name, the first with the first.
    package init(before: [Record], now: [Record]) {
        func byName(_ records: [Record]) -> [String: [Record]] {
            Dictionary(grouping: records.sorted { $0.line < $1.line }, by: \.audio)
        }
        let (old, new) = (byName(before), byName(now))
        let pairs = new.flatMap { name, records in zip(old[name] ?? [], records) }
            .sorted { ($0.1.line, $0.1.audio) < ($1.1.line, $1.1.audio) }
        func changes(_ isMeant: (Record, Record) -> Bool) -> [Change] {
            pairs.filter { isMeant($0, $1) }.map {
                Change(audio: $1.audio, before: $0.verdict, now: $1.verdict)
            }
        }
        better = changes { $0.verdict != .right && $1.verdict == .right }
        worse = changes { $0.verdict == .right && $1.verdict != .right }
        common = pairs.count
        gone = before.count - pairs.count
        self.new = now.count - pairs.count
    }

    /// How likely at least so uneven a change is if neither evaluation is the better one, between 0 and 1: McNemar's test in
    /// its exact form, two-sided.
    ///
    /// Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
    /// Psychometrika 12 (1947).
    package var significance: Double { Self.significance(better.count, worse.count) }

    static func significance(_ one: Int, _ other: Int) -> Double {
        let all = Double(one + other)
        // Sums of binomial coefficients beyond any number, times a half to a power below any: in logarithms.
        let tail = (0...min(one, other)).reduce(0.0) { sum, count in
            let rest = all - Double(count)
            let ways = lgamma(all + 1) - lgamma(Double(count) + 1) - lgamma(rest + 1)
            return sum + exp(ways - all * log(2))
        }
        return min(1, 2 * tail)
    }

    /// Reads what `earshot evaluate --json` wrote; lines without a recording, such as the summary, are left out.
    ///
    /// - Throws: `EvaluationError.manifest` when it cannot be read or has no recording, `.line` for a line that is no JSON.
    package static func records(path: String) throws(EvaluationError) -> [Record] {
        let text: String
        do {
            text = try TextFile.text(path: path, atMost: 1 << 28)
        } catch {
            throw .manifest(reason: "\(error)")
        }
        let decoder = JSONDecoder()
        var records: [Record] = []
        for (index, line) in TextFile.lines(of: text).enumerated() where !line.allSatisfy(\.isWhitespace) {
            do {
                records.append(try decoder.decode(Record.self, from: Data(line.utf8)))
            } catch DecodingError.keyNotFound {
                continue
            } catch {
                throw .line(
                    path: path, number: index + 1,
                    reason: "is no line of 'earshot evaluate --json'; name a file that it wrote")
            }
        }
        guard !records.isEmpty else {
            throw .manifest(
                reason: "\(path): has no recording; name a file that 'earshot evaluate --json' wrote")
        }
        return records
    }
}
