import Appliance
import Capture
import Console
import GPIO

/// `earshot new`: from nothing to a configuration that runs.
enum NewCommand: OrderlyCommand {
    static let name = "new"
    static let summary = "make a configuration: five questions, each answer tried"
    static let help = """
        earshot new [FILE] [--board simulated] [--input FILE] [--force]

        Asks which board this is, which microphone is listened to, what is wired where, what is said, and whether a button
        or a wake phrase comes first. Each answer is tried: the level is shown, the light blinks, the relay moves, but
        never before you say so. In the end FILE is written, with comments, and checked as 'earshot check' does.

          FILE                what to write (earshot.yaml)
          --board simulated   pins that exist in memory only; offered without it, too
          --input FILE        hear this sound file instead of the microphone
          --force             FILE makes room if it exists: it is kept as FILE~

        Enter takes the answer in [brackets]. Ctrl-C, or the end of the input, ends it with nothing written. Answers may
        come from a pipe, one a line.
        Status: 0 FILE is written and can be used, 1 it was ended, 66 the answers ended too early, 69 FILE cannot be written,
        or something that it needs is missing, 78 FILE has mistakes.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--force"], options: ["--board", "--input"])
        guard arguments.positionals.count <= 1 else { throw UsageError("name one file to write") }
        var options = Wizard.Options()
        options.isSimulated = try arguments.board() == .simulated
        if let recording = arguments.value("--input") {
            do { _ = try AudioFile(path: recording) } catch { throw InputError("--input: \(error)") }
            options.input = .file(path: recording, pace: .asFastAsPossible)
        }
        let path = arguments.positionals.first ?? "earshot.yaml"
        if let objection = NewFile.objection(to: path) { throw UsageError(objection) }
        let interview = Interview(until: stop)
        do {
            interview.tell(
                "Five questions make a configuration. Enter takes the answer in [brackets]; Ctrl-C ends, and nothing is written."
            )
            let file =
                try arguments.has("--force") || !NewFile.exists(path)
                ? NewFile(path: path, isReplacing: NewFile.exists(path)) : otherFile(path, interview)
            var wizard = Wizard(interview, options, path: file.path)
            try wizard.run()
            try file.write(wizard.draft.text)
            return try finish(file, wizard, arguments, until: stop)
        } catch InterviewEnd.noMoreAnswers {
            throw InputError(
                "the answers ended before the last question, so nothing was written; begin again")
        } catch InterviewEnd.interrupted {
            Terminal.report("new: ended, and nothing was written")
            return .failure
        }
    }

    /// What to write where `path` exists.
    private static func otherFile(_ path: String, _ interview: Interview) throws -> NewFile {
        let free = (2...).lazy.map { numbered(path, $0) }.first { !NewFile.exists($0) } ?? path
        return try interview.ask("'\(path)' exists. 'replace' it, or write another file", or: free) { text in
            if text == "replace" { return NewFile(path: path, isReplacing: true) }
            guard !NewFile.exists(text) else {
                throw BadAnswer("'\(text)' exists, too. Answer 'replace', or name a file that does not.")
            }
            if let objection = NewFile.objection(to: text) { throw BadAnswer(objection + ".") }
            return NewFile(path: text, isReplacing: false)
        }
    }

    /// `earshot-2.yaml` of `earshot.yaml`.
    private static func numbered(_ path: String, _ number: Int) -> String {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
            return "\(path)-\(number)"
        }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }

    /// Checks what was written, says what is next, and tries it.
    private static func finish(
        _ file: NewFile, _ wizard: Wizard, _ arguments: Arguments, until stop: StopSignal
    ) throws -> ExitStatus {
        let interview = wizard.interview
        let kept = file.isReplacing ? "; the old one is \(file.path)~" : ""
        interview.tell("\n\(file.path) is written\(kept). This is what 'earshot check' says of it:\n")
        let verdict = try CheckCommand.run([file.path])
        guard verdict == .success else { return verdict }
        let path = file.path.asShellWord
        let board = wizard.isSimulated ? " --board simulated" : ""
        Terminal.print("\nNext")
        Terminal.print(
            table([
                ["earshot run \(path)\(board)", "to try it"],
                ["earshot listen \(path)", "what is heard, and why; nothing moves"],
                ["earshot check \(path)", "after each change"],
                ["earshot help tune", "where too much or too little is understood"],
            ]))
        let isTried = try? interview.confirm("\nTry it now? Ctrl-C ends it", or: true)
        guard isTried == true else { return .success }
        let input = arguments.value("--input").map { ["--input", $0] } ?? []
        let pins = wizard.isSimulated ? ["--board", "simulated"] : []
        return try RunCommand.run([file.path] + pins + input, until: stop)
    }
}
