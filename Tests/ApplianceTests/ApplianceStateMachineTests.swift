import Platform
import Testing

@testable import Appliance

@Suite struct ApplianceStateMachineTests {
    /// A machine that has started and rests.
    private func rested(_ listen: Listen = .button) -> ApplianceStateMachine {
        var machine = ApplianceStateMachine(listen: listen)
        _ = machine.handle(.started)
        return machine
    }

    @Test("It rests in idle with a button, and in listening otherwise")
    func rest() {
        #expect(rested(.button).state == .idle)
        #expect(rested(.always).state == .listening)
        #expect(rested(.wake).state == .listening)
    }

    @Test("An utterance goes from recording over deciding back to rest, and is decoded once")
    func utterance() {
        var machine = rested()
        #expect(machine.handle(.start) == [.begin])
        #expect(machine.state == .recording)
        #expect(machine.handle(.stop) == [.end])
        #expect(machine.state == .deciding)
        #expect(machine.handle(.decided(.accepted)) == [])
        #expect(machine.state == .idle)
    }

    @Test("A cancelled utterance is forgotten, whether it is being kept or judged")
    func cancel() {
        var machine = rested()
        _ = machine.handle(.start)
        #expect(machine.handle(.cancel) == [.discard])
        #expect(machine.state == .idle)
        _ = machine.handle(.start)
        _ = machine.handle(.stop)
        #expect(machine.handle(.cancel) == [.discard])
        #expect(machine.state == .idle)
    }

    @Test("A search that gives up while somebody speaks ends the utterance, and the next one is heard")
    func failureWhileRecording() {
        var machine = rested()
        _ = machine.handle(.start)
        #expect(machine.handle(.decided(.refused)) == [.discard])
        #expect(machine.state == .idle)
        #expect(machine.handle(.stop) == [])
        #expect(machine.handle(.start) == [.begin])
    }

    @Test("A press while starting means nothing: it must be made again")
    func earlyPress() {
        var machine = ApplianceStateMachine(listen: .button)
        #expect(machine.handle(.start) == [])
        #expect(machine.handle(.started) == [])
        #expect(machine.state == .idle)
    }

    @Test("A press while deciding starts the next utterance as soon as the verdict is in")
    func pressWhileDeciding() {
        var machine = rested()
        _ = machine.handle(.start)
        _ = machine.handle(.stop)
        #expect(machine.handle(.start) == [])
        #expect(machine.state == .deciding)
        #expect(machine.handle(.decided(.refused)) == [.begin])
        #expect(machine.state == .recording)
    }

    @Test(
        "A press while deciding is forgotten when it is let go before the verdict, or a question comes first")
    func pressTakenBack() {
        for withdrawal in [ApplianceStateMachine.Input.stop, .decided(.question(nil))] {
            var machine = rested()
            for input in [ApplianceStateMachine.Input.start, .stop, .start, withdrawal] {
                _ = machine.handle(input)
            }
            let actions = machine.handle(machine.hasQuestion ? .answered(false) : .decided(.nothing))
            #expect(!actions.contains(.begin))
            #expect(machine.state == .idle)
        }
    }

    @Test("A wake phrase within a recording ends it, and begins the next as soon as the verdict is in")
    func wokenWhileRecording() {
        var machine = rested(.wake)
        #expect(machine.handle(.startAtOnce) == [.begin])
        #expect(machine.handle(.startAtOnce) == [.end])
        #expect(machine.state == .deciding)
        #expect(machine.handle(.decided(.accepted)) == [.begin])
        #expect(machine.state == .recording)
    }

    @Test("Mute, a lost microphone and a fault each end a recording at once and forget it")
    func obstacles() {
        let obstacles: [(ApplianceStateMachine.Input, ApplianceStateMachine.Input, ApplianceState)] = [
            (.muted(true), .muted(false), .muted),
            (.microphone(present: false), .microphone(present: true), .unavailable),
            (.failed, .mended, .fault),
        ]
        for (cause, remedy, expected) in obstacles {
            var machine = rested()
            _ = machine.handle(.start)
            #expect(machine.handle(cause) == [.discard])
            #expect(machine.state == expected)
            #expect(machine.handle(.start) == [], "nothing may be kept in \(expected)")
            #expect(machine.state == expected)
            _ = machine.handle(remedy)
            #expect(machine.state == .idle)
        }
    }

    @Test("Of several obstacles the gravest is shown, and each must go before anything is kept")
    func severalObstacles() {
        var machine = rested(.always)
        _ = machine.handle(.muted(true))
        _ = machine.handle(.microphone(present: false))
        #expect(machine.state == .unavailable)
        _ = machine.handle(.microphone(present: true))
        #expect(machine.state == .muted)
        _ = machine.handle(.muted(false))
        #expect(machine.state == .listening)
    }

    @Test("A mute switch that is on at the start is obeyed from the start")
    func mutedAtStart() {
        var machine = ApplianceStateMachine(listen: .button)
        _ = machine.handle(.muted(true))
        #expect(machine.state == .starting)
        _ = machine.handle(.started)
        #expect(machine.state == .muted)
    }

    @Test("Whatever comes, audio is kept in recording and nowhere else")
    func randomInputs() {
        let inputs: [ApplianceStateMachine.Input] = [
            .started, .start, .startAtOnce, .speech, .stop, .cancel, .quiet, .answered(true),
            .answered(false),
            .decided(.accepted), .decided(.refused), .decided(.nothing), .decided(.question(nil)),
            .decided(.question("lamp on?")), .muted(true), .muted(false), .microphone(present: false),
            .microphone(present: true), .failed, .mended,
        ]
        var random = SeededGenerator(seed: 7)
        for (listen, hasTones) in Listen.allCases.flatMap({ [($0, false), ($0, true)] }) {
            var machine = ApplianceStateMachine(listen: listen, hasTones: hasTones)
            var isKeeping = false
            var isSounding = false
            for _ in 0..<20_000 {
                let input = inputs.randomElement(using: &random)!
                if input == .quiet { isSounding = false }
                for action in machine.handle(input) {
                    switch action {
                    case .begin:
                        #expect(!isKeeping)
                        #expect(!isSounding, "what is kept must not hear what is said")
                        isKeeping = true
                    case .end:
                        #expect(isKeeping)
                        isKeeping = false
                    case .discard: isKeeping = false
                    case .play: isSounding = true
                    case .silence: #expect(isSounding)
                    case .await: #expect(machine.hasQuestion && !isSounding)
                    case .withdraw: #expect(!machine.hasQuestion)
                    }
                }
                #expect(isKeeping == (machine.state == .recording))
                if isSounding { #expect(!machine.state.mayHear) }
                if machine.state == .confirming { #expect(machine.hasQuestion) }
            }
        }
    }
}
