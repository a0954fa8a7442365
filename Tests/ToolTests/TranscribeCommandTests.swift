import CSndFile
import Foundation
import TestSupport
import Testing
import WyomingSupport

@Suite struct TranscribeCommandTests {
    @Test(
        "With a configuration, files become its commands' words; a file that cannot be read does not stop the others"
    )
    func commands() throws {
        let outcome = try Tool.run([
            "transcribe", "--config", "models/examples/rover.yaml", "--json",
            Tool.recordings + "goforward.raw",
            "/nowhere.wav", Tool.recordings + "cards/003.wav",
        ])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("'/nowhere.wav': no such file"))
        let files = try outcome.events()
        #expect(files.map { $0["text"] as? String } == ["go forward ten meters", nil, "seven of clubs"])
        #expect(files[1]["error"] != nil)
        let utterance = try #require((files[0]["utterances"] as? [[String: Any]])?.first)
        #expect(utterance["command"] as? String == "go-forward")
    }

    @Test("Without one, free text comes from the language model, with word times")
    func dictation() throws {
        let outcome = try Tool.run(["transcribe", "--json", Tool.recordings + "goforward.raw"])
        #expect(outcome.status == 0)
        let file = try #require(outcome.events().first)
        #expect(file["text"] as? String == "go forward ten meters")
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.first)
        let segments = try #require(utterance["segments"] as? [[String: Any]])
        #expect(segments.map { $0["text"] as? String } == ["go", "forward", "ten", "meters"])
    }

    @Test("Words that are made of noise are left out, and which they are is told")
    func noise() throws {
        let folder = TemporaryFolder()
        // Three seconds of something that is struck again and again, and two of a quiet room.
        var state: UInt32 = 42
        func random() -> Double {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Double(state >> 8) / Double(1 << 23) - 1
        }
        var (level, next, last) = (0.0, 0, 0.0)
        let bytes = (0..<80_000).flatMap { position in
            if position >= next {
                level = 6000 * (0.6 + 0.4 * random())
                next = position + Int(1120 * (1 + 0.7 * random()))
            }
            level = position > 48_000 ? 0 : level * (1 - 1 / 800.0)
            last = 0.6 * last + level * random()
            let sample = Int16(last + 10 * random())
            return [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
        }
        let outcome = try Tool.run(["transcribe", "--json", folder.write(bytes, to: "kitchen.raw")])
        #expect(outcome.status == 0)
        let file = try #require(outcome.events().first)
        #expect(file["text"] as? String == "")
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.first)
        let withheld = try #require(utterance["withheld"] as? String)
        #expect(!withheld.isEmpty)
        #expect(
            outcome.errors.contains("kitchen.raw: left out 1 utterance in which nobody was heard to speak"))
        #expect(outcome.errors.contains("\"\(withheld)\""))
    }

    @Test(
        "Other speech that a grammar forces into its command is left out, and told with why",
        arguments: ["txt", "srt"])
    func refused(format: String) throws {
        let folder = TemporaryFolder()
        let words = [
            "transcribe", "--config",
            folder.write("commands: { gate: { say: open the main gate now } }\n", to: "gate.yaml"),
            Tool.recordings + "goforward.raw",
        ]
        let text = try Tool.run(words + ["--format", format])
        #expect(text.status == 0 && !text.output.contains("gate"), "\(text.output)")
        #expect(
            text.errors.contains(
                "goforward.raw: left out 1 utterance of other speech or noise, which a grammar makes into"))
        let file = try #require(Tool.run(words + ["--json"]).events().first)
        #expect(file["text"] as? String == "")
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.first)
        #expect(utterance["withheld"] as? String == "open the main gate now")
        #expect(utterance["reason"] as? String == "unlikely")
        #expect(utterance["command"] == nil)
    }

    @Test("As many other readings as are asked for, and more than there ever are is a mistake")
    func alternatives() throws {
        let words = ["transcribe", "--json", Tool.recordings + "goforward.raw", "--alternatives"]
        let file = try #require(Tool.run(words + ["4"]).events().first)
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.first)
        #expect((utterance["alternatives"] as? [String])?.count == 4)
        let outcome = try Tool.run(words + ["5"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--alternatives goes to 4"))
        let commands = try Tool.run(words + ["2", "--config", "models/examples/rover.yaml"])
        #expect(commands.status == 64 && commands.errors.contains("--alternatives are of free text"))
    }

    @Test("Standard input is a file like any other")
    func standardInput() throws {
        let sound = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "goforward.raw"))
        let outcome = try Tool.run(
            ["transcribe", "--config", "models/examples/rover.yaml", "-"], input: sound)
        #expect(outcome.output == "go forward ten meters\n")
    }

    @Test("Standard input without a sound is a failure, not a text without words")
    func noInput() throws {
        for input in [Data(), Data(count: 1)] {
            let outcome = try Tool.run(
                ["transcribe", "--config", "models/examples/rover.yaml", "-"], input: input)
            #expect(outcome.status == 66)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.contains("standard input: there was no sound"), "\(outcome.errors)")
        }
        let silence = try Tool.run(
            ["transcribe", "--config", "models/examples/rover.yaml", "-"], input: Data(count: 32_000))
        #expect(silence.status == 0, "silence is sound: \(silence.errors)")
        #expect(
            silence.errors.contains("standard input: nobody was heard to speak in it"), "\(silence.errors)")
    }

    @Test("Of a command that is cut off there are the words up to there, and no command")
    func commandCutOff() throws {
        let folder = TemporaryFolder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "cards/005.wav"))
        // In the midst of "eight of spades": the last word is not whole.
        let part = folder.write(whole.prefix(32_000), to: "part.wav")
        let outcome = try Tool.run(
            ["transcribe", "--config", "models/examples/rover.yaml", "--json", part])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is cut short"))
        let file = try #require(outcome.events().first)
        #expect((file["text"] as? String)?.hasPrefix("eight ") == true)
        #expect((file["error"] as? String)?.contains("is cut short") == true)
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.last)
        #expect(utterance["command"] == nil)
    }

    @Test("A file that is cut short gives the words up to there and what is wrong; others are still done")
    func cutShort() throws {
        let folder = TemporaryFolder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "cards/005.wav"))
        let half = folder.write(whole.prefix(whole.count / 2), to: "half.wav")
        let outcome = try Tool.run(["transcribe", "--json", half, Tool.recordings + "cards/003.wav"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is cut short"))
        let files = try outcome.events()
        #expect((files[0]["text"] as? String)?.hasPrefix("eight of spades") == true)
        #expect((files[0]["error"] as? String)?.contains("is cut short") == true)
        #expect(files[1]["text"] as? String == "seven of clubs")
        #expect(files[1]["error"] == nil)
    }

    @Test("A file that is cut short before anybody speaks was read all the same")
    func cutShortInSilence() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "cards/005.wav"))
        let folder = TemporaryFolder()
        let part = folder.write(whole.prefix(44) + Data(count: 16_000), to: "part.wav")
        let outcome = try Tool.run(Self.rover + ["--json", part])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is cut short"), "\(outcome.errors)")
        let file = try #require(outcome.events().first)
        #expect(file["text"] as? String == "")
        #expect(file["duration"] as? Double == 0.5)
        #expect((file["utterances"] as? [Any])?.isEmpty == true)
        #expect((file["error"] as? String)?.contains("is cut short") == true)
    }

    @Test("Without a model no file can be done, and that is told once")
    func noModel() throws {
        let recording = Tool.recordings + "goforward.raw"
        let outcome = try Tool.elsewhere("transcribe --json \(recording) \(recording)")
        #expect(outcome.status == 69)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }

    private static let rover = ["transcribe", "--config", "models/examples/rover.yaml"]

    /// A recording of "go forward ten meters", as libsndfile writes it.
    private static func goForward(as encoding: Int, rate: Int = 16_000, times: Int = 1) throws -> Data {
        let data = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "goforward.raw"))
        let folder = TemporaryFolder()
        let path = folder.path("sound")
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = 1
        info.format = Int32(encoding)
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        data.withUnsafeBytes { bytes in
            let samples = bytes.bindMemory(to: Int16.self)
            for _ in 0..<times { _ = sf_write_short(file, samples.baseAddress, Int64(samples.count)) }
        }
        sf_close(file)
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test(
        "A recording on standard input is known by its first bytes",
        arguments: [SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_FLAC | SF_FORMAT_PCM_16])
    func recordingOnStandardInput(encoding: Int) throws {
        let outcome = try Tool.run(Self.rover + ["-"], input: Self.goForward(as: encoding))
        #expect(outcome.output == "go forward ten meters\n", "\(outcome.errors)")
        #expect(outcome.status == 0)
    }

    @Test("Headerless sound has the rate and the channels that it is said to have")
    func headerless() throws {
        let mono = try Data(contentsOf: URL(fileURLWithPath: Tool.recordings + "goforward.raw"))
        var stereo = Data()
        for index in stride(from: 0, to: mono.count, by: 2) {
            // Each sample twice and on both channels: 32 kHz.
            for _ in 0..<4 { stereo += mono[index..<index + 2] }
        }
        let file = TemporaryFolder.ofProcess.write(stereo, to: "\(UUID().uuidString).raw")
        let options = ["--rate", "32000", "--channels", "2"]
        #expect(try Tool.run(Self.rover + options + ["-"], input: stereo).output == "go forward ten meters\n")
        #expect(try Tool.run(Self.rover + options + [file]).output == "go forward ten meters\n")
        for (words, complaint) in [
            (["--rate", "400000", "-"], "--rate goes from 8000 to 192000"),
            (
                ["--channels", "2", Tool.recordings + "cards/003.wav"],
                "--channels is of sound without a header"
            ),
        ] {
            let outcome = try Tool.run(Self.rover + words)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
        }
    }

    @Test("Of several files each line says which one it is of, also a second utterance's")
    func names() throws {
        let twice = TemporaryFolder.ofProcess.write(
            try Self.goForward(as: SF_FORMAT_WAV | SF_FORMAT_PCM_16, times: 2), to: "\(UUID().uuidString).wav"
        )
        let card = Tool.recordings + "cards/003.wav"
        let outcome = try Tool.run(Self.rover + [twice, card])
        #expect(
            outcome.output == """
                \(twice): go forward ten meters
                \(twice): go forward ten meters
                \(card): seven of clubs

                """)
        #expect(try Tool.run(Self.rover + [twice]).output == "go forward ten meters\ngo forward ten meters\n")
    }

    @Test("Subtitles and tables have times")
    func formats() throws {
        let words = Self.rover + [Tool.recordings + "goforward.raw", "--format"]
        let time = "00:00:0[0-9][.,][0-9]{3}"
        let srt = try Tool.run(words + ["srt"]).output
        #expect(
            try Regex("1\n\(time) --> \(time)\ngo forward ten meters\n\n").wholeMatch(in: srt) != nil,
            "\(srt)")
        let vtt = try Tool.run(words + ["vtt"]).output
        #expect(
            try Regex("WEBVTT\n\n\(time) --> \(time)\ngo forward ten meters\n\n").wholeMatch(in: vtt) != nil,
            "\(vtt)")
        let tsv = try Tool.run(words + ["tsv"]).output
        #expect(
            tsv.wholeMatch(of: /start\tend\ttext\n[0-9]{3}\t[0-9]{4}\tgo forward ten meters\n/) != nil,
            "\(tsv)")
        #expect(try Tool.run(words + ["txt"]).output == "go forward ten meters\n")
        #expect(try Tool.run(words + ["json"]).events().count == 1)
    }

    @Test(
        "Long speech is cut into subtitles of two lines of 42 characters, for seven seconds, written as the text is",
        arguments: ["raw", "readable"])
    func longSubtitles(form: String) throws {
        let speech = Tool.recordings + "librivox/sense_and_sensibility_01_austen_64kb-0870.wav"
        let text = try Tool.run(["transcribe", speech, "--text", form]).output
        #expect(text.first?.isUppercase == (form == "readable"))
        let cues = try Tool.run(["transcribe", speech, "--text", form, "--format", "srt"]).output
            .components(separatedBy: "\n\n").map { $0.split(separator: "\n") }.filter { !$0.isEmpty }
        #expect(cues.count > 1)
        for (index, cue) in cues.enumerated() {
            #expect(cue[0] == "\(index + 1)")
            #expect((3...4).contains(cue.count) && cue.dropFirst(2).allSatisfy { $0.count <= 42 }, "\(cue)")
        }
        let words = cues.flatMap { $0.dropFirst(2) }.joined(separator: " ").split(separator: " ")
        #expect(words == text.split { $0 == " " || $0 == "\n" })
    }

    @Test("A format that there is not, two at once, or subtitles of two files are mistakes")
    func wrongFormats() throws {
        let card = Tool.recordings + "cards/003.wav"
        for (words, complaint) in [
            (["--format", "pdf", card], "--format can be txt, srt, vtt, tsv, json, not 'pdf'"),
            (["--format", "srt", "--json", card], "keep one"),
            (["--format", "vtt", card, card], "--format vtt is of one file"),
            (["--format", "srt", "--alternatives", "2", card], "--alternatives is for txt and json"),
        ] {
            let outcome = try Tool.run(["transcribe"] + words)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
        }
    }

    @Test(
        "Of a damaged MP3 and of what is none, there is one complaint, and the decoder's own chatter is not seen"
    )
    func chatter() throws {
        let mp3 = SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        var damaged = try Self.goForward(as: mp3, times: 4)
        for index in damaged.count / 2..<damaged.count / 2 + 3000 { damaged[index] = 0 }
        let folder = TemporaryFolder()
        let files = [
            folder.write(damaged, to: "damaged.mp3"),
            folder.write(Data("ID3".utf8) + Data((0..<5000).map { UInt8($0 * 7 & 0xFF) }), to: "none.mp3"),
        ]
        for (file, status) in zip(files, [Int32(1), 66]) {
            let outcome = try Tool.run(Self.rover + [file])
            #expect(outcome.status == status)
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].hasPrefix("earshot: '\(file)'"), "\(outcome.errors)")
        }
    }

    @Test("Progress fits a narrow terminal in one line, and is gone in the end")
    func narrow() throws {
        let name = String(repeating: "long", count: 20) + ".wav"
        let long = TemporaryFolder.ofProcess.write(
            try Self.goForward(as: SF_FORMAT_WAV | SF_FORMAT_PCM_16, times: 20), to: name)
        let outcome = try Tool.shell(
            "script -qec 'stty cols 40; $EARSHOT transcribe --config models/examples/rover.yaml \(long) >/dev/null' /dev/null"
        )
        let lines = outcome.output.components(separatedBy: "\r\u{1B}[K").map {
            $0.trimmingCharacters(in: .newlines)
        }
        #expect(lines.count > 2, "\(outcome.output)")
        #expect(lines.allSatisfy { $0.count < 40 }, "\(lines)")
        #expect(lines[1].contains(" %") && lines[1].hasSuffix("long.wav"), "\(lines)")
        #expect(lines.last == "")
    }

    @Test("An engine of one's own answers, and is told of everything once")
    func engine() throws {
        let server = try WyomingTestServer(.answers("Go forward ten metres."))
        let words = ["transcribe", "--json", "--engine", server.address, Tool.recordings + "goforward.raw"]
        let outcome = try Tool.run(words)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let file = try #require(outcome.events().first)
        #expect(file["text"] as? String == "Go forward ten metres.")
        let utterance = try #require((file["utterances"] as? [[String: Any]])?.first)
        #expect(utterance["engine"] as? String == server.address)
        #expect(server.connections.first?.request == #"{"language":"en"}"#)
    }

    @Test("Without the engine the built-in recognizer answers, and standard error says why")
    func engineAway() throws {
        let outcome = try Tool.run([
            "transcribe", "--engine", "unix:///run/nobody/asr.sock", Tool.recordings + "goforward.raw",
        ])
        #expect(outcome.status == 0)
        #expect(outcome.output == "go forward ten meters\n")
        #expect(outcome.errors.contains("the built-in recognizer answered for 1 of 1 utterance, "))
        #expect(outcome.errors.contains("nobody answers there"))
    }

    @Test("An engine elsewhere, and one for commands, is a mistake of the command line")
    func engineMistakes() throws {
        let elsewhere = try Tool.run(["transcribe", "--engine", "tcp://192.168.1.7:10300", "x.wav"])
        #expect(elsewhere.status == 64)
        #expect(elsewhere.errors.contains("sound does not leave the device"))
        let commands = try Tool.run([
            "transcribe", "--config", "models/examples/rover.yaml", "--engine", "tcp://127.0.0.1:1", "x.wav",
        ])
        #expect(commands.status == 64)
    }

    @Test("Free text is written as one reads it where that is asked for, and only free text is")
    func readable() throws {
        let words = ["transcribe", "--text", "readable", Tool.recordings + "goforward.raw"]
        #expect(try Tool.run(words).output == "Go forward 10 meters\n")
        #expect(try Tool.run(["transcribe", "--text", "neat", "x.wav"]).status == 64)
        let commands = try Tool.run([
            "transcribe", "--config", "models/examples/rover.yaml", "--text", "raw", "x.wav",
        ])
        #expect(commands.status == 64)
    }
}
