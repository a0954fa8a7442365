import GPIO
import Glibc
import Testing

@testable import Appliance

@Suite struct ButtonPanelTests {
    private let chip = SimulatedChip()

    private func panel(_ buttons: [ButtonName: ButtonOptions]) throws -> ButtonPanel {
        try ButtonPanel(buttons, on: Pinout(chips: [chip]))
    }

    private func option(_ line: String) throws -> ButtonOptions {
        ButtonOptions(line: try LineName(parsing: line))
    }

    /// What the panel says at `time`: intents and failures in short.
    private func news(
        _ panel: ButtonPanel, at time: Duration, while context: TalkButton.Context
    ) -> [String] {
        var news: [String] = []
        panel.advance(to: time, context: { context }) { event in
            switch event {
            case .failed: news.append("failed")
            case .moved: break
            case .intent(.start): news.append("start")
            case .intent(.stop): news.append("stop")
            case .intent(.cancel): news.append("cancel")
            case .intent(.muted(let isMuted, at: _)): news.append(isMuted ? "muted" : "heard")
            case .intent(.ignored(let why, at: _)): news.append(why.rawValue)
            }
        }
        return news
    }

    @Test(
        "A talk button that is unplugged cancels, is not waited for, is told of once, and works again when it is back"
    )
    func unplugged() throws {
        let panel = try panel([.talk: try option("GPIO27")])
        chip.press("GPIO27", at: .seconds(1))
        #expect(news(panel, at: .seconds(1), while: .ready) == ["start"])
        chip.failReads(of: "GPIO27", errno: ENODEV)
        #expect(news(panel, at: .seconds(2), while: .recording) == ["failed", "cancel"])
        #expect(panel.descriptors.isEmpty, "a dead descriptor is always ready, and poll would spin")
        #expect(panel.nextDeadline == .seconds(3))
        #expect(news(panel, at: .seconds(3), while: .ready) == [])
        #expect(panel.nextDeadline == .seconds(4))
        chip.failReads(of: "GPIO27", errno: nil)
        chip.release("GPIO27", at: .seconds(4))
        #expect(news(panel, at: .seconds(4), while: .ready) == [])
        #expect(panel.descriptors.count == 1)
        chip.press("GPIO27", at: .seconds(5))
        #expect(news(panel, at: .seconds(5), while: .ready) == ["start"])
    }

    @Test("A mute switch that cannot be read mutes, and says what it is when it can be read again")
    func mute() throws {
        let panel = try panel([.mute: try option("GPIO5")])
        chip.failReads(of: "GPIO5", errno: ENODEV)
        #expect(news(panel, at: .seconds(1), while: .ready) == ["failed", "muted"])
        #expect(news(panel, at: .seconds(2), while: .ready) == [])
        chip.failReads(of: "GPIO5", errno: nil)
        #expect(news(panel, at: .seconds(3), while: .ready) == ["heard"])
    }

    @Test("A mute switch that was turned on just before it could not be read mutes when it can be read again")
    func muteMeanwhile() throws {
        let panel = try panel([.mute: try option("GPIO5")])
        chip.failReads(of: "GPIO5", errno: EIO)
        #expect(news(panel, at: .seconds(1), while: .ready) == ["failed", "muted"])
        chip.press("GPIO5", at: .milliseconds(1500))
        chip.failReads(of: "GPIO5", errno: nil)
        #expect(news(panel, at: .seconds(3), while: .ready) == ["muted"])
        #expect(panel.isMuted)
    }

    @Test("A mute by a press outlasts a reload that changes the button, unless it is a switch from then on")
    func mutedOver() throws {
        var toggle = try option("GPIO5")
        toggle.mode = .toggle
        let panel = try panel([.mute: toggle])
        chip.press("GPIO5", at: .seconds(1))
        chip.release("GPIO5", at: .milliseconds(1100))
        #expect(news(panel, at: .seconds(2), while: .ready) == ["muted"])
        func adopt(_ new: ButtonOptions, insteadOf old: ButtonOptions) throws {
            let button = try #require(
                try panel.reread(.mute, new, insteadOf: old, speakingUpTo: .zero, at: .seconds(2)))
            panel.adopt([.mute: new], [.mute: button], speakingUpTo: .zero, on: Pinout(chips: [chip]))
        }
        var once = toggle
        once.mode = .once
        try adopt(once, insteadOf: toggle)
        #expect(panel.isMuted)
        var fixed = once
        fixed.mode = .hold
        try adopt(fixed, insteadOf: once)
        #expect(!panel.isMuted, "its contact is open")
    }

    @Test("While sound waits to be heard, what a button does counts when the sound has come to it")
    func backlog() throws {
        let panel = try panel([.talk: try option("GPIO27")])
        var starts: [Duration] = []
        var stops: [Duration] = []
        func advance(to now: Duration, newest: Duration?, while context: TalkButton.Context) {
            panel.advance(to: now, newest: newest, context: { context }) { event in
                switch event {
                case .intent(.start(let time)): starts.append(time)
                case .intent(.stop(let time)): stops.append(time)
                default: break
                }
            }
        }
        chip.press("GPIO27", at: .seconds(2))
        chip.release("GPIO27", at: .milliseconds(2500))
        advance(to: .seconds(1), newest: .seconds(3), while: .ready)
        #expect(starts.isEmpty)
        #expect(panel.nextDeadline == .seconds(2))
        advance(to: .seconds(2), newest: .seconds(3), while: .ready)
        #expect(starts == [.seconds(2)])
        advance(to: .milliseconds(2400), newest: .seconds(3), while: .recording)
        #expect(stops.isEmpty)
        advance(to: .seconds(3), newest: nil, while: .recording)
        #expect(stops == [.milliseconds(2500)])
    }

    @Test("A button that is stuck cancels the recording, is complained of, and counts again once released")
    func stuck() throws {
        let panel = try panel([.talk: try option("GPIO27")])
        chip.press("GPIO27", at: .seconds(1))
        #expect(news(panel, at: .seconds(1), while: .ready) == ["start"])
        #expect(news(panel, at: .seconds(60), while: .recording) == [])
        #expect(news(panel, at: .seconds(61), while: .recording) == ["failed", "cancel", "stuck"])
        #expect(news(panel, at: .seconds(600), while: .ready) == [])
        chip.release("GPIO27", at: .seconds(601))
        #expect(news(panel, at: .seconds(601), while: .ready) == [])
        chip.press("GPIO27", at: .seconds(602))
        #expect(news(panel, at: .seconds(602), while: .ready) == ["start"])
    }

    @Test("Where somebody may speak for longer from now on, a button that stays is stuck later")
    func stuckLater() throws {
        let buttons = [ButtonName.talk: try option("GPIO27")]
        let panel = try panel(buttons)
        panel.adopt(buttons, [:], speakingUpTo: .seconds(120), on: Pinout(chips: [chip]))
        chip.press("GPIO27", at: .seconds(1))
        #expect(news(panel, at: .seconds(1), while: .ready) == ["start"])
        #expect(news(panel, at: .seconds(120), while: .recording) == [])
        #expect(news(panel, at: .seconds(126), while: .recording) == ["failed", "cancel", "stuck"])
    }

    @Test("A press while nothing can be heard means nothing, also when hearing comes back while it lasts")
    func early() throws {
        let panel = try panel([.talk: try option("GPIO27")])
        chip.press("GPIO27", at: .seconds(1))
        #expect(news(panel, at: .seconds(1), while: .notReady) == ["not ready"])
        chip.release("GPIO27", at: .seconds(2))
        #expect(news(panel, at: .seconds(2), while: .ready) == [])
    }
}
