import Interpretation

/// A command that was understood a moment ago, and to which more words may belong that come after a pause.
///
/// Somebody says "a coffee with milk", thinks, and goes on "and sugar": the pause was long enough to end the command. What
/// begins within a second of that end, and is no command by itself, is searched again together with what came before.
struct UnfinishedCommand {
    /// How long after its end what goes it on may begin.
    static let life = Duration.seconds(1)

    /// As it was understood.
    let command: Command
    let words: [String]
    /// Its sound, in frames of the capture clock, and how much of the beginning may be something else.
    let frames: Range<UInt64>
    let lead: Duration
    /// Whether it has moved an output, or was done by its event alone, so that nothing can be taken back.
    var isDone = false

    /// Whether `words` are these and more.
    func isContinued(by words: [String]) -> Bool {
        words.count > self.words.count && words.starts(with: self.words)
    }
}
