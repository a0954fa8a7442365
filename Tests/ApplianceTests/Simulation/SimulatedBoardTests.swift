import GPIO
import Glibc
import Testing

@testable import Appliance

/// The finger on the buttons of a board in memory, seen from their lines.
@Suite struct SimulatedBoardTests {
    private let chip = SimulatedChip()
    private let talk: any InputLine

    init() throws {
        talk = try Pinout(chips: [chip]).input("GPIO27", isActiveLow: true)
    }

    private func board(
        _ script: String = "", talkKey: Int32? = nil, mode: ButtonMode = .hold
    ) throws -> SimulatedBoard {
        SimulatedBoard(
            chip, lines: [.talk: "GPIO27"],
            script: try BoardScript(text: script, name: "script", buttons: ["talk", "mute"]),
            talkKey: talkKey, talkMode: mode)
    }

    /// What the line has seen up to `now`: the time of each press, and below zero that of each release.
    private func edges(upTo now: Duration) throws -> [Duration] {
        try talk.edges(upTo: now).map { $0.isActive ? $0.at : .zero - $0.at }
    }

    @Test("Contacts move at the times of the script, however late it is looked at")
    func script() throws {
        var board = try board("0.50 press talk\n1.20 release talk\n3.00 press talk\n")
        board.advance(to: .milliseconds(499))
        #expect(try edges(upTo: .milliseconds(499)) == [])
        board.advance(to: .seconds(2))
        #expect(try edges(upTo: .seconds(2)) == [.milliseconds(500), .milliseconds(-1200)])
        board.advance(to: .seconds(3))
        #expect(try edges(upTo: .seconds(3)) == [.seconds(3)])
    }

    @Test("It says when the next contact moves, and what the script does to the microphone is not among it")
    func deadline() throws {
        var board = try board("0.20 unplug\n0.50 press talk\n1.20 release talk\n2.00 replug\n")
        #expect(board.nextDeadline == .milliseconds(500))
        board.advance(to: .milliseconds(500))
        #expect(board.nextDeadline == .milliseconds(1200))
        board.advance(to: .milliseconds(1200))
        #expect(board.nextDeadline == nil)
    }

    @Test("A button that the board has no line for moves nothing")
    func missing() throws {
        var board = try board("0.50 press mute\n")
        board.advance(to: .seconds(1))
        #expect(board.nextDeadline == nil)
        #expect(try edges(upTo: .seconds(1)) == [])
    }

    @Test("Enter presses the button for 100 ms, and means nothing before that is over")
    func key() throws {
        let keyboard = try Keyboard()
        var board = try board(talkKey: keyboard.descriptor, mode: .once)
        #expect(board.descriptors == [keyboard.descriptor])
        keyboard.type("\n")
        board.advance(to: .seconds(1))
        #expect(board.nextDeadline == .milliseconds(1100))
        keyboard.type("\n")
        board.advance(to: .milliseconds(1050))
        board.advance(to: .seconds(2))
        #expect(try edges(upTo: .seconds(2)) == [.seconds(1), .milliseconds(-1100)])
        keyboard.type("\n")
        board.advance(to: .seconds(3))
        #expect(try edges(upTo: .seconds(3)) == [.seconds(3)])
    }

    @Test("Of a button that is held, Enter is by turns a press and a release")
    func heldKey() throws {
        let keyboard = try Keyboard()
        var board = try board(talkKey: keyboard.descriptor, mode: .hold)
        for second in 1...3 {
            board.advance(to: .milliseconds(second * 1000 - 500))
            keyboard.type("\n")
            board.advance(to: .seconds(second))
            #expect(board.nextDeadline == nil)
        }
        #expect(try edges(upTo: .seconds(4)) == [.seconds(1), .seconds(-2), .seconds(3)])
    }

    @Test("A keyboard at its end is not waited for")
    func endOfKeyboard() throws {
        let keyboard = try Keyboard()
        var board = try board(talkKey: keyboard.descriptor)
        keyboard.end()
        board.advance(to: .seconds(1))
        #expect(board.descriptors == [], "what has ended is always readable")
        #expect(try edges(upTo: .seconds(1)) == [])
    }
}

/// Somebody who types, at the other end of a pipe.
private final class Keyboard {
    let descriptor: Int32
    private var writer: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        (descriptor, writer) = (ends[0], ends[1])
    }

    deinit {
        end()
        close(descriptor)
    }

    func type(_ text: String) {
        _ = text.withCString { write(writer, $0, strlen($0)) }
    }

    func end() {
        if writer >= 0 { close(writer) }
        writer = -1
    }
}
