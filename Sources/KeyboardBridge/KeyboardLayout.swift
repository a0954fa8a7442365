import CEvdev
import CXkbcommon

/// Which keys write what, on a keyboard of some country: asked of libxkbcommon key by key, as the desktop's own programs do.
///
/// Dead keys count where the system's table of them (`/usr/share/X11/locale`, package libx11-data) has what they make together
/// with a letter.
///
/// A value; any thread may use it.
///
/// ```swift
/// let german = try KeyboardLayout("de")
/// german.keystrokes["@"]  // AltGr + Q
/// ```
struct KeyboardLayout: Sendable {
    /// What writes a character; several for one that a dead key takes part in.
    let keystrokes: [Character: [Keystroke]]

    private static let shift = KEY_LEFTSHIFT
    /// The way with the fewest keys held is taken, so they come in this order.
    private static func ways(altGr: Int32?) -> [[Int32]] {
        [[], [shift]] + (altGr.map { [[$0], [shift, $0]] } ?? [])
    }
    /// Keys of a number pad write something else while Num Lock is off.
    private static let numberPad =
        Set([KEY_KPASTERISK, KEY_KPENTER, KEY_KPSLASH, KEY_KPEQUAL, KEY_KPPLUSMINUS, KEY_KPCOMMA])
        .union(KEY_KP7...KEY_KPDOT).union([KEY_KPLEFTPAREN, KEY_KPRIGHTPAREN])

    /// - Parameters:
    ///   - name: As `XKBLAYOUT` in /etc/default/keyboard has it: `de`. Of several, the first counts.
    ///   - variant: `nodeadkeys`; empty for none.
    /// - Throws: `KeyboardError.unknownLayout` or `.outOfMemory`.
    init(_ name: String, variant: String = "") throws(KeyboardError) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else {
            throw .outOfMemory
        }
        defer { xkb_context_unref(context) }
        // Its complaints go to standard error, and the error that is thrown says the same in one line.
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        let keymap = name.withCString { layout in
            variant.withCString { variant in
                var names = xkb_rule_names(
                    rules: nil, model: nil, layout: layout, variant: variant, options: nil)
                return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
        }
        guard let keymap else { throw .unknownLayout(name, variant: variant) }
        defer { xkb_keymap_unref(keymap) }
        keystrokes = Self.read(keymap, composing: Composition(context))
    }

    private static func read(_ keymap: OpaquePointer, composing: borrowing Composition?) -> [Character:
        [Keystroke]]
    {
        let codes = (1..<KEY_COMPOSE).filter { !numberPad.contains($0) }
        let altGr = [KEY_RIGHTALT] + codes
        let ways = ways(altGr: altGr.first { symbol(of: Keystroke($0), in: keymap) == level3Shift })
        var direct: [Character: [Keystroke]] = [:]
        var dead: [(symbol: xkb_keysym_t, keystroke: Keystroke)] = []
        var letters: [(symbol: xkb_keysym_t, keystroke: Keystroke)] = []
        for way in ways {
            for code in codes where !way.contains(code) {
                let keystroke = Keystroke(code, holding: way)
                let symbol = symbol(of: keystroke, in: keymap)
                if deadKeys.contains(symbol) {
                    if !dead.contains(where: { $0.symbol == symbol }) { dead.append((symbol, keystroke)) }
                } else if let character = Self.character(of: symbol), direct[character] == nil {
                    direct[character] = [keystroke]
                    letters.append((symbol, keystroke))
                }
            }
        }
        for (accent, first) in dead {
            for (letter, second) in letters {
                guard let character = composing?.result(of: [accent, letter]), direct[character] == nil
                else { continue }
                direct[character] = [first, second]
            }
        }
        return direct
    }

    /// XKB_KEY_ISO_Level3_Shift, which a macro of xkbcommon-keysyms.h is to C alone: AltGr.
    private static let level3Shift: xkb_keysym_t = 0xfe03
    /// XKB_KEY_dead_grave to XKB_KEY_dead_greek.
    private static let deadKeys: ClosedRange<xkb_keysym_t> = 0xfe50...0xfe8c

    /// What a keystroke means, of a keyboard at rest.
    private static func symbol(of keystroke: Keystroke, in keymap: OpaquePointer) -> xkb_keysym_t {
        guard let state = xkb_state_new(keymap) else { return 0 }
        defer { xkb_state_unref(state) }
        // X11 counts from eight.
        for code in keystroke.holding { xkb_state_update_key(state, code + 8, XKB_KEY_DOWN) }
        return xkb_state_key_get_one_sym(state, keystroke.code + 8)
    }

    private static func character(of symbol: xkb_keysym_t) -> Character? {
        guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.value >= 0x20,
            scalar.value != 0x7f
        else { return nil }
        return Character(scalar)
    }
}

/// What dead keys make together with letters.
private struct Composition: ~Copyable {
    private let table: OpaquePointer

    /// Nil where the system has no table of that.
    init?(_ context: OpaquePointer) {
        // All locales of UTF-8 but a few have the table of this one.
        guard
            let table = xkb_compose_table_new_from_locale(
                context, "en_US.UTF-8", XKB_COMPOSE_COMPILE_NO_FLAGS)
        else { return nil }
        self.table = table
    }

    deinit { xkb_compose_table_unref(table) }

    /// The one character that `symbols` make; nil if they make none.
    func result(of symbols: [xkb_keysym_t]) -> Character? {
        guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else { return nil }
        defer { xkb_compose_state_unref(state) }
        for symbol in symbols { xkb_compose_state_feed(state, symbol) }
        guard xkb_compose_state_get_status(state) == XKB_COMPOSE_COMPOSED else { return nil }
        var bytes = [CChar](repeating: 0, count: 64)
        let count = xkb_compose_state_get_utf8(state, &bytes, bytes.count)
        guard (1..<64).contains(count) else { return nil }
        let text = String(decoding: bytes[..<Int(count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.count == 1 ? text.first : nil
    }
}
