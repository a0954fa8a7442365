import Foundation
import Testing

/// The commands that ask the running appliance for something.
@Suite struct SocketCommandTests {
    /// Runs a line of shell beside an appliance that hears a moment of silence and then nothing more, whose socket is `$SOCKET`; what the appliance told is in
    /// `$folder/out`.
    private func beside(_ line: String) throws -> Tool.Outcome {
        let folder = try Tool.temporaryFile("", name: "here")
        let socket = folder.replacingOccurrences(of: "/here", with: "/events")
        let configuration = try Tool.temporaryFile(
            """
            listen: always
            socket: \(socket)
            lights: { status: GPIO17 }
            outputs: { lamp: GPIO22 }
            commands: { lamp: { say: lamp on, do: { output: lamp, set: on } } }
            """, name: "socket.yaml")
        return try Tool.shell(
            """
            folder=$(mktemp -d) && mkfifo $folder/sound && exec 3<>$folder/sound
            head -c 3200 /dev/zero >&3
            SOCKET=\(socket)
            $EARSHOT run --config \(configuration) --input - --board simulated --json \\
                <$folder/sound 3>&- >$folder/out 2>$folder/errors &
            appliance=$!
            until { [ -S $SOCKET ] && grep -q listening $folder/out; } || ! kill -0 $appliance; do sleep 0.02; done
            \(line)
            status=$?
            kill $appliance && wait $appliance
            cat $folder/errors >&2; rm -r $folder; exit $status
            """)
    }

    @Test("'earshot status' says how it is, for people and for programs")
    func status() throws {
        let outcome = try beside(
            "$EARSHOT status --socket $SOCKET && $EARSHOT status --socket $SOCKET --json")
        #expect(outcome.status == 0, "\(outcome.errors)")
        for words in [
            "state                 listening\n", "outputs               lamp off\n", "status heartbeat",
            "socket.yaml",
        ] {
            #expect(outcome.output.contains(words), "\(outcome.output)")
        }
        let line = try #require(outcome.output.split(separator: "\n").last)
        let reply = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(reply["ok"] as? Bool == true)
        let told = reply["status"] as? [String: Any]
        #expect(told?["state"] as? String == "listening")
        let version = told?["version"] as? String ?? "none"
        #expect(try Tool.run(["--version"]).output == "earshot \(version)\n")
    }

    @Test("'earshot doctor' asks the appliance that has the microphone, and does not open it")
    func doctor() throws {
        let outcome = try beside("$EARSHOT doctor --listen --socket $SOCKET models/examples/rover.yaml")
        #expect(outcome.output.contains("the appliance has it"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("listening, 0 commands done"))
        // Nothing comes through its pipe any more, which is told.
        #expect(outcome.status == 1 && outcome.output.contains("no sound came within 5 s"))
        #expect(outcome.output.contains("left out: nothing can be heard, as 'sound' above says"))
    }

    @Test("'earshot mute' mutes it until 'earshot unmute', and 'earshot watch' shows that")
    func mute() throws {
        let outcome = try beside(
            """
            $EARSHOT watch --socket $SOCKET --json >$folder/watched &
            until grep -q '"event":"status"' $folder/watched || ! kill -0 $!; do sleep 0.02; done
            $EARSHOT mute --socket $SOCKET && $EARSHOT status --socket $SOCKET && $EARSHOT unmute --socket $SOCKET
            until grep -q '"event":"state".*"state":"listening"' $folder/watched || ! kill -0 $!; do sleep 0.02; done
            kill $! && wait $! && cat $folder/watched
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("state                 muted, muted by request"))
        #expect(
            outcome.output.contains(#""event":"state","origin":"socket","state":"muted""#),
            "\(outcome.output)")
        #expect(outcome.output.contains(#""pattern":"wink""#))
    }

    @Test("A watcher is told when the appliance ends, in lines for people unless it asks for JSON")
    func watch() throws {
        let outcome = try beside(
            """
            $EARSHOT watch --socket $SOCKET >$folder/watched 2>$folder/why &
            watcher=$!
            until grep -q status $folder/watched || ! kill -0 $watcher; do sleep 0.02; done
            $EARSHOT mute --socket $SOCKET
            kill -INT $appliance
            wait $watcher; echo "watch ended with $?"
            cat $folder/watched $folder/why
            """)
        #expect(outcome.output.contains("watch ended with 69"))
        #expect(outcome.output.contains("state  origin=socket  state=muted"), "\(outcome.output)")
        #expect(outcome.output.contains("state                 listening\n"), "as 'earshot status' has it")
        #expect(!outcome.output.contains("{"), "\(outcome.output)")
        #expect(outcome.output.contains("  end  audio=0"))
        #expect(outcome.output.contains("the appliance has ended the connection"))
    }

    @Test("What is refused ends with 1 and says why")
    func refused() throws {
        let outcome = try beside("$EARSHOT cancel --socket $SOCKET")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cancel: there is nothing to cancel (listening)"))
    }

    @Test(
        "Where no appliance listens it ends with 69 and says what to look for",
        arguments: ["status", "watch", "mute"])
    func nobody(command: String) throws {
        let outcome = try Tool.run([command, "--socket", "/nowhere/events"])
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("no appliance listens at /nowhere/events; is it running"))
    }

    @Test("A socket that cannot be made is a warning, and the work goes on")
    func impossible() throws {
        let configuration = try Tool.temporaryFile(
            "listen: always\nsocket: /proc/nowhere/events\ncommands: { go: { say: go forward } }\n",
            name: "no.yaml")
        let outcome = try Tool.run([
            "run", "--config", configuration, "--input", Tool.recordings + "goforward.raw", "--board",
            "simulated",
            "--fast",
        ])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("cannot listen at /proc/nowhere/events"), "\(outcome.output)")
        #expect(outcome.output.contains("·  recording"))
    }
}
