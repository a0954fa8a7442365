import Glibc

/// Draws the figures of a run as an SVG picture: throughput left, round trip right, both on logarithmic axes.
struct Plot {
    private let figures: [Figure]
    private let rings: [String]
    private let blocks: [Int]

    init(_ figures: [Figure]) {
        self.figures = figures
        rings = figures.map(\.ring).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        blocks = Set(figures.map(\.block)).sorted()
    }

    private static let (width, height) = (380.0, 320.0)
    private static let colours = [
        "#c2255c", "#1971c2", "#2f9e44", "#e8590c", "#6741d9", "#0c8599", "#868e96",
    ]

    var svg: String {
        guard !figures.isEmpty else { stop("there are no figures to draw") }
        var text = """
            <svg xmlns="http:\u{2F}/www.w3.org/2000/svg" viewBox="0 0 1040 430" font-family="sans-serif" font-size="12">
            <rect width="1040" height="430" fill="white"/>

            """
        text += panel("Throughput, million samples a second (more is better)", left: 60) { figure in
            (figure.throughput, figure.p10, figure.p90)
        }
        text += panel("Round trip, nanoseconds (less is better)", left: 520) { figure in
            (figure.roundTrip, figure.roundTrip, figure.roundTrip)
        }
        for (index, ring) in rings.enumerated() {
            let y = 60 + Double(index) * 20
            text += line([(920, y), (945, y)], ring, index) + label(ring, 952, y + 4)
        }
        return text + "</svg>\n"
    }

    private func panel(
        _ title: String, left: Double, value: (Figure) -> (median: Double, low: Double, high: Double)
    ) -> String {
        let values = figures.map { value($0).median }.filter { $0 > 0 }
        let bottom = log10(values.min() ?? 1).rounded(.down)
        let top = max(log10(values.max() ?? 10).rounded(.up), bottom + 1)
        let base = 50 + Self.height
        let step = Self.width / Double(max(1, blocks.count - 1))
        func x(_ block: Int) -> Double { left + Double(blocks.firstIndex(of: block) ?? 0) * step }
        func y(_ value: Double) -> Double {
            base - (log10(max(value, pow(10, bottom))) - bottom) / (top - bottom) * Self.height
        }

        var text = label(title, left, 30, weight: "bold")
        for power in Int(bottom)...Int(top) {
            let value = pow(10, Double(power))
            text += """
                <line x1="\(left)" x2="\(left + Self.width)" y1="\(y(value))" y2="\(y(value))" stroke="#dee2e6"/>

                """
            text += label(value.text(power < 0 ? -power : 0), left - 6, y(value) + 4, anchor: "end")
        }
        for block in blocks { text += label("\(block)", x(block), base + 18, anchor: "middle") }
        text += label("samples a block", left + Self.width / 2, base + 38, anchor: "middle")
        for (index, ring) in rings.enumerated() {
            let own = figures.filter { $0.ring == ring }.sorted { $0.block < $1.block }
            text += line(own.map { (x($0.block), y(value($0).median)) }, ring, index)
            for figure in own where value(figure).high > value(figure).low {
                let spread = [
                    (x(figure.block), y(value(figure).low)), (x(figure.block), y(value(figure).high)),
                ]
                text += line(spread, ring, index)
            }
        }
        return text
    }

    /// Our ring is drawn bold, the limit dashed.
    private func line(_ points: [(x: Double, y: Double)], _ ring: String, _ index: Int) -> String {
        let path = points.map { "\($0.x.text(1)),\($0.y.text(1))" }.joined(separator: " ")
        let style =
            switch ring {
            case Contender.earshot.name: "stroke-width=\"3\""
            case Contender.limit.name: "stroke-width=\"1.5\" stroke-dasharray=\"5 4\""
            default: "stroke-width=\"1.5\""
            }
        let colour =
            ring == Contender.limit.name ? Self.colours.last! : Self.colours[index % (Self.colours.count - 1)]
        return "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" \(style)/>\n"
    }

    private func label(
        _ text: String, _ x: Double, _ y: Double, anchor: String = "start", weight: String = "normal"
    ) -> String {
        """
        <text x="\(x.text(1))" y="\(y.text(1))" text-anchor="\(anchor)" font-weight="\(weight)">\(text)</text>

        """
    }
}
