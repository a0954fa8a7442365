import Appliance
import Configuration
import Console
import GPIO
import Glibc
import Platform

/// `earshot run`: the appliance in the foreground.
enum RunCommand: OrderlyCommand {
    static let name = "run"
    static let summary = "listen, and do what is said (the appliance in the foreground)"
    static let help = """
        earshot run [--config] FILE [--input FILE|-] [--complete] [--fast] [--board simulated] [--script FILE]
                    [--json] [--events edges] [--color WHEN] [--log-level LEVEL]

          --config FILE       what may be said, and what follows: 'earshot new' writes such a file
          --input FILE        hear this sound file instead of the microphone; - is standard input,
                              a recording or raw 16 kHz 16-bit mono
          --complete          with --input -: the stream is a whole recording. Without it, its end is a microphone that is
                              pulled out, and what is being said then moves nothing.
          --fast              with --input: as fast as possible instead of in real time
          --board simulated   pins that exist in memory only, with Enter for the talk button; without it, those of this
                              board
          --script FILE       presses on the simulated board: '0.50 press talk', '3.10 release talk',
                              'unplug', 'replug', each with its second before it
          --json              one event a line on standard output, as JSON
          --events edges      with --json: a 'led' event each time a blinking light goes on or off, not one a pattern
          --color WHEN        always, never, or auto: on a terminal, unless NO_COLOR is set
          --log-level LEVEL   error, warning, notice, info or debug: how much is told on standard error and in a log;
                              notice if not given

        Where the configuration has dictated text go to standard output (dictation: { to: stdout }), nothing else does: what
        happens is told on standard error.

        What was heard is shown on a terminal, and given with --json. Anywhere else, such as a file or systemd's journal,
        no word of it is written: only states, names of commands and outputs, refusals and warnings, with info buttons, too,
        and with debug lights. What happens again and again is counted, and told now and then.

        Ctrl-C ends it with every output safe and the light out. SIGHUP does, too, where it runs in a terminal; elsewhere the
        configuration is read again, as for 'earshot reload'.
        Status: 0 it was ended, or all of the recording was heard, 1 the recording broke off, 66 it or the script cannot be
        read, 69 pins, a model or the microphone's driver are missing, 78 the configuration has mistakes.
        """

    /// Without a terminal there is none to lose, and SIGHUP means what it means to services.
    static let endsOnHangup = Terminal.isControlled

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--complete", "--fast", "--json"],
            options: [
                "--config", "--input", "--board", "--script", "--events", "--color", "--log-level",
            ])
        let path = try arguments.configuration()
        try arguments.setLogLevel()

        let configuration = try ApplianceConfiguration.load(path)
        var options = try options(arguments, configuration)
        let writesJSON = arguments.has("--json")
        let writesText = configuration.dictation.writesToStandardOutput
        if writesJSON, writesText {
            throw UsageError(
                "--json writes events to standard output, where the text goes by 'dictation: { to: stdout }'; leave one of them out"
            )
        }
        switch arguments.value("--events") {
        case nil: break
        case _? where !writesJSON: throw UsageError("--events is about what --json writes; add '--json'")
        case "edges": options.tellsBlinks = true
        case let other?: throw UsageError("--events can be 'edges', not '\(other)'")
        }
        let live = writesJSON || writesText ? nil : LiveLine()
        if let level = live?.level { options.meter = { level.measure($0) } }
        let style = try writesJSON ? .plain : arguments.style()
        let output = EventOutput(
            writesJSON: writesJSON, besideText: writesText, style: style, endingWithReader: stop)
        output.prepare(&options)
        options.version = Version.installed
        options.opensSocket = true
        options.writesMetrics = true
        options.writesText = true
        if !endsOnHangup { options.hangup = try HangupSignal() }
        let appliance = try arguments.opening {
            try Appliance(configuration, options: options) { event in
                if live?.takes(event) != true { output.write(event) }
            }
        }
        let summary = try appliance.run(until: stop) { live?.show(heard: $0) }
        Terminal.clearProgress()
        if writesText {
            Log.write("\n" + summary.text)
        } else if !writesJSON {
            Terminal.enqueue("\n" + summary.text)
        }
        return ExitStatus(summary)
    }

    private static func options(
        _ arguments: Arguments, _ configuration: ApplianceConfiguration
    ) throws -> Appliance.Options {
        var options = Appliance.Options()
        options.input = try arguments.input()
        options.isInputWhole = arguments.has("--complete")
        if options.isInputWhole, arguments.value("--input") != "-" {
            throw UsageError("--complete is about standard input; add '--input -'")
        }
        options.board = try arguments.board()
        if let path = arguments.value("--script") {
            guard options.board == .simulated else {
                throw UsageError("--script presses the buttons of '--board simulated'; add that")
            }
            let text: String
            do {
                text = try TextFile.text(path: path)
            } catch {
                throw InputError("--script: \(error)")
            }
            options.script = try BoardScript(text: text, name: path, buttons: configuration.buttonNames)
        } else if options.board == .simulated, let talk = configuration.buttons[.talk] {
            options.talkKey = talkKey(arguments, configuration.listen, talk.mode)
        }
        return options
    }

    /// Enter is the button of a simulated board, if standard input is a terminal.
    private static func talkKey(_ arguments: Arguments, _ listen: Listen, _ mode: ButtonMode) -> Int32? {
        guard isatty(STDIN_FILENO) == 1, arguments.value("--input") != "-", !arguments.has("--fast") else {
            if listen == .button {
                Log.warning(
                    "nobody can press the simulated talk button; add '--script FILE', or run this on a terminal, where it is Enter",
                    from: "run")
            }
            return nil
        }
        Terminal.report(
            "Enter: talk button" + (mode == .hold ? "; Enter again lets go of it" : ""), bare: true)
        return STDIN_FILENO
    }
}
