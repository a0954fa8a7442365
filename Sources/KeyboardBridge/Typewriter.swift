import Configuration

/// From text to keys, in one layout.
///
/// ```swift
/// Typewriter(layout: try KeyboardLayout("us")).write("Hello").strokes.count  // 5
/// ```
struct Typewriter: Sendable {
    /// Text as it is typed.
    struct Typed: Sendable, Hashable {
        /// Each a key with what is held for it: they are not to be torn apart.
        var strokes: [[KeyEvent]] = []
        /// So many characters stand in the field then, each of which a backspace takes back.
        var length = 0
        /// What could not be typed, as often as it occurs.
        var missing: [Character] = []
    }

    var layout: KeyboardLayout
    var unicode = UnicodeEntry.off
    /// Whether a line break is the Return key, which sends many a form; else it is a space.
    var hasReturns = false

    /// What is typed in place of a character of print that the layout has no key for.
    private static let plain: [Character: String] = [
        "’": "'", "‘": "'", "“": "\"", "”": "\"", "„": "\"", "–": "-", "—": "-", "…": "...", "\u{a0}": " ",
        "\u{202f}": " ",
    ]

    /// The keys for `text`. Control characters other than line breaks are left out, so text presses no key that is not writing.
    func write(_ text: String) -> Typed {
        var typed = Typed()
        for character in text { add(character, to: &typed) }
        return typed
    }

    private func add(_ character: Character, to typed: inout Typed) {
        if character.isNewline, hasReturns {
            typed.strokes.append(Keystroke.enter.events)
            typed.length += 1
        } else if let keystrokes = layout.keystrokes[character.isWhitespace ? " " : character] {
            typed.strokes += keystrokes.map(\.events)
            typed.length += 1
        } else if let plain = Self.plain[character] {
            for character in plain { add(character, to: &typed) }
        } else if character.unicodeScalars.contains(where: \.isControl) {
            return
        } else if let events = unicode.events(for: character, in: layout) {
            typed.strokes.append(events)
            typed.length += 1
        } else {
            typed.missing.append(character)
        }
    }
}
