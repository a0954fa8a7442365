import CEvdev

/// A key that is pressed and let go, with what is held meanwhile.
struct Keystroke: Sendable, Hashable {
    /// The kernel's number of a key: `KEY_A`, linux/input-event-codes.h.
    typealias Code = UInt32

    var code: Code
    /// Pressed before it in this order, and let go after it.
    var holding: [Code] = []

    init(_ code: Int32, holding: [Int32] = []) {
        self.code = Code(code)
        self.holding = holding.map(Code.init)
    }

    static let backspace = Keystroke(KEY_BACKSPACE)
    static let enter = Keystroke(KEY_ENTER)
    static let tab = Keystroke(KEY_TAB)

    /// What the kernel is told, in order.
    var events: [KeyEvent] {
        holding.map { KeyEvent(code: $0, isPressed: true) } + [KeyEvent(code: code, isPressed: true)]
            + [KeyEvent(code: code, isPressed: false)]
            + holding.reversed().map { KeyEvent(code: $0, isPressed: false) }
    }
}

/// A key that goes down or up.
struct KeyEvent: Sendable, Hashable {
    var code: Keystroke.Code
    var isPressed: Bool
}
