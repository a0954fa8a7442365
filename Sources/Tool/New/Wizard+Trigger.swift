import Appliance
import Configuration
import GPIO
import Platform

extension Wizard {
    /// What starts an utterance.
    mutating func askForTrigger() throws {
        title(5, "When it listens")
        let choices = [
            "button: while a button is held; nothing else is listened to",
            "wake: after a phrase of your own",
            "always: hands free, for a quiet place",
        ]
        let trigger: Listen = try interview.ask(
            choices.map { "  \($0)" }.joined(separator: "\n") + "\nWhich one", or: "button"
        ) { text in
            guard let listen = Listen(rawValue: text.lowercased()) else {
                throw BadAnswer("Answer button, wake or always.")
            }
            return listen
        }
        switch trigger {
        case .always: draft.trigger = .always
        case .wake: try askForWakePhrase()
        case .button: try askForButton()
        }
    }

    private mutating func askForWakePhrase() throws {
        let accepted = try interview.ask(
            "Wake phrase, of three syllables or more and not said otherwise", or: "okay workshop"
        ) { phrase in
            var attempt = self
            attempt.draft.trigger = .wake(phrase.lowercased())
            guard try attempt.accepts() else { throw BadAnswer("Then choose another one.") }
            return attempt
        }
        self = accepted
    }

    private mutating func askForButton() throws {
        while true {
            let line = try askForLine(
                "Line of the button, whose other end is at ground", or: freeLine(Self.buttonLines))
            guard try isPressed(line) else { continue }
            draft.trigger = .button(line)
            return
        }
    }

    /// Waits for a press, if that is wanted; false if another line is to be tried.
    private func isPressed(_ line: LineName) throws -> Bool {
        guard !isSimulated else {
            interview.tell("  The pins are in memory only: there, Enter is the button.")
            return true
        }
        guard try interview.confirm("  Press it within ten seconds?", or: true) else { return true }
        do {
            let waiting = Waiting(interview.stop)
            let button = try ButtonOptions(line: line).open(on: pinout, at: waiting.now)
            defer { button.line.release() }
            let end = waiting.now + .seconds(10)
            while waiting.now < end {
                waiting.until(
                    min(end, button.nextDeadline ?? end), or: [button.line.fileDescriptor].compactMap { $0 })
                if interview.stop.isRaised { throw InterviewEnd.interrupted }
                if try !button.advance(to: waiting.now).isEmpty {
                    interview.tell("  \(line) was pressed.")
                    return true
                }
            }
            interview.tell("  Nothing was pressed. Look at the wires: one to \(line), one to ground.")
        } catch let error as GPIOError {
            interview.tell("  \(error)")
        }
        return try !interview.confirm("  Name the line again?", or: true)
    }
}
