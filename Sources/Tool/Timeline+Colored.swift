import Appliance

extension Timeline {
    /// What was done in green, what was refused and lights that are on in red, what to look at in yellow; times step back.
    static let colored = Terminal.Style { line in
        // A line is a time or nothing in eight columns, a mark, and what happened.
        let characters = Array(line)
        guard let place = characters.firstIndex(where: { colors[$0] != nil }), place < 14,
            let color = colors[characters[place]],
            characters[..<place].allSatisfy({ " .0123456789\n".contains($0) })
        else { return line }
        return
            "\u{1B}[2m\(String(characters[..<place]))\u{1B}[0m\u{1B}[\(color)m\(String(characters[place...]))\u{1B}[0m"
    }

    /// By mark, as ECMA-48 numbers colours.
    private static let colors: [Character: Int] = [
        "✓": 32, "■": 32, "✗": 31, "●": 31, "◐": 31, "!": 33, "?": 36, "~": 33, "…": 2,
    ]
}
