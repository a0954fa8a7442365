/// Tells whoever gave the last command from what goes on behind them: the background is much quieter.
///
/// Where any speech begins an utterance, what follows a command at once is judged by the voice that gave it: for a few
/// seconds it is known how loud somebody is who means the appliance, and a radio or a kitchen that happens to make a short
/// command is not.
///
/// Evidence: 150 drink orders in kitchen noise at 16 dB. Of what was heard after an accepted order, mostly noise, nine in ten
/// lay 5 dB or more below it and half of it 11 or more; the four noises that were taken for a second order 15 to 19.
///
/// ```swift
/// var talker = BackgroundSpeechRule()
/// talker.commanded(until: .seconds(3), level: -30)
/// talker.isBackground(from: .seconds(4), level: -45)     // true
/// ```
package struct BackgroundSpeechRule {
    /// How far below a command's level the background begins, in dB: as quiet is another voice at four times the
    /// distance, and whoever gave the command is when they turn away, but not so much.
    private static let margin = 12.0
    /// How long after a command its level counts: somebody else may come.
    private static let memory = Duration.seconds(5)
    /// The same for an answer, which whoever gave the command is waited for to give: a question that is said, and a window.
    private static let answerMemory = Duration.seconds(30)

    private var command: (end: Duration, level: Double)?

    /// Nobody has given a command yet.
    package init() {}

    /// A command was given.
    ///
    /// - Parameters:
    ///   - end: where its last word ended.
    ///   - level: of its speech, in dB against anything that stays the same.
    package mutating func commanded(until end: Duration, level: Double) {
        command = (end, level)
    }

    /// Whether words from `start` on, with speech at `level`, are not from whoever gave the command before them.
    package func isBackground(from start: Duration, level: Double) -> Bool {
        isQuiet(level, at: start, within: Self.memory)
    }

    /// The same of an answer to what the command before it asked.
    package func isBackground(answering start: Duration, level: Double) -> Bool {
        isQuiet(level, at: start, within: Self.answerMemory)
    }

    private func isQuiet(_ level: Double, at time: Duration, within memory: Duration) -> Bool {
        guard let command, time - command.end < memory else { return false }
        return level < command.level - Self.margin
    }
}
