import Foundation
import TestSupport
import Testing

/// Dictated text on its way to files, programs and standard output, through the whole program, with a recording of a real person.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct TextSinkTests {
    private let folder = TemporaryFolder()

    /// What the recognizer for free text hears in the recording.
    private static let recording = Tool.recordings + "goforward.raw"
    private static let said = "go forward ten meters"

    private func configuration(_ to: String, more: String = "") -> String {
        folder.write(
            "recognize: dictation\nlisten: always\ndictation: { to: \(to) }\n\(more)\n", to: "kiosk.yaml")
    }

    private func content(_ name: String) -> String? {
        try? String(contentsOfFile: folder.path(name), encoding: .utf8)
    }

    private func run(_ to: String, _ more: String...) throws -> Tool.Outcome {
        try Tool.run(
            ["run", configuration(to), "--input", Self.recording, "--board", "simulated", "--fast"] + more)
    }

    @Test("A file, a program and standard output have the text, and standard output nothing else")
    func everywhere() throws {
        let outcome = try run(
            """
            [ { file: \(folder.path("a")), format: json }, { program: [/bin/sh, -c, "cat >\(folder.path("b"))"] }, stdout ]
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let text = try #require(content("b"))
        #expect(text.contains("forward") && text.hasSuffix("\n"))
        #expect(outcome.output == text)
        let line = try #require(content("a"))
        let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect("\(object["text"] ?? "")\n" == text)
        #expect((object["at"] as? String)?.hasSuffix("Z") == true)
        #expect(outcome.errors.contains("goforward.raw"), "what happens is told: \(outcome.errors)")
        #expect(!outcome.errors.contains("forward ten"), "and no word of it")
    }

    @Test("Events and text do not share standard output")
    func jsonAndText() throws {
        let outcome = try run("stdout", "--json")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'dictation: { to: stdout }'"))
    }

    @Test("Only 'run' writes: 'check', 'transcribe' and 'evaluate' do not, and start no program")
    func others() throws {
        let configuration = configuration(
            "[ { file: \(folder.path("a")) }, { program: [/usr/bin/touch, \(folder.path("b"))] } ]")
        let manifest = folder.write(
            #"{"audio": "\#(Self.recording)", "text": "go forward ten meters"}"#, to: "manifest.jsonl")
        for arguments in [
            ["check", configuration], ["transcribe", Self.recording, "--config", configuration],
            ["evaluate", manifest, "--config", configuration],
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        }
        #expect(try folder.names() == ["kiosk.yaml", "manifest.jsonl"])
    }

    @Test("A file that may not grow is told, and ends nothing")
    func fullDisk() throws {
        let configuration = configuration("{ file: \(folder.path("a")) }")
        // As long as any file may be: 10000 blocks of 512 bytes.
        let before = String(repeating: "x", count: 5_119_999) + "\n"
        folder.write(before, to: "a")
        let outcome = try Tool.shell(
            """
            ulimit -f 10000
            timeout -s KILL 600 $EARSHOT run \(configuration) --input \(Self.recording) --board simulated --json --fast
            """)
        let warnings = try outcome.events().compactMap { $0["message"] as? String }
        #expect(warnings.first?.contains("(File too large); make room there") == true, "\(outcome)")
        #expect(warnings.last?.hasSuffix("lost there: 1") == true)
        #expect(content("a") == before)
        #expect(try outcome.events().last?["event"] as? String == "end")
    }

    @Test("A program that is killed in the middle of an utterance is started again, and gets its text")
    func killedProgram() throws {
        let configuration = configuration(
            #"{ program: [/bin/sh, -c, "echo $$ >>\#(folder.path("pids")); exec cat >>\#(folder.path("text"))"] }"#
        )
        let outcome = try Tool.shell(
            """
            cd \(folder.path) && mkfifo sound && exec 3<>sound
            head -c 40000 \(Self.recording) >&3
            EARSHOT_MODELS=\(ProjectFolder.path("models")) $EARSHOT run \(configuration) --input - --complete --board simulated --json <sound 3>&- >out 2>errors &
            for attempt in $(seq 6000); do
                grep -q '"state":"recording"' out && [ -s pids ] && break
                sleep 0.02
            done
            kill -KILL $(cat pids)
            tail -c +40001 \(Self.recording) >&3
            exec 3>&-
            wait $!
            status=$?
            cat out; cat errors >&2; exit $status
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("ended by signal 9 (Killed)"), "\(outcome.errors)")
        #expect(content("pids")?.split(separator: "\n").count == 2)
        #expect(content("text")?.contains("forward") == true)
        #expect(
            try outcome.events().contains { ($0["message"] as? String)?.contains("lost") == true } == false)
    }

    @Test("The program has no pin, no sound card and no socket, ends with the run, and 'status' tells of it")
    func program() throws {
        let socket = folder.path("events")
        let configuration = configuration(
            """
            [ { program: [/bin/sh, -c, "echo $$ >\(folder.path("pid")); exec cat"] },
                { file: \(folder.path("none/a")) } ]
            """, more: "socket: \(socket)\nlights: { recording: GPIO17 }")
        let program = try RunningProgram(
            BuiltProgram.earshot, ["run", configuration, "--input", "-", "--board", "simulated", "--json"],
            keepsInput: true)
        try program.feed(Data(count: 3200))
        try program.writes("listening")
        for _ in 0..<6000 where content("pid")?.isEmpty != false { usleep(10_000) }
        let status = try Tool.run(["status", "--socket", socket])
        #expect(status.output.contains("program /bin/sh"), "\(status)")
        #expect(!status.output.contains("exec cat"), "what it is given may be secret")
        #expect(status.output.contains("0 taken, 0 waiting, 0 lost"))
        let identifier = try #require(
            content("pid").flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
        func descriptors() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").sorted()
        }
        // The shell and the loader have one more for a moment.
        for _ in 0..<6000 where try descriptors() != ["0", "1", "2"] { usleep(10_000) }
        #expect(try descriptors() == ["0", "1", "2"])
        program.end()
        #expect(kill(identifier, 0) == -1)
    }

    @Test("After a reload text goes where the new configuration says")
    func reload() throws {
        let socket = folder.path("events")
        let configuration = configuration("{ file: \(folder.path("before")) }", more: "socket: \(socket)")
        let outcome = try Tool.shell(
            """
            cd \(folder.path) && mkfifo sound && exec 3<>sound
            await() { for attempt in $(seq 6000); do [ -s "$1" ] && break; sleep 0.02; done; }
            (cat \(Self.recording); head -c 64000 /dev/zero) >&3 &
            EARSHOT_MODELS=\(ProjectFolder.path("models")) $EARSHOT run \(configuration) --input - --board simulated --json \
                <sound 3>&- >out 2>errors &
            run=$!
            await before
            sed -i 's,/before,/after,' \(configuration)
            $EARSHOT reload --socket \(socket)
            (cat \(Self.recording); head -c 64000 /dev/zero) >&3 &
            await after
            kill $run && wait $run
            status=$?
            cat out; cat errors >&2; exit $status
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(content("before")?.split(separator: "\n").count == 1)
        #expect(content("after")?.split(separator: "\n").count == 1, "\(outcome)")
    }

    @Test("What could not be written is considered before anybody speaks")
    func check() throws {
        let outcome = try Tool.run([
            "check", configuration("[ { file: \(folder.path("none/a")) }, { program: /usr/bin/no-such } ]"),
        ])
        #expect(outcome.status == 0)
        #expect(
            outcome.output.contains("Text: there is no folder '\(folder.path)/none'"), "\(outcome.output)")
        #expect(outcome.output.contains("Text: there is no program '/usr/bin/no-such'"))
    }
}
