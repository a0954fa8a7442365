import GPIO

/// Presses the buttons of a board in memory: by a script, and by Enter in place of the talk button. It only moves the
/// contacts, each at its time on the capture clock. Owned by one thread.
///
/// ```swift
/// var board = SimulatedBoard(chip, lines: [.talk: "GPIO27"], script: script)
/// board.advance(to: now)  // and the chip has the edges of all presses up to now
/// ```
struct SimulatedBoard {
    private let chip: SimulatedChip
    /// The chip's line of each button.
    var lines: [ButtonName: String]
    private var steps: ArraySlice<BoardScript.Step>
    private var talkKey: TalkKey?
    /// Whether typed lines alternately press and release the button.
    var isTalkHeld: Bool

    /// How long Enter presses a button that is not held.
    static let keyPress = Duration.milliseconds(100)

    /// - Parameters:
    ///   - chip: The board.
    ///   - lines: The chip's line of each button.
    ///   - script: When buttons are pressed; what it does to the microphone is not looked at.
    ///   - talkKey: Where lines are typed, each a press of the talk button; nil for no input.
    ///   - talkMode: What a press of the talk button means.
    init(
        _ chip: SimulatedChip, lines: [ButtonName: String], script: BoardScript? = nil, talkKey: Int32? = nil,
        talkMode: ButtonMode = .hold
    ) {
        self.chip = chip
        self.lines = lines
        steps = (script?.presses ?? [])[...]
        self.talkKey = lines[.talk] == nil ? nil : talkKey.map { TalkKey($0) }
        isTalkHeld = talkMode == .hold
    }

    /// Readable when a line was typed.
    var descriptors: [Int32] {
        talkKey.flatMap { $0.isPresent ? [$0.descriptor] : nil } ?? []
    }

    /// When the next contact moves; nil when none does by itself.
    var nextDeadline: Duration? { steps.first?.time }

    /// Moves the contacts that move up to now.
    mutating func advance(to now: Duration) {
        readKey(at: now)
        while let step = steps.first, step.time <= now {
            steps.removeFirst()
            move(step)
        }
    }

    private func move(_ step: BoardScript.Step) {
        // As a kernel does: the edge bears its own time, however late it is looked at.
        switch step.action {
        case .press(let name): if let line = line(of: name) { chip.press(line, at: step.time) }
        case .release(let name): if let line = line(of: name) { chip.release(line, at: step.time) }
        case .unplug, .replug: break
        }
    }

    private func line(of button: String) -> String? {
        ButtonName(rawValue: button).flatMap { lines[$0] }
    }

    /// A line that is typed while a press is still to end means nothing.
    private mutating func readKey(at now: Duration) {
        guard talkKey?.wasStruck() == true, steps.isEmpty else { return }
        let talk = ButtonName.talk.rawValue
        if talkKey?.isDown == true {
            steps.append(BoardScript.Step(time: now, action: .release(talk)))
            talkKey?.turn()
        } else {
            steps.append(BoardScript.Step(time: now, action: .press(talk)))
            if isTalkHeld {
                talkKey?.turn()
            } else {
                steps.append(BoardScript.Step(time: now + Self.keyPress, action: .release(talk)))
            }
        }
    }
}
