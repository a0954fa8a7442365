import Decoding
import Interpretation
import Platform
import Utterance

/// A command that was understood a moment ago, and to which more words may belong that come after a pause.
///
/// Somebody says "a coffee with milk", thinks, and goes on "and sugar": the pause was long enough to end the command. What
/// begins within a second of that end, and is no command by itself, is searched again together with what came before.
struct UnfinishedCommand {
    /// How long after its end what continues it may begin.
    static let life = Duration.seconds(1)

    /// As it was understood.
    let command: Command
    let words: [String]
    let sound: FinishedUtterance
    /// Whether it has moved an output, or was done by its event alone, so that nothing can be taken back.
    var isDone = false

    /// Whether words of the whole sound go on behind this command's. Those before may be heard otherwise by now: "give me" for "get me".
    func isContinued(by words: [RecognizedWord], at sampleRate: Int) -> Bool {
        guard words.count > self.words.count, let last = words.last else { return false }
        return last.end > .frames(sound.frames.upperBound, at: sampleRate)
    }
}
