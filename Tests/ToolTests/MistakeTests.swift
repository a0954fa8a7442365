import Foundation
import Testing

/// What a person gets who typed something that cannot be meant.
@Suite struct MistakeTests {
    @Test("A wrong configuration is status 78, with every mistake at its file, line and column")
    func configuration() throws {
        let file = try Tool.temporaryFile(
            "commands:\n  lamp: { say: \"turn (on | off the lamp\", do: { output: lam, set: on } }\nlisen: always\n",
            name: "box.yaml")
        let outcome = try Tool.run(["run", "--config", file, "--board", "simulated"])
        #expect(outcome.status == 78)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("\(file):2:"))
        #expect(outcome.errors.contains("\(file):3:1: unknown key 'lisen'; did you mean 'listen'?"))
    }

    @Test("A wrong command line is status 64, and says what is right")
    func usage() throws {
        for (arguments, hint) in [
            (["fly"], "'earshot help' lists them"), (["help", "fly"], "'earshot help' lists them"),
            (["evalute"], "there is no command 'evalute'; did you mean 'evaluate'?"),
            (["help", "evalute"], "there is no command 'evalute'; did you mean 'evaluate'?"),
            (["run"], "name a configuration file"), (["run", "a", "b"], "name one configuration file"),
            (["run", "a", "--config", "b"], "name one configuration file"),
            (["run", "--config"], "needs a value"),
            (["run", "--config", "--json"], "--config needs a value after it"),
            (["run", "--confg", "x"], "there is no option --confg here; did you mean --config?"),
            (["run", "-json"], "did you mean --json?"), (["run", "--zebra"], "there are --board, --color"),
            (["run", "--config", "models/examples/rover.yaml", "--fast"], "--fast needs --input"),
            (["run", "--config", "a", "--input", "b", "--input=c"], "--input is given twice"),
            (["run", "--config", ""], "the value after --config is empty"),
            (["status", "--socket="], "the value after --socket is empty"),
            (
                ["run", "--config", "models/examples/rover.yaml", "--events", "edges"],
                "--events is about what --json writes"
            ),
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(hint), "\(arguments): \(outcome.errors)")
        }
    }

    @Test("A file that is missing, empty or no sound is named, and the status is not 0")
    func input() throws {
        let text = try Tool.temporaryFile("this is no sound", name: "letter.wav")
        let empty = try Tool.temporaryFile("", name: "empty.wav")
        for (path, hint) in [
            ("/nowhere.wav", "no such file"), (text, "not a recording"), (empty, "empty.wav"),
        ] {
            let outcome = try Tool.run([
                "run", "--config", "models/examples/rover.yaml", "--board", "simulated", "--input", path,
            ])
            #expect(outcome.status == 66)
            #expect(outcome.errors.contains(hint), "\(outcome.errors)")
        }
    }

    @Test("What is to be read and is not there is status 66, whatever it is, but a configuration 78")
    func missingFiles() throws {
        let rover = ["--config", "models/examples/rover.yaml"]
        let card = Tool.recordings + "cards/003.wav"
        let manifest = try Tool.temporaryFile("{\"audio\": \"\(card)\", \"command\": null}", name: "m.jsonl")
        for arguments in [
            ["run", "--input", "/nowhere", "--board", "simulated"],
            ["listen", "--input", "/nowhere"],
            ["transcribe", "/nowhere"], ["transcribe", "/nowhere.wav", "/nowhere.raw"],
            ["evaluate", "/nowhere"], ["tune", "/nowhere"],
            ["evaluate", manifest, "--noise", "/nowhere"],
            ["evaluate", manifest, "--compare", "/nowhere"],
        ] {
            let outcome = try Tool.run(arguments + rover)
            #expect(outcome.status == 66, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains("/nowhere"))
        }
        for command in ["run", "listen", "check"] {
            let outcome = try Tool.run([command, "/nowhere.yaml"])
            #expect(outcome.status == 78, "\(command): \(outcome.errors)")
            #expect(outcome.errors == "/nowhere.yaml: no such file; check the path\n")
        }
    }

    @Test("Signals that mean something to other programs end nothing", arguments: ["USR1", "USR2"])
    func userSignals(name: String) throws {
        let outcome = try Tool.shell(
            """
            folder=$(mktemp -d) && mkfifo $folder/sound && exec 3<>$folder/sound
            head -c 40000 \(Tool.recordings)goforward.raw >&3
            $EARSHOT run models/examples/rover.yaml --input - --board simulated --json <$folder/sound 3>&- >$folder/out &
            until grep -q '"partial"' $folder/out || ! kill -0 $!; do sleep 0.02; done
            kill -\(name) $! && exec 3>&-
            wait $!
            status=$?
            rm -r $folder
            exit $status
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("A language of the environment that is not installed is told of once, with the one that is taken")
    func language() throws {
        let said = "LC_ALL asks for de-DE, which no installed language is"
        let file = Tool.recordings + "cards/003.wav"
        let configuration = try Tool.temporaryFile(
            "commands: { a: { say: \"lamp on please\" } }", name: "a.yaml")
        let heard = try Tool.shell(
            "LC_ALL=de_DE.UTF-8 $EARSHOT transcribe --config \(configuration) \(file) \(file)")
        #expect(heard.errors.components(separatedBy: said).count == 2, "\(heard.errors)")
        #expect(heard.errors.contains("listening in en-US. Write 'locale: en-US'"))
        let checked = try Tool.shell("LC_ALL=de_DE.UTF-8 $EARSHOT check \(configuration)")
        #expect(checked.output.contains("\(said), so it listens in en-US; write 'locale: en-US'"))
        #expect(checked.errors.isEmpty, "told once: \(checked.errors)")
        for (locale, path) in [
            ("en_GB.UTF-8", configuration), ("C", configuration),
            ("de_DE.UTF-8", "models/examples/rover.yaml"),
        ] {
            let outcome = try Tool.shell("LC_ALL=\(locale) $EARSHOT check \(path)")
            #expect(!(outcome.output + outcome.errors).contains("asks for"))
        }
    }

    @Test("A script with a mistake is status 66 with its place, and so is one that is missing")
    func script() throws {
        let script = try Tool.temporaryFile("0.5 push talk\n", name: "wrong.txt")
        for (path, status, hint) in [
            (script, 66, "\(script):1: "), ("/nowhere.txt", 66, "earshot: run: --script: /nowhere.txt: "),
        ] {
            let outcome = try Tool.run([
                "run", "--config", "models/examples/relays.yaml", "--board", "simulated", "--script", path,
            ])
            #expect(outcome.status == status)
            #expect(outcome.errors.hasPrefix(hint), "\(outcome.errors)")
        }
    }

    @Test(
        "A recording that breaks off is heard as far as it goes, named, and status 1",
        arguments: ["run", "listen"])
    func brokenOff(command: String) throws {
        let sound = try Tool.temporaryFile("", name: "short.wav")
        let outcome = try Tool.shell(
            """
            { printf 'RIFF\\377\\377\\0\\0WAVEfmt \\20\\0\\0\\0\\1\\0\\1\\0\\200\\76\\0\\0\\0\\175\\0\\0\\2\\0\\20\\0data\\333\\377\\0\\0'
              head -c 32000 /dev/zero; } >\(sound)
            $EARSHOT \(command) --config models/examples/rover.yaml --fast --input \(sound) \\
                \(command == "run" ? "--board simulated" : "")
            """)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("short.wav' is cut short"), "\(outcome.errors)")
    }

    @Test("Results that nobody can be given are a failure, and a reader that has gone is none")
    func lostOutput() throws {
        let command =
            "run --config models/examples/rover.yaml --board simulated --json --fast --input "
            + Tool.recordings + "goforward.raw"
        #expect(try Tool.shell("$EARSHOT \(command) >/dev/full").status == 1)
        #expect(try Tool.shell("$EARSHOT \(command) >&-; exit $?").status == 0, "it goes to /dev/null")
        let gone = try Tool.shell("{ $EARSHOT \(command); echo $? >&2; } | head -1")
        #expect(gone.errors.hasSuffix("0\n"), "ended in order, by no signal: \(gone.errors)")
    }

    @Test("Work that is done for a reader alone ends when the reader has gone, and that is no failure")
    func lostReader() throws {
        let recording = Tool.recordings + "goforward.raw"
        let configuration = "--config models/examples/rover.yaml"
        let lines = Array(repeating: "{\"audio\": \"\(recording)\", \"command\": null}", count: 5000)
        let manifest = try Tool.temporaryFile(lines.joined(separator: "\n"), name: "manifest.jsonl")
        let endless = "(while cat \(recording); do :; done) 2>/dev/null"
        // The time is up only for what would go on to the end of it.
        for command in [
            "timeout 100 $EARSHOT evaluate \(manifest) \(configuration)",
            "\(endless) | timeout 100 $EARSHOT listen \(configuration) --input - --fast",
            "timeout 100 $EARSHOT transcribe \(configuration) $(yes \(recording) | head -n 2000)",
        ] {
            let gone = try Tool.shell("{ \(command); echo $? >&2; } | head -1")
            #expect(gone.errors.hasSuffix("0\n"), "\(command.prefix(60)): \(gone.errors)")
        }
    }

    @Test("A demonstration without what it shows is told what to install")
    func demoAlone() throws {
        let outcome = try Tool.elsewhere("demo")
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("install"), "\(outcome.errors)")
    }

    @Test("Where signals cannot be waited for it does not begin, as nothing could end it in order")
    func noDescriptors() throws {
        let outcome = try Tool.shell(
            "ulimit -n 4; exec $EARSHOT run --config models/examples/rover.yaml --board simulated")
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("request to stop (Too many open files)"), "\(outcome.errors)")
    }

    @Test("A pipe by name is refused instead of waited for")
    func namedPipe() throws {
        let folder = try Tool.temporaryFile("", name: "x").split(separator: "/").dropLast().joined(
            separator: "/")
        let outcome = try Tool.shell(
            "mkfifo /\(folder)/f.wav; $EARSHOT transcribe --config models/examples/rover.yaml /\(folder)/f.wav"
        )
        #expect(outcome.status == 66)
        #expect(outcome.errors.contains("feed it to standard input"))
    }

    @Test("The demonstration has one configuration, and takes no other")
    func demoOfAnother() throws {
        let outcome = try Tool.run(["demo", "rover.yaml", "--fast"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'rover.yaml' is not expected here"), "\(outcome.errors)")
    }

    @Test("Every command has its help")
    func help() throws {
        let list = try Tool.run(["help"])
        #expect(list.status == 0)
        #expect(try Tool.run([]).output == list.output)
        for name in ["run", "transcribe", "demo"] {
            #expect(list.output.contains("  \(name) "))
            let help = try Tool.run([name, "--help"])
            #expect(help.status == 0)
            #expect(help.output.hasPrefix("earshot \(name)"))
            #expect(try Tool.run(["help", name]).output == help.output)
        }
    }
}
