import Appliance
import Evaluation
import Glibc
import Platform

extension EvaluationReport {
    /// One page of HTML without scripts: the figures, whether probabilities mean what they say, and what went wrong, to be
    /// listened to.
    ///
    /// - Parameters:
    ///   - path: Where the page will be: links to recordings lead from there, so that a folder may be moved with both.
    ///   - title: What was evaluated.
    func page(at path: String, title: String) -> String {
        let parts = [
            Self.figures(score), Self.section("By command", Self.rows(breakdown.commands, "Command")),
            Self.section("By what was said for a rule", Self.rows(breakdown.values, "Slot")),
            Self.section("Taken for something else", confusionRows), plot, comparisonPart,
            errors(linkedFrom: path),
        ]
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(title.escaped)</title>
            <style>
            body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            table { border-collapse: collapse; }
            th, td { text-align: left; vertical-align: top; padding: 0.2rem 1rem 0.2rem 0; border-bottom: 1px solid #ccc; }
            pre { overflow-x: auto; }
            </style>
            </head>
            <body>
            <h1>\(title.escaped)</h1>
            \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private static func figures(_ score: Score) -> String { "<pre>\(text(of: score).escaped)</pre>" }

    /// A table whose first row is the heads; nothing where there is no other.
    private static func section(_ title: String, _ rows: [[String]]) -> String {
        guard rows.count > 1 else { return "" }
        let lines = rows.enumerated().map { index, cells in
            let tag = index == 0 ? "th" : "td"
            return "<tr>" + cells.map { "<\(tag)>\($0.escaped)</\(tag)>" }.joined() + "</tr>"
        }
        return "<h2>\(title)</h2>\n<table>\n\(lines.joined(separator: "\n"))\n</table>"
    }

    private static func rows(_ rows: [Breakdown.Row], _ head: String) -> [[String]] {
        [[head, "Said", "Right", "Wrong", "Rejected", "Right, % (95 % interval)"]]
            + rows.map { row in
                [row.name] + [row.said, row.right, row.wrong, row.refused].map(String.init)
                    + [Proportion(row.right, of: row.said).percentText]
            }
    }

    private var confusionRows: [[String]] {
        [["Said", "Done", "Times"]] + breakdown.confusions.map { [$0.said, $0.done, "\($0.count)"] }
    }

    private var comparisonPart: String {
        guard let comparison else { return "" }
        let changes =
            [["", "Recording", "Before", "Now"]]
            + comparison.better.map { ["better", $0.audio, $0.before.rawValue, $0.now.rawValue] }
            + comparison.worse.map { ["worse", $0.audio, $0.before.rawValue, $0.now.rawValue] }
        return "<p>\(comparison.text.escaped)</p>\n" + Self.section("What changed", changes)
    }

    private func errors(linkedFrom page: String) -> String {
        let wrong = results.filter { $0.verdict != .right }
        guard !wrong.isEmpty else { return "" }
        let rows = wrong.map { result in
            let link = Link.from(page, to: result.clip.path)
            return """
                <tr><td>\(result.verdict.rawValue)</td><td><a href="\(link)">\(result.clip.name.escaped)</a><br>
                <audio controls preload="none" src="\(link)"></audio></td>
                <td>\(Self.explanation(of: result).escaped)</td></tr>
                """
        }
        return """
            <h2>What went wrong</h2>
            <p>A browser plays no .raw files, and finds the others where they were.</p>
            <table>
            <tr><th>Verdict</th><th>Recording</th><th>Expected, and heard</th></tr>
            \(rows.joined(separator: "\n"))
            </table>
            """
    }

    // MARK: - The plot

    /// Of each tenth of the probability, the share that was right, with its interval; on the diagonal probabilities are true.
    private var plot: String {
        guard !reliability.bins.isEmpty else { return "" }
        let size = 300.0
        func x(_ value: Double) -> String { (40 + value * size).shortText }
        func y(_ value: Double) -> String { (10 + (1 - value) * size).shortText }
        let marks = stride(from: 0.0, through: 1, by: 0.25).map { value in
            """
            <line x1="\(x(value))" y1="\(y(0))" x2="\(x(value))" y2="\(y(1))" stroke="#ddd"/>
            <line x1="\(x(0))" y1="\(y(value))" x2="\(x(1))" y2="\(y(value))" stroke="#ddd"/>
            <text x="\(x(value))" y="\((size + 26).shortText)" text-anchor="middle">\(value.shortText)</text>
            <text x="34" y="\(y(value))" text-anchor="end" dominant-baseline="middle">\(value.shortText)</text>
            """
        }
        let most = reliability.bins.map(\.right.total).max() ?? 1
        let points = reliability.bins.map { bin in
            let radius = 3 + 5 * (Double(bin.right.total) / Double(most)).squareRoot()
            let interval = bin.right.interval
            return """
                <line x1="\(x(bin.probability))" y1="\(y(interval.lowerBound))" x2="\(x(bin.probability))" \
                y2="\(y(interval.upperBound))" stroke="#06c"/>
                <circle cx="\(x(bin.probability))" cy="\(y(bin.right.share))" r="\(radius.shortText)" fill="#06c">\
                <title>\(bin.right.count) of \(bin.right.total) right at \(bin.probability.shortText)</title></circle>
                """
        }
        return """
            <h2>Do probabilities mean what they say?</h2>
            <svg width="360" height="360" font-size="12" role="img" aria-label="Share of right commands by probability">
            \(marks.joined(separator: "\n"))
            <line x1="\(x(0))" y1="\(y(0))" x2="\(x(1))" y2="\(y(1))" stroke="#999" stroke-dasharray="4"/>
            \(points.joined(separator: "\n"))
            <text x="190" y="350" text-anchor="middle">probability given to the command</text>
            </svg>
            <p>Up: how many of them were right, with the 95 % interval; a larger dot stands for more of them. Points below the
            line were believed too easily: 'trust: strict' asks for more.</p>
            """
    }
}

/// From one file to another, for a page.
private enum Link {
    /// The way from the folder of `page` to `file`, as a URL; `file` itself where one of them is nowhere.
    static func from(_ page: String, to file: String) -> String {
        let folder = page.lastIndex(of: "/").map { String(page[...$0]) } ?? "."
        guard let start = resolved(folder), let end = resolved(file) else { return encoded(file) }
        let (here, there) = (start.split(separator: "/"), end.split(separator: "/"))
        let common = zip(here, there).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: here.count - common)
        return encoded((up + there[common...].map(String.init)).joined(separator: "/"))
    }

    private static func resolved(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// Percent-encoded but for what RFC 3986 leaves alone in a path.
    private static func encoded(_ path: String) -> String {
        path.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || "-._~/".contains(character) {
                return String(character)
            }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
