import CEvdev
import Configuration

/// How a character is typed for which the layout has no key.
package enum UnicodeEntry: String, Sendable, CaseIterable, SettingValue {
    /// Not at all: it is left out, and that is told.
    case off
    /// As the kernel's own terminals take it: with Alt held, its number on the number pad, decimal. keyboard(5) has
    /// it as `Alt_1`.. of the console's keymap (`Ascii_0`).
    case console
    /// As GTK and IBus take it: Ctrl+Shift+U, its number, hexadecimal, and a space (ISO 14755, "screen-selection entry").
    case ctrlShiftU = "ctrl-shift-u"

    /// KEY_KP0 to KEY_KP9.
    private static let numberPad = [
        KEY_KP0, KEY_KP1, KEY_KP2, KEY_KP3, KEY_KP4, KEY_KP5, KEY_KP6, KEY_KP7, KEY_KP8, KEY_KP9,
    ]

    /// What is pressed for `character`, in a layout that has no key for it; nil when it cannot be typed that way.
    func events(for character: Character, in layout: KeyboardLayout) -> [KeyEvent]? {
        // Of a character that is several of Unicode's, some programs take one for another.
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
            return nil
        }
        switch self {
        case .off: return nil
        case .console:
            let alt = Keystroke.Code(KEY_LEFTALT)
            let digits = String(scalar.value).compactMap(\.wholeNumberValue)
            return [KeyEvent(code: alt, isPressed: true)]
                + digits.flatMap { Keystroke(Self.numberPad[$0]).events } + [
                    KeyEvent(code: alt, isPressed: false)
                ]
        case .ctrlShiftU:
            guard let u = layout.keystrokes["u"]?.first else { return nil }
            var events = Keystroke(Int32(u.code), holding: [KEY_LEFTCTRL, KEY_LEFTSHIFT]).events
            for character in String(scalar.value, radix: 16) + " " {
                guard let keystrokes = layout.keystrokes[character] else { return nil }
                events += keystrokes.flatMap(\.events)
            }
            return events
        }
    }
}
