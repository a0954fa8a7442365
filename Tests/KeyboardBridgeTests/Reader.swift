import CEvdev
import CXkbcommon

@testable import KeyboardBridge

/// A desktop of its own that makes text of keys, by libxkbcommon and its table of dead keys; not what the bridge asks it.
final class Reader {
    private let state: OpaquePointer
    private let composing: OpaquePointer
    private(set) var text = ""
    /// Keys that are down.
    private(set) var held: Set<UInt32> = []

    init(_ layout: String, variant: String = "") {
        let context: OpaquePointer = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES)
        state = layout.withCString { layout in
            variant.withCString { variant in
                var names = xkb_rule_names(
                    rules: nil, model: nil, layout: layout, variant: variant, options: nil)
                return xkb_state_new(xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS))
            }
        }
        let table = xkb_compose_table_new_from_locale(context, "en_US.UTF-8", XKB_COMPOSE_COMPILE_NO_FLAGS)
        composing = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS)
    }

    func take(_ event: KeyEvent) {
        if event.isPressed { held.insert(event.code) } else { held.remove(event.code) }
        if event.isPressed { press(event.code) }
        xkb_state_update_key(state, event.code + 8, event.isPressed ? XKB_KEY_DOWN : XKB_KEY_UP)
    }

    private func press(_ code: UInt32) {
        switch Int32(code) {
        case KEY_BACKSPACE: text = String(text.dropLast())
        case KEY_ENTER: text += "\n"
        case KEY_TAB: text += "\t"
        default:
            let symbol = xkb_state_key_get_one_sym(state, code + 8)
            guard xkb_compose_state_feed(composing, symbol) == XKB_COMPOSE_FEED_ACCEPTED else { return }
            switch xkb_compose_state_get_status(composing) {
            case XKB_COMPOSE_COMPOSED: text += string { xkb_compose_state_get_utf8(composing, $0, $1) }
            case XKB_COMPOSE_NOTHING: text += string { xkb_state_key_get_utf8(state, code + 8, $0, $1) }
            default: break
            }
        }
    }

    private func string(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
        var bytes = [CChar](repeating: 0, count: 64)
        let count = read(&bytes, bytes.count)
        return String(decoding: bytes[..<Int(count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension Reader: KeyTaking {}

extension Typewriter.Typed {
    /// What a desktop of that layout makes of it.
    func read(_ layout: String, variant: String = "") -> String {
        let reader = Reader(layout, variant: variant)
        for event in strokes.joined() { reader.take(event) }
        return reader.text
    }
}

/// A screen that somebody has, or nobody.
final class PretendedSeat: SeatWatching {
    var who: Seat.Occupant

    init(_ who: Seat.Occupant) { self.who = who }

    func occupant() -> Seat.Occupant { who }
}
