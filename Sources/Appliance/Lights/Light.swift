import GPIO

/// The lights an appliance may have; each shows its part of the state, by one table.
///
/// | state       | `recording` | `ready`     | `fault`    | `status` (the only light)  |
/// |-------------|-------------|-------------|------------|----------------------------|
/// | starting    | dark        | slow blink  | dark       | slow blink                 |
/// | idle        | dark        | lit         | dark       | a blink every four seconds |
/// | listening   | dark        | lit         | dark       | a blink every four seconds |
/// | recording   | **lit**     | dark        | dark       | **lit**                    |
/// | deciding    | dark        | fast blink  | dark       | fast blink                 |
/// | speaking    | dark        | dark        | dark       | dark                       |
/// | confirming  | dark        | long, short | dark       | long, short, and again     |
/// | muted       | dark        | slow wink   | dark       | slow wink                  |
/// | unavailable | dark        | dark        | slow blink | two flashes, and again     |
/// | fault       | dark        | dark        | SOS        | SOS                        |
///
/// `ready` and `status` also show, over that and never longer than the state lasts: one long flash for a command
/// that was accepted, two short ones for one that was refused, and a quickening blink while the time to speak runs
/// out. `recording` shows nothing of this kind: it is lit while sound is kept for an utterance, and at no other time. Nor does
/// `status` show what became of an utterance while the next one is kept already: it would be dark between flashes. A
/// box with one light chooses: `recording` for that promise, `status` for everything in one.
///
/// ```yaml
/// lights: { recording: GPIO17, ready: GPIO4 }
/// ```
package enum Light: String, Sendable, Hashable, CaseIterable {
    /// Lit while sound is kept for an utterance, and at no other time.
    case recording
    /// Lit while the appliance listens, or waits for its button.
    case ready
    /// Dark as long as all is well.
    case fault
    /// The state in one light.
    case status
}

extension Light {
    /// The light's part in `state`.
    func signal(in state: ApplianceState) -> LightSignal {
        switch (self, state) {
        case (.recording, .recording), (.status, .recording): .on
        case (.recording, _): .off

        case (.ready, .idle), (.ready, .listening): .on
        case (.status, .idle), (.status, .listening): .heartbeat
        case (.ready, .starting), (.status, .starting): .slowBlink
        case (.ready, .deciding), (.status, .deciding): .fastBlink
        case (.ready, .confirming), (.status, .confirming): .longShort
        case (.ready, .muted), (.status, .muted): .wink

        case (.fault, .unavailable): .slowBlink
        case (.status, .unavailable): .twoFlashes
        case (.fault, .fault), (.status, .fault): .sos
        // The voice needs no light.
        case (.status, .speaking), (.ready, _), (.fault, _): .off
        }
    }

    /// The light's part in a passing message; nil when it has none.
    func signal(of overlay: LightOverlay) -> LightSignal? {
        self == .ready || self == .status ? .message(overlay) : nil
    }

    /// Likewise, over what it shows in `state`.
    func signal(of overlay: LightOverlay, in state: ApplianceState) -> LightSignal? {
        switch (self, state, overlay) {
        case (.status, .recording, .accepted), (.status, .recording, .rejected): nil
        default: signal(of: overlay)
        }
    }

    /// What the light looks like in `state`.
    func pattern(in state: ApplianceState) -> LightPattern { signal(in: state).pattern }

    /// What its part in a passing message looks like; nil when it has none.
    func pattern(of overlay: LightOverlay) -> LightPattern? { signal(of: overlay)?.pattern }
}

/// A passing message of the lights.
enum LightOverlay: Sendable, Hashable {
    case accepted
    case rejected
    /// The utterance will be cut off in this time.
    case limit(remaining: Duration)
}
