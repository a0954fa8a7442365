import Foundation
import TestSupport
import Testing

/// Whoever reads what the appliance tells may stand still: outputs are bounded all the same.
@Suite struct StalledOutputTests {
    /// A shell in which descriptor 4 is a pipe that is full, and read by nobody.
    private func shell(_ line: String) throws -> Tool.Outcome {
        try Tool.shell(
            """
            folder=$(mktemp -d) && mkfifo $folder/out $folder/sound && exec 3<>$folder/sound 4<>$folder/out
            head -c 65536 /dev/zero >&4
            \(line)
            status=$?
            rm -r $folder && exit $status
            """)
    }

    private static let arguments = "run --config models/examples/rover.yaml --board simulated"

    @Test(
        "With nobody reading on, the work goes on to its end, and the end does not wait",
        arguments: ["", "--json"])
    func end(format: String) throws {
        let outcome = try shell(
            """
            timeout -s KILL 600 $EARSHOT \(Self.arguments) \(format) --fast --input \(Tool.recordings)goforward.raw \
                >&4 2>$folder/errors 3>&-
            status=$?; cat $folder/errors >&2; (exit $status)
            """)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("standard output: it is not read; lines lost: "), "\(outcome.errors)")
    }

    @Test("Standard error holds up no more than standard output")
    func errors() throws {
        let outcome = try shell(
            """
            timeout -s KILL 600 $EARSHOT \(Self.arguments) --log-level debug --fast --input \(Tool.recordings)goforward.raw \
                >&4 2>&4 3>&-
            """)
        #expect(outcome.status == 1)
    }

    @Test("SIGTERM ends a run whose output nobody reads")
    func signal() throws {
        // The log tells of the guessed word once the program has begun.
        let configuration = try Tool.temporaryFile(
            "listen: always\ncommands: { go: { say: go gloobering } }\n", name: "guess.yaml")
        let outcome = try shell(
            """
            timeout -s KILL 600 $EARSHOT run --config \(configuration) --board simulated --input - \
                <$folder/sound >&4 2>$folder/errors 3>&- &
            until grep -q gloobering $folder/errors || ! kill -0 $!; do sleep 0.02; done
            kill $! && wait $!
            """)
        #expect(outcome.status == 1)
    }

    @Test("What is found waits for its reader, also where standard output is not to wait")
    func nonBlocking() throws {
        let (consonants, vowels) = ("bdfgklmnprstvz", "aeiou")
        let words = consonants.flatMap { first in vowels.map { "z\($0)\(first)\($0)lt\($0)n" } }
        let commands = words.map { "\($0): { say: please start the \($0) }" }.joined(separator: ", ")
        let configuration = try Tool.temporaryFile("commands: { \(commands) }", name: "long.yaml")
        let arguments = ["check", configuration, "--json"]
        let output = Pipe()
        let sink = output.fileHandleForWriting.fileDescriptor
        #expect(fcntl(sink, F_SETFL, fcntl(sink, F_GETFL) | O_NONBLOCK) == 0)
        // Linux's F_SETPIPE_SZ: a page, which is less than there is to tell.
        let room = fcntl(sink, 1031, 4096)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProgram.earshot)
        process.currentDirectoryURL = URL(fileURLWithPath: ProjectFolder.path(""))
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let source = output.fileHandleForReading
        var waiting: Int32 = 0
        repeat {
            usleep(1000)
            _ = ioctl(source.fileDescriptor, UInt(FIONREAD), &waiting)
        } while waiting < room && process.isRunning
        let text = String(decoding: source.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try text == Tool.run(arguments).output && text.utf8.count > Int(room))
    }

    @Test("A full disk is told of, and ends nothing")
    func fullDisk() throws {
        let configuration = try Tool.temporaryFile(
            """
            listen: always
            outputs: { motor: { line: GPIO22, cooldown: 1h } }
            commands:
              go:
                say: "go forward ten meters"
                do: { output: motor, on_for: 200ms }
            """, name: "full.yaml")
        let outcome = try Tool.shell(
            """
            twice=$(mktemp -u).raw
            cat \(Tool.recordings)goforward.raw \(Tool.recordings)goforward.raw >$twice
            $EARSHOT run --config \(configuration) --board simulated --json --fast --input $twice >/dev/full
            status=$?
            rm $twice && exit $status
            """)
        #expect(outcome.status == 1, "what was told is lost at last")
        #expect(outcome.errors.contains("warning: run: standard output: No space left on device"))
        #expect(
            outcome.errors.contains("'go' did not switch motor: it was switched too recently"),
            "the command was done, and could not be done again so soon: \(outcome.errors)")
    }
}
