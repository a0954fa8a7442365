/// The one state machine: everything that may happen to the appliance, and what follows.
///
/// It does nothing itself: `handle` says what to do, `Appliance` does it. So every path can be tested without a
/// microphone or a pin. An action list is carried out in order, after the lights show the new state.
///
/// ```swift
/// var machine = ApplianceStateMachine(listen: .button)
/// _ = machine.handle(.started)
/// machine.handle(.start)      // [.begin], and machine.state == .recording
/// ```
struct ApplianceStateMachine {
    enum Input: Equatable {
        case started
        /// The button or a wake phrase asks for an utterance.
        case start
        /// The same, of what is being said already: a tone before it would drown it. An utterance under way ends where it begins.
        case startAtOnce
        /// Speech has begun, where that is enough: always listening, or waiting for an answer.
        case speech
        /// The speaker or the endpointer says that it is complete.
        case stop
        case cancel
        /// The words were judged.
        case decided(Verdict)
        /// The same of words that were not said, but given as text.
        case typed(Verdict)
        /// The question was answered: whether by a yes that something came of. An answer that is too late is a no.
        case answered(Bool)
        /// What was said or beeped has died away, or what was left of it when it was silenced.
        case quiet
        case muted(Bool)
        case microphone(present: Bool)
        /// It goes on by another configuration.
        case configured(listen: Listen, hasTones: Bool)
        /// Something that must work does not; `mended` takes it back.
        case failed
        case mended
    }

    /// What an utterance came to, in words that were looked for.
    enum Verdict: Equatable {
        case accepted
        /// It was not understood, or its outputs may not do it.
        case refused
        /// Nobody spoke.
        case nothing
        /// A trusted command waits for a yes; nil asks without words.
        case question(String?)
    }

    enum Action: Equatable {
        /// Keep audio, from the pre-roll on.
        case begin
        /// Keep no more, and decode what was kept.
        case end
        /// Keep no more, and forget what was kept.
        case discard
        case play(Prompt)
        /// End what is being played.
        case silence
        /// The question can be answered from now on.
        case await
        /// Forget the command that waits for a yes.
        case withdraw
    }

    private(set) var state: ApplianceState = .starting
    /// Whether a command waits for a yes, so that what is recorded is the answer.
    private(set) var hasQuestion = false

    private var rest: ApplianceState
    private var hasTones: Bool
    private var isMuted = false
    private var isPresent = true
    private var hasFailed = false
    /// A press or a wake phrase that came while the last utterance was being judged, and is still meant.
    private var wish: Wish?
    /// The utterance of `.deciding` has its verdict, so leaving that state forgets nothing.
    private var isDecided = false
    /// What follows `.speaking`.
    private var sequel: ApplianceState
    /// Something was said or beeped that has not died away, in whatever state.
    private var isSounding = false

    /// How the next utterance is to begin.
    private enum Wish {
        /// After the tone that says when to speak.
        case announced
        /// Without any tone: it is being said.
        case atOnce
    }

    /// - Parameter hasTones: Whether tones say when to speak, and how it went.
    init(listen: Listen, hasTones: Bool = false) {
        rest = Self.rest(listen)
        self.hasTones = hasTones
        sequel = rest
    }

    /// What it does while nobody asks anything of it.
    private static func rest(_ listen: Listen) -> ApplianceState { listen == .button ? .idle : .listening }

    /// Whether sound will be kept as soon as the tone before it has died away.
    var isAboutToRecord: Bool { state == .speaking && sequel == .recording }

    mutating func handle(_ input: Input) -> [Action] {
        switch input {
        case .muted(let on): isMuted = on
        case .microphone(let present): isPresent = present
        case .failed: hasFailed = true
        case .mended: hasFailed = false
        case .quiet: isSounding = false
        case .configured(let listen, let hasTones):
            let isAtRest = state == rest
            rest = Self.rest(listen)
            self.hasTones = hasTones
            sequel = rest
            if isAtRest { return enter(rest) }
        default: break
        }
        if let obstacle, state != .starting {
            return enter(obstacle)
        }
        switch (state, input) {
        case (.starting, .started):
            return enter(obstacle ?? rest)
        case (.idle, .start), (.listening, .start):
            return record(.announced)
        case (.idle, .startAtOnce), (.listening, .startAtOnce):
            return record(.atOnce)
        case (.listening, .speech), (.confirming, .speech):
            return enter(.recording)
        case (.recording, .stop):
            return enter(.deciding)
        case (.recording, .startAtOnce):
            wish = .atOnce
            return enter(.deciding)
        case (.deciding, .start):
            wish = .announced
            return []
        case (.deciding, .startAtOnce):
            wish = .atOnce
            return []
        case (.deciding, .stop):
            wish = nil
            return []
        case (.deciding, .decided(let verdict)):
            isDecided = true
            return conclude(verdict)
        case (.recording, .decided(let verdict)) where !hasQuestion:
            // The search has given up, and nothing would come of the rest.
            return conclude(verdict)
        case (.idle, .typed(let verdict)), (.listening, .typed(let verdict)):
            return conclude(verdict)
        case (_, .answered(let isYes)) where hasQuestion:
            isDecided = true
            hasQuestion = false
            return cutShort() + speak(isYes ? .accepted : .refused, then: rest)
        case (.speaking, .quiet):
            return enter(sequel)
        case (.speaking, .start), (.speaking, .startAtOnce):
            // A press cuts speech short.
            wish = sequel == rest ? .announced : nil
            return cutShort()
        case (.speaking, .stop):
            wish = nil
            guard sequel == .recording else { return [] }
            sequel = rest
            return cutShort()
        case (.speaking, .cancel):
            sequel = rest
            wish = nil
            return cutShort() + dropQuestion()
        case (.recording, .cancel), (.deciding, .cancel), (.confirming, .cancel):
            // A press that waits for the end of what is cancelled is cancelled with it.
            wish = nil
            return proceed(to: rest) + dropQuestion()
        case (.muted, _), (.unavailable, _), (.fault, _):
            return proceed(to: rest)
        default:
            return []
        }
    }

    private mutating func record(_ wish: Wish) -> [Action] {
        switch wish {
        case .announced: speak(.start, then: .recording)
        case .atOnce: proceed(to: .recording)
        }
    }

    private mutating func conclude(_ verdict: Verdict) -> [Action] {
        // Without an answer, the question stays open.
        let next = hasQuestion ? .confirming : rest
        switch verdict {
        case .accepted: return speak(.accepted, then: next)
        // No beep: it may be other people talking.
        case .refused where hasQuestion: return proceed(to: next)
        case .refused: return speak(.refused, then: next)
        case .nothing: return proceed(to: next)
        case .question(let text):
            hasQuestion = true
            return speak(.question(text), then: .confirming)
        }
    }

    /// Proceeds to `next`, by way of `prompt` where that is to be heard.
    private mutating func speak(_ prompt: Prompt, then next: ApplianceState) -> [Action] {
        // Whoever speaks already would not be heard meanwhile.
        guard hasTones && wish != .atOnce || prompt.isSpoken else { return proceed(to: next) }
        isSounding = true
        sequel = next
        return enter(.speaking) + [.play(prompt)]
    }

    /// Proceeds to `next`, once what still sounds has died away.
    private mutating func proceed(to next: ApplianceState) -> [Action] {
        sequel = next
        return enter(isSounding ? .speaking : next)
    }

    /// What sounds is to end; `.quiet` follows.
    private func cutShort() -> [Action] {
        state == .speaking ? [.silence] : []
    }

    private mutating func dropQuestion() -> [Action] {
        defer { hasQuestion = false }
        return hasQuestion ? [.withdraw] : []
    }

    /// Why nothing may be kept, the most severe reason first.
    private var obstacle: ApplianceState? {
        hasFailed ? .fault : !isPresent ? .unavailable : isMuted ? .muted : nil
    }

    private mutating func enter(_ next: ApplianceState) -> [Action] {
        let previous = state
        guard next != previous else { return [] }
        var actions: [Action] = []
        switch (previous, next) {
        case (.recording, .deciding): actions.append(.end)
        case (.recording, _): actions.append(.discard)
        case (.deciding, _) where !isDecided: actions.append(.discard)
        case (.speaking, _) where isSounding: actions.append(.silence)
        default: break
        }
        if !next.keepsQuestion { actions += dropQuestion() }
        state = next
        isDecided = false
        if next == .recording { actions.append(.begin) }
        if next == .confirming { actions.append(.await) }
        if next == rest, let wish {
            self.wish = nil
            return actions + record(wish)
        }
        // A press before the question does not answer it, and its own request is dropped.
        if obstacle != nil || next == .confirming { wish = nil }
        return actions
    }
}

extension ApplianceState {
    /// Whether a command that waits for a yes still may get it.
    fileprivate var keepsQuestion: Bool {
        switch self {
        case .speaking, .confirming, .recording, .deciding: true
        case .starting, .idle, .listening, .muted, .unavailable, .fault: false
        }
    }
}
