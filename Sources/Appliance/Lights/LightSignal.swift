import GPIO

/// What a light may show, by a name that events carry; what each looks like is its ``pattern``.
enum LightSignal: Sendable, Hashable {
    case off
    case on
    case slowBlink
    case fastBlink
    case heartbeat
    /// Unlike any other pattern, so that it is clear that an answer is expected.
    case longShort
    case wink
    case twoFlashes
    case sos
    case message(LightOverlay)
}

extension LightSignal {
    /// As events have it: `slow-blink`.
    var name: String {
        switch self {
        case .off: "off"
        case .on: "on"
        case .slowBlink: "slow-blink"
        case .fastBlink: "fast-blink"
        case .heartbeat: "heartbeat"
        case .longShort: "long-short"
        case .wink: "wink"
        case .twoFlashes: "two-flashes"
        case .sos: "sos"
        case .message(.accepted): "accepted"
        case .message(.rejected): "rejected"
        case .message(.limit): "limit"
        }
    }

    /// What it looks like.
    var pattern: LightPattern {
        switch self {
        case .off: .off
        case .on: .on
        case .slowBlink: .blink(on: .milliseconds(500), off: .milliseconds(500))
        case .fastBlink: .blink(on: .milliseconds(80), off: .milliseconds(80))
        case .heartbeat: .blink(on: .milliseconds(60), off: .milliseconds(3940))
        case .longShort: Self.question
        case .wink: .blink(on: .milliseconds(100), off: .milliseconds(1900))
        case .twoFlashes: Self.doubleFlash
        case .sos: .sos()
        case .message(.accepted): .pulse(.milliseconds(600))
        case .message(.rejected): .flashes(2, on: .milliseconds(120), off: .milliseconds(120))
        case .message(.limit(let remaining)): .quickening(over: remaining)
        }
    }

    private static let question = LightPattern(
        [
            .init(isOn: true, lasting: .milliseconds(450)), .init(isOn: false, lasting: .milliseconds(150)),
            .init(isOn: true, lasting: .milliseconds(150)), .init(isOn: false, lasting: .milliseconds(250)),
        ], repeats: true)
    private static let doubleFlash = LightPattern(
        [
            .init(isOn: true, lasting: .milliseconds(100)), .init(isOn: false, lasting: .milliseconds(150)),
            .init(isOn: true, lasting: .milliseconds(100)), .init(isOn: false, lasting: .milliseconds(1650)),
        ], repeats: true)
}
