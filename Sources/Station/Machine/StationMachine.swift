import Commands

/// The one state machine: everything that may happen to the appliance, and what follows.
///
/// It does nothing itself: `handle` says what to do, `Appliance` does it. So every path can be tested without a
/// microphone or a pin. An action list is carried out in order, after the lights show the new state.
///
///     var machine = StationMachine(listen: .button)
///     _ = machine.handle(.started)
///     machine.handle(.start)      // [.begin], and machine.state == .recording
struct StationMachine {
    enum Input: Equatable {
        case started
        /// The button, a wake phrase or the first sound of speech asks for an utterance.
        case start
        /// The speaker or the endpointer says that it is complete.
        case stop
        case cancel
        /// The words were judged; `confirm` when a trusted command waits for a yes.
        case decided(confirm: Bool)
        /// The question was answered, either way, or not in time.
        case answered
        case muted(Bool)
        case microphone(present: Bool)
        /// Something that must work does not; `mended` takes it back.
        case failed
        case mended
    }

    enum Action: Equatable {
        /// Keep audio, from the pre-roll on.
        case begin
        /// Keep no more, and decode what was kept.
        case end
        /// Keep no more, and forget what was kept.
        case discard
        /// Forget the command that waits for a yes.
        case withdraw
    }

    private(set) var state: StationState = .starting

    private let rest: StationState
    private var isMuted = false
    private var isPresent = true
    private var hasFailed = false
    /// A press that came while the last utterance was being judged, and is still meant.
    private var isWanted = false
    /// The utterance of `.deciding` has its verdict, so leaving that state forgets nothing.
    private var isDecided = false

    init(listen: Listen) {
        rest = listen == .button ? .idle : .listening
    }

    mutating func handle(_ input: Input) -> [Action] {
        switch input {
        case .muted(let on): isMuted = on
        case .microphone(let present): isPresent = present
        case .failed: hasFailed = true
        case .mended: hasFailed = false
        default: break
        }
        if let obstacle, state != .starting {
            return enter(obstacle)
        }
        switch (state, input) {
        case (.starting, .started):
            return enter(obstacle ?? rest)
        case (.deciding, .start):
            isWanted = true
            return []
        case (.deciding, .stop):
            isWanted = false
            return []
        case (.idle, .start), (.listening, .start):
            return enter(.recording)
        case (.recording, .stop):
            return enter(.deciding)
        case (.recording, .cancel), (.deciding, .cancel), (.confirming, .cancel):
            return enter(rest)
        case (.deciding, .decided(let confirm)):
            isDecided = true
            return enter(confirm ? .confirming : rest)
        case (.confirming, .answered):
            return enter(rest)
        case (.muted, _), (.unavailable, _), (.fault, _):
            return enter(rest)
        default:
            return []
        }
    }

    /// Why nothing may be kept, the gravest reason first.
    private var obstacle: StationState? {
        hasFailed ? .fault : !isPresent ? .unavailable : isMuted ? .muted : nil
    }

    private mutating func enter(_ next: StationState) -> [Action] {
        let previous = state
        guard next != previous else { return [] }
        var actions: [Action] = []
        switch (previous, next) {
        case (.recording, .deciding): actions.append(.end)
        case (.recording, _): actions.append(.discard)
        case (.deciding, _) where !isDecided: actions.append(.discard)
        case (.confirming, _): actions.append(.withdraw)
        default: break
        }
        state = next
        isDecided = false
        if next == .recording { actions.append(.begin) }
        if next == rest, isWanted {
            isWanted = false
            return actions + enter(.recording)
        }
        // A press before the question is no answer to it, and what it asked for is asked for no more.
        if obstacle != nil || next == .confirming { isWanted = false }
        return actions
    }
}
