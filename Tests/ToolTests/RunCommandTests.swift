import Foundation
import Testing

/// The whole program on recordings of real people from the Debian package pocketsphinx-testdata.
@Suite struct RunCommandTests {
    private func run(_ recording: String, _ more: String...) throws -> [[String: Any]] {
        let outcome = try Tool.run(
            [
                "run", "--config", "models/examples/rover.yaml", "--input", Tool.recordings + recording,
                "--board",
                "simulated", "--json", "--fast",
            ] + more)
        #expect(outcome.status == 0)
        return try outcome.events()
    }

    private func events(_ name: String, in all: [[String: Any]]) -> [[String: Any]] {
        all.filter { $0["event"] as? String == name }
    }

    @Test("\"Go forward ten meters\" is understood, and the output goes on and off again")
    func goForward() throws {
        let all = try run("goforward.raw")
        #expect(events("final", in: all).map { $0["text"] as? String } == ["go forward ten meters"])
        let command = try #require(events("command", in: all).first)
        #expect(command["name"] as? String == "go-forward")
        #expect((command["slots"] as? [String: Any])?["distance"] as? String == "ten")
        let outputs = events("output", in: all)
        #expect(outputs.map { $0["name"] as? String } == ["forward", "forward"])
        #expect(outputs.map { $0["on"] as? Bool } == [true, false])
        let times = outputs.compactMap { $0["t"] as? Double }
        #expect(abs(times[1] - times[0] - 2) < 0.001, "on_for: 2s, on the capture clock")
    }

    @Test("The light encloses the words, and the events come in order")
    func order() throws {
        let all = try run("goforward.raw")
        let lights = events("led", in: all)
        #expect(lights.map { $0["on"] as? Bool } == [true, false])
        let segments = try #require(events("final", in: all).first?["segments"] as? [[String: Any]])
        let lit = try #require(lights.first?["t"] as? Double)
        let dark = try #require(lights.last?["t"] as? Double)
        let end = try #require(segments.last?["end"] as? Double)
        #expect(dark >= end, "nothing is kept in the dark")
        #expect(lit < end)
        let names = all.compactMap { $0["event"] as? String }
        let order = ["led", "partial", "final", "command", "output", "end"].map {
            names.firstIndex(of: $0) ?? -1
        }
        #expect(order == order.sorted() && !order.contains(-1))
        let times = all.compactMap { $0["t"] as? Double }
        #expect(times == times.sorted(), "time does not go back")
        #expect(names.last == "end")
    }

    @Test(
        "Cards and digits are understood",
        arguments: [
            ("cards/002.wav", "deal", "four queen of clubs"), ("cards/003.wav", "deal", "seven of clubs"),
            ("cards/004.wav", "deal", "five five"),
            ("cards/005.wav", "deal", "eight of spades four of clubs seven of hearts"),
            ("tidigits/dhd.2934z.raw", "dial", "two nine three four zero"),
        ])
    func understood(recording: String, command: String, text: String) throws {
        let all = try run(recording)
        #expect(events("command", in: all).map { $0["name"] as? String } == [command])
        #expect(events("final", in: all).map { $0["text"] as? String } == [text])
    }

    private static let novel = ["0870", "0880", "0890", "0920", "0930"].map {
        "librivox/sense_and_sensibility_01_austen_64kb-\($0).wav"
    }

    @Test("Speech that is no command moves no pin", arguments: novel + ["something.raw"])
    func refused(recording: String) throws {
        let all = try run(recording)
        #expect(events("output", in: all).isEmpty)
        #expect(events("command", in: all).isEmpty)
        #expect(!events("rejected", in: all).isEmpty, "and is not passed over in silence")
    }

    @Test("The same sound gives the same events, however it comes in")
    func deterministic() throws {
        let first = try Tool.run(
            [
                "run", "--config", "models/examples/rover.yaml", "--input", Tool.recordings + "goforward.raw",
                "--board",
                "simulated", "--json", "--fast",
            ])
        let sound = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "goforward.raw"))
        let piped = try Tool.run(
            [
                "run", "--config", "models/examples/rover.yaml", "--input", "-", "--board", "simulated",
                "--json",
                "--fast", "--complete",
            ], input: sound)
        func comparable(_ outcome: Tool.Outcome) -> [Substring] {
            // These name the source, and the processor time it took.
            outcome.output.split(separator: "\n").filter { line in
                !["\"event\":\"availability\"", "\"event\":\"end\""].contains { line.contains($0) }
            }
        }
        #expect(comparable(first).count > 10)
        #expect(comparable(first) == comparable(piped))
    }

    @Test("A button begins and ends the utterance, and the light is lit while it is held")
    func button() throws {
        let script = try Tool.temporaryFile("0.30 press talk\n2.30 release talk\n", name: "press.txt")
        let configuration = try Tool.temporaryFile(
            """
            listen: button
            lights: { recording: GPIO17 }
            buttons: { talk: { line: GPIO27, mode: hold } }
            outputs: { motor: { line: GPIO22 } }
            commands:
              go: { say: "go forward <distance> meters", do: { output: motor, set: on } }
            rules: { distance: "one | two | three | ten" }
            """, name: "button.yaml")
        let outcome = try Tool.run([
            "run", "--config", configuration, "--input", Tool.recordings + "goforward.raw", "--board",
            "simulated",
            "--script", script, "--json", "--fast",
        ])
        let all = try outcome.events()
        #expect(events("button", in: all).map { $0["t"] as? Double } == [0.3, 2.3])
        let lights = events("led", in: all)
        #expect(
            lights.map { $0["t"] as? Double } == [0.3, 2.5], "lit with the press, dark after the post-roll")
        #expect(events("command", in: all).first?["name"] as? String == "go")
        let outputs = events("output", in: all)
        #expect(outputs.map { $0["reason"] as? String } == ["go", "exit"], "the end makes every output safe")
    }

    @Test("A microphone that is pulled out ends the recording, and comes back by itself")
    func unplug() throws {
        let script = try Tool.temporaryFile("0.90 unplug\n1.10 replug\n", name: "unplug.txt")
        let all = try run("goforward.raw", "--script", script)
        let states = events("state", in: all).compactMap { $0["state"] as? String }
        #expect(states.starts(with: ["starting", "listening", "recording", "unavailable", "listening"]))
        #expect(events("availability", in: all).map { $0["available"] as? Bool } == [true, false, true])
        #expect(events("gap", in: all).count == 1)
        let end = try #require(events("end", in: all).first)
        #expect(end["gaps"] as? Int == 1 && end["outages"] as? Int == 1)
        #expect(abs((end["missing"] as? Double ?? 0) - 0.2) < 0.02)
        #expect(events("command", in: all).isEmpty, "half an utterance is no command")
    }

    @Test(
        "Ctrl-C and SIGTERM end it in order in the middle of a recording", arguments: ["INT", "TERM"])
    func signals(name: String) throws {
        let configuration = try Tool.temporaryFile(
            """
            listen: always
            lights: { recording: GPIO17 }
            outputs: { motor: { line: GPIO22, initial: on } }
            commands: { go: { say: "go forward ten meters", do: { output: motor, set: on } } }
            """, name: "signals.yaml")
        // A pipe that stays open: the program waits for more of a sentence that has begun.
        let outcome = try Tool.shell(
            """
            folder=$(mktemp -d) && mkfifo $folder/sound && exec 3<>$folder/sound
            head -c 40000 \(Tool.recordings)goforward.raw >&3
            $EARSHOT run --config \(configuration) --input - --board simulated --json <$folder/sound 3>&- >$folder/out &
            until grep -q '"on":true' $folder/out || ! kill -0 $!; do sleep 0.02; done
            kill -\(name) $! && wait $!
            status=$?
            cat $folder/out && rm -r $folder && exit $status
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let all = try outcome.events()
        #expect(events("led", in: all).map { $0["on"] as? Bool } == [true, false])
        #expect(events("output", in: all).last?["on"] as? Bool == false)
        #expect(events("command", in: all).isEmpty)
        #expect(all.last?["event"] as? String == "end")
    }

    @Test("A recording that dies in mid-word moves nothing, unless it is said to be complete")
    func diedInMidWord() throws {
        // Two seconds hold all four words, and no pause after them.
        let sound = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "goforward.raw")).prefix(
            64_000)
        let arguments = [
            "run", "--config", "models/examples/rover.yaml", "--board", "simulated", "--json", "--fast",
        ]
        let died = try Tool.run(arguments + ["--input", "-"], input: sound).events()
        #expect(events("command", in: died).isEmpty && events("output", in: died).isEmpty)
        #expect(events("availability", in: died).last?["reason"] as? String == "the stream has ended")
        #expect(events("led", in: died).map { $0["on"] as? Bool } == [true, false])
        let whole = try Tool.run(arguments + ["--input", "-", "--complete"], input: sound).events()
        #expect(events("command", in: whole).map { $0["name"] as? String } == ["go-forward"])

        let cut = try Tool.temporaryFile("", name: "cut.wav")
        let file = try Tool.shell(
            """
            { printf 'RIFF\\377\\377\\0\\0WAVEfmt \\20\\0\\0\\0\\1\\0\\1\\0\\200\\76\\0\\0\\0\\175\\0\\0\\2\\0\\20\\0data\\333\\377\\0\\0'
              head -c 64000 \(Tool.recordings)goforward.raw; } >\(cut)
            $EARSHOT \(arguments.joined(separator: " ")) --input \(cut)
            """)
        #expect(file.status == 1)
        let all = try file.events()
        #expect(events("command", in: all).isEmpty && events("output", in: all).isEmpty)
        #expect(events("state", in: all).contains { $0["state"] as? String == "recording" })
    }

    @Test("What a pump was told ends with the stream, as nobody could say stop any more")
    func diedWhileOn() throws {
        let sound = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "goforward.raw"))
        let all = try Tool.run(
            [
                "run", "--config", "models/examples/rover.yaml", "--board", "simulated", "--json", "--fast",
                "--input", "-",
            ], input: sound + Data(count: 16_000)
        ).events()
        #expect(events("output", in: all).map { $0["reason"] as? String } == ["go-forward", "fault"])
    }

    @Test("SIGHUP has it read its configuration again where there is no terminal")
    func hangup() throws {
        let configuration = try Tool.temporaryFile(
            "listen: always\ncommands: { go: { say: go forward } }\n", name: "again.yaml")
        let outcome = try Tool.shell(
            """
            folder=$(mktemp -d) && mkfifo $folder/sound && exec 3<>$folder/sound
            head -c 3200 /dev/zero >&3
            setsid $EARSHOT run --config \(configuration) --input - --board simulated --json \\
                <$folder/sound 3>&- >$folder/out 2>$folder/errors &
            until grep -q listening $folder/out || ! kill -0 $!; do sleep 0.02; done
            kill -HUP $!
            until grep -q '"event":"reload"' $folder/out || ! kill -0 $!; do sleep 0.02; done
            echo 'commands: { go: { say: 7 } ' >\(configuration)
            kill -HUP $!
            until grep -q '"problem":' $folder/out || ! kill -0 $!; do sleep 0.02; done
            kill $! && wait $!
            status=$?
            cat $folder/out; cat $folder/errors >&2; rm -r $folder; exit $status
            """)
        #expect(outcome.status == 0)
        let reloads = try events("reload", in: outcome.events())
        #expect(reloads.count == 2 && reloads.first?["problem"] == nil)
        #expect((reloads.last?["problem"] as? String)?.contains("again.yaml:") == true)
        #expect(outcome.errors.contains("the configuration was not reloaded"), "\(outcome.errors)")
    }

    @Test("A microphone that is missing is told of once", arguments: ["run --board simulated", "listen"])
    func noMicrophone(command: String) throws {
        let configuration = try Tool.temporaryFile(
            """
            capture: { device: nowhere }
            listen: always
            commands: { go: { say: "go forward ten meters" } }
            """, name: "nowhere.yaml")
        let outcome = try Tool.shell(
            """
            folder=$(mktemp -d)
            $EARSHOT \(command) --config \(configuration) >$folder/out 2>$folder/errors &
            until grep -q '✗' $folder/out || ! kill -0 $!; do sleep 0.02; done
            kill $! && wait $!
            cat $folder/out && cat $folder/errors >&2 && rm -r $folder
            """)
        #expect(
            outcome.output.contains("✗  nowhere cannot be heard: no microphone 'nowhere'"),
            "\(outcome.output)")
        #expect(!outcome.errors.contains("nowhere"), "\(outcome.errors)")
    }

    @Test("Enter is the talk button of a simulated board")
    func talkKey() throws {
        let command =
            "$EARSHOT run --config models/examples/relays.yaml --board simulated --input \(Tool.recordings)goforward.raw"
        // Standard input stays open until the program has ended.
        let typed = try Tool.shell(
            """
            folder=$(mktemp -d) && mkfifo $folder/keys && exec 3<>$folder/keys
            echo >&3
            script -qec "\(command)" /dev/null <$folder/keys
            status=$?
            rm -r $folder && exit $status
            """)
        #expect(typed.output.contains("Enter: talk button"))
        #expect(typed.output.contains("talk button pressed"), "\(typed.output)")
        let untyped = try Tool.shell("\(command) --fast </dev/null")
        #expect(untyped.errors.contains("nobody can press the simulated talk button; add '--script FILE'"))
    }

    @Test(
        "A light is told of each time it blinks where that is asked for, and how much the log says can be chosen"
    )
    func choices() throws {
        let configuration = try Tool.temporaryFile(
            "listen: always\nlights: { status: GPIO17 }\ncommands: { go: { say: go forward } }\n",
            name: "lit.yaml")
        let arguments = [
            "run", "--config", configuration, "--input", Tool.recordings + "goforward.raw", "--board",
            "simulated",
            "--fast",
        ]
        let patterns = try events("led", in: Tool.run(arguments + ["--json"]).events())
        #expect(
            patterns.compactMap { $0["pattern"] as? String }.starts(with: ["slow-blink", "heartbeat", "on"]))
        let edges = try events("led", in: Tool.run(arguments + ["--json", "--events", "edges"]).events())
        #expect(edges.count > patterns.count)
        let quiet = try Tool.run(arguments + ["--log-level", "warning"])
        #expect(!quiet.output.contains("·"))
        #expect(
            try Tool.run(arguments + ["--log-level", "debug"]).output.contains("◐  status light: heartbeat"))
        let mistake = try Tool.run(arguments + ["--log-level", "much"])
        #expect(mistake.status == 64 && mistake.errors.contains("error, warning, notice, info, debug"))
    }

    private static let timeline =
        "run --config models/examples/rover.yaml --board simulated --fast --input \(Tool.recordings)goforward.raw"

    @Test("On a terminal the timeline says what was heard and which pin moved")
    func timeline() throws {
        let outcome = try Tool.shell("script -qec \"$EARSHOT \(Self.timeline)\" /dev/null </dev/null")
        for words in [
            "recording light on", " s  go forward", "\"go forward ten meters\"", "go-forward  distance = ten",
            "forward on", "recording light off",
        ] {
            #expect(outcome.output.contains(words), "\(outcome.output)")
        }
    }

    @Test("Anywhere else it says which command it was and which pin moved, and no word of what was heard")
    func writtenTimeline() throws {
        let outcome = try Tool.shell("$EARSHOT \(Self.timeline)")
        for words in ["·  recording", "✓  go-forward  (score", "forward on", "·  listening"] {
            #expect(outcome.output.contains(words), "\(outcome.output)")
        }
        for word in ["ten ", "meters", "…", "»", "light"] {
            #expect(!outcome.output.contains(word), "\(outcome.output)")
        }
    }

    /// What a terminal of forty columns gets, piece by piece as it is rewritten.
    private func watched(_ command: String) throws -> [String] {
        let line = "stty cols 40; $EARSHOT \(command) --input \(Tool.recordings)goforward.raw"
        return try Tool.shell("script -qec '\(line)' /dev/null").output
            .replacingOccurrences(of: "\r\u{1B}[K", with: "\n")
            .components(separatedBy: .newlines).filter { !$0.isEmpty }
    }

    @Test(
        "On a terminal the words so far stand in one line with the level, which is rewritten and fits",
        arguments: ["run --board simulated --config", "listen --config"])
    func liveLine(command: String) throws {
        let pieces = try watched("\(command) models/examples/rover.yaml --color never")
        let live = pieces.filter { $0.hasPrefix("#") || $0.hasPrefix(".") }
        #expect(live.contains { $0.hasSuffix("go forward") }, "\(pieces)")
        #expect(live.allSatisfy { $0.count < 40 }, "\(live)")
        #expect(!pieces.contains { $0.contains("  …  ") })
        #expect(pieces.contains { $0.hasSuffix("»  \"go forward ten meters\"") }, "\(pieces)")
    }

    @Test("Colours are for terminals, and for who asks for them")
    func colors() throws {
        let run = "run --board simulated --fast --config models/examples/rover.yaml"
        let sound = "--input \(Tool.recordings)goforward.raw"
        let green = "\u{1B}[32m✓  go-forward"
        #expect(try Tool.shell("$EARSHOT \(run) \(sound) --color always").output.contains(green))
        #expect(try !Tool.shell("$EARSHOT \(run) \(sound)").output.contains("\u{1B}"))
        for (environment, option, isColored) in [
            ("TERM=xterm", "", true), ("TERM=dumb", "", false), ("TERM=xterm NO_COLOR=1", "", false),
            ("TERM=xterm NO_COLOR=1", "--color always", true), ("TERM=xterm", "--color never", false),
        ] {
            // 'swift test' sets NO_COLOR where its own output is no terminal.
            let output = try Tool.shell(
                "env -u NO_COLOR \(environment) script -qec '$EARSHOT \(run) \(sound) \(option)' /dev/null"
            ).output
            #expect(output.contains(green) == isColored, "\(environment) \(option): \(output)")
        }
        let odd = try Tool.shell("$EARSHOT \(run) \(sound) --color sometimes")
        #expect(odd.status == 64)
        #expect(odd.errors.contains("--color can be always, never or auto, not 'sometimes'"))
    }
}
