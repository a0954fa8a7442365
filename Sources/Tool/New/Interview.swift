import Appliance
import Configuration
import Glibc

/// Asks one question after another, on a terminal or of a pipe, and explains what an answer lacks until it can be taken.
///
/// Enter alone is the answer in brackets. From a pipe the answers are printed, too, so that what was asked can be read afterwards.
struct Interview {
    /// Ends it with the question that is open.
    let stop: StopSignal
    private let isTyped = isatty(STDIN_FILENO) == 1

    init(until stop: StopSignal) { self.stop = stop }

    /// Says something, in lines that the terminal has room for.
    func tell(_ text: String) { Terminal.print(fitted(text)) }

    private func fitted(_ text: String) -> String { text.wrapped(to: min(100, Terminal.columns - 1)) }

    /// Asks until an answer can be taken.
    ///
    /// - Parameters:
    ///   - proposal: What Enter alone means, which `read` takes.
    ///   - read: Throws `BadAnswer` for what cannot be meant.
    /// - Throws: `InterviewEnd`, and what else `read` throws.
    func ask<Value>(
        _ question: String, or proposal: String, _ read: (String) throws -> Value
    ) throws -> Value {
        while true {
            Terminal.ask(fitted("\(question) [\(proposal)]:") + " ")
            let line = try nextLine()
            let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            do {
                return try read(text.isEmpty ? proposal : text)
            } catch let error as BadAnswer {
                tell("  \(error.reason)")
            }
        }
    }

    /// Asks for a yes or a no.
    func confirm(_ question: String, or proposal: Bool) throws -> Bool {
        try ask(question, or: proposal ? "yes" : "no") { text in
            switch text.lowercased() {
            case "y": true
            case "n": false
            default:
                if let answer = Bool(setting: text) {
                    answer
                } else {
                    throw BadAnswer("Answer yes or no.")
                }
            }
        }
    }

    /// Asks for one of a numbered list, by its number.
    ///
    /// - Returns: Its index.
    func choose(_ question: String, among choices: [String], or proposal: Int) throws -> Int {
        for (index, choice) in choices.enumerated() { tell("  \(index + 1)  \(choice)") }
        return try ask(question, or: "\(proposal + 1)") { text in
            guard let number = Int(text), choices.indices.contains(number - 1) else {
                throw BadAnswer(
                    choices.count == 1
                        ? "There is only 1." : "Answer with a number from 1 to \(choices.count).")
            }
            return number - 1
        }
    }

    private func nextLine() throws(InterviewEnd) -> String {
        guard let line = try? Keyboard.line(until: stop) else {
            Terminal.print("")
            throw stop.isRaised ? .interrupted : .noMoreAnswers
        }
        if !isTyped { Terminal.print(line) }
        return line
    }
}

/// An answer that cannot be taken, and what would be one.
struct BadAnswer: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Why no more answers come.
enum InterviewEnd: Error {
    /// Ctrl-C, or another request to stop.
    case interrupted
    /// Standard input has ended.
    case noMoreAnswers
}
