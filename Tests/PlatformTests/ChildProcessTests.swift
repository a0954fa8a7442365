import Foundation
import Platform
import TestSupport
import Testing

/// Programs that are given text.
@Suite(.timeLimit(.minutes(minutesOfAllTests)))
struct ChildProcessTests {
    private let folder = TemporaryFolder()

    /// What a line of shell writes to `$OUT`, once it has ended.
    private func output(of line: String, given text: String = "") throws -> String {
        let path = folder.path("out")
        let program = try ChildProcess(["/bin/sh", "-c", "OUT=\(path); " + line])
        #expect(program.write(Array(text.utf8)[...]) == text.utf8.count)
        program.closeInput()
        while program.end == nil { usleep(1000) }
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test("It is given what is written, and sees the end of it")
    func input() throws {
        #expect(try output(of: "cat >$OUT", given: "one\ntwo\n") == "one\ntwo\n")
    }

    @Test("No shell looks at its arguments")
    func arguments() throws {
        let program = try ChildProcess(["/usr/bin/touch", folder.path("a b; touch c"), folder.path("$HOME")])
        while program.end == nil { usleep(1000) }
        #expect(try folder.names() == ["$HOME", "a b; touch c"])
    }

    @Test("How it ended is told, once and for all")
    func end() throws {
        let program = try ChildProcess(["/bin/sh", "-c", "exit 7"])
        while program.end == nil { usleep(1000) }
        #expect(program.end == .status(7) && program.end == .status(7))
        let victim = try ChildProcess(["/bin/sleep", "60"])
        #expect(victim.end == nil)
        victim.signal(SIGTERM)
        while victim.end == nil { usleep(1000) }
        #expect(victim.end == .signal(SIGTERM))
        #expect("\(ChildProcess.End.signal(SIGKILL))" == "by signal 9 (Killed)")
    }

    @Test("One of whose end others were told has ended, and its number is not signalled any more")
    func reapedElsewhere() throws {
        let program = try ChildProcess(["/bin/sh", "-c", "exit 3"])
        var status: Int32 = 0
        #expect(waitpid(program.identifier, &status, 0) == program.identifier)
        #expect(program.end == .unknown)
        program.signal(SIGKILL)
        #expect("\(ChildProcess.End.unknown)" == "without word of how")
    }

    @Test("A program that is not there, or may not be started, is an error with the system's words")
    func missing() {
        #expect(throws: PlatformError.refused(call: "posix_spawn", code: ENOENT)) {
            try ChildProcess([folder.path("none")])
        }
        let path = folder.write("text", to: "text")
        #expect(throws: PlatformError.refused(call: "posix_spawn", code: EACCES)) {
            try ChildProcess([path])
        }
    }

    @Test("It has no descriptor of this process, not even one that was opened without thought of programs")
    func descriptors() throws {
        let careless = open("/dev/null", O_RDWR)
        defer { close(careless) }
        #expect(fcntl(careless, F_GETFD) == 0, "it would survive exec")
        let others = try (0..<3).map { _ in try ChildProcess(["/bin/sleep", "60"]) }
        for program in others {
            let open = "/proc/\(program.identifier)/fd"
            // It opens its libraries itself, and closes them.
            for _ in 0..<5000 where SystemFiles.names(in: open) != ["0", "1", "2"] { usleep(1000) }
            #expect(SystemFiles.names(in: open) == ["0", "1", "2"])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: open + "/1") == "/dev/null")
        }
    }

    @Test("Its signals are as at a login, though this thread blocks and ignores some")
    func signals() throws {
        signal(SIGPIPE, SIG_IGN)
        let folder = folder
        let done = Semaphore()
        // Threads of this kind block nearly all.
        try SystemThread(name: "blocker") {
            if let program = try? ChildProcess([
                "/bin/sh", "-c", "grep -E '^Sig(Blk|Ign)' /proc/self/status >\(folder.path("out"))",
            ]) {
                while program.end == nil { usleep(1000) }
            }
            done.signal()
        }.detach()
        done.wait()
        let text = try String(contentsOfFile: folder.path("out"), encoding: .utf8)
        let masks = text.split(separator: "\n").compactMap { line in
            line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        }
        // Those from 32 on are the C library's own.
        #expect(masks.count == 2 && masks.allSatisfy { $0 & 0x7FFF_FFFF == 0 }, "\(text)")
    }

    @Test(
        "It is no part of what systemd knows, has no right to a real-time priority or to locked memory, and has a group of its own"
    )
    func privileges() throws {
        setenv("NOTIFY_SOCKET", "/run/systemd/notify", 1)
        setenv("EARSHOT_TEST_VARIABLE", "kept", 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        // They are taken from it in the moment after its start, which on a busy machine is a long one.
        let limited =
            "i=0; until grep -q 'locked memory *0 ' /proc/$$/limits || [ $((i += 1)) -gt 3000 ]; do sleep 0.01; done; "
        let text = try output(
            of: limited
                + "{ env; grep -E 'realtime priority|locked memory' /proc/self/limits; cut -d ' ' -f 5 /proc/$$/stat; echo $$; } >$OUT"
        )
        let lines = text.split(separator: "\n")
        #expect(!text.contains("NOTIFY_SOCKET") && text.contains("EARSHOT_TEST_VARIABLE=kept"))
        for name in ["Max realtime priority", "Max locked memory"] {
            let limit = lines.first { $0.hasPrefix(name) }
            #expect(limit?.dropFirst(name.count).split(separator: " ").prefix(2) == ["0", "0"])
        }
        #expect(lines.suffix(2).first == lines.last, "which Ctrl-C does not reach")
    }

    /// Says how soon this process is ended where memory is short; false where it may not.
    private static func setAdjustment(_ text: String) -> Bool {
        (try? text.write(toFile: "/proc/self/oom_score_adj", atomically: false, encoding: .utf8)) != nil
    }

    private static func adjustment(of process: String = "self") -> String? {
        let text = try? String(contentsOfFile: "/proc/\(process)/oom_score_adj", encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether this process may be protected at all.
    private static func mayBeProtected() -> Bool {
        guard let before = adjustment(), setAdjustment("-1") else { return false }
        return setAdjustment(before)
    }

    @Test(
        "It is ended before this process where memory is short",
        .enabled(if: Self.mayBeProtected(), "takes the right to it"))
    func memoryShortage() throws {
        let before = try #require(Self.adjustment())
        #expect(Self.setAdjustment("-1"))
        defer { _ = Self.setAdjustment(before) }
        let program = try ChildProcess(["/bin/sleep", "60"])
        #expect(Self.adjustment(of: "\(program.identifier)") == "0")
    }

    @Test("What its input has that it has not read can be taken out again, to the byte")
    func takenBack() throws {
        let program = try ChildProcess(["/bin/sh", "-c", "read line; sleep 60"])
        #expect(program.write(Array("one\ntwo\n".utf8)[...]) == 8)
        while program.unreadBytes > 4 { usleep(1000) }
        #expect(program.takeBackInput() == 4)
        #expect(program.unreadBytes == 0 && program.takeBackInput() == 0)
        #expect(!program.hasHungUp)
        program.signal(SIGKILL)
        // Nobody here reads it either, once what it has started has ended, too.
        while !program.hasHungUp { usleep(1000) }
    }

    @Test("What it has not read is known, and a program that reads nothing is not waited for")
    func unread() throws {
        let program = try ChildProcess(["/bin/sleep", "60"])
        #expect(program.write(Array("12345".utf8)[...]) == 5)
        #expect(program.unreadBytes == 5)
        let much = [UInt8](repeating: 65, count: 1 << 20)
        #expect(program.write(much[...]) < much.count)
        #expect(program.write(much[...]) == 0)
        #expect(!program.hasHungUp)
        program.signal(SIGKILL)
        while program.end == nil { usleep(1000) }
        #expect(program.hasHungUp && program.unreadBytes > 60_000, "what it left is known afterwards, too")
    }

    @Test("It goes with the last reference to it, and so does what it has started")
    func killed() throws {
        let path = folder.path("pid")
        var program: ChildProcess? = try ChildProcess(["/bin/sh", "-c", "sleep 600 & echo $! >\(path); wait"])
        let identifier = try #require(program?.identifier)
        var inner: pid_t?
        while inner == nil {
            inner = (try? String(contentsOfFile: path, encoding: .utf8)).flatMap {
                pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            usleep(1000)
        }
        program = nil
        #expect(kill(identifier, 0) == -1 && errno == ESRCH)
        // Whoever inherits it buries it.
        let state = "/proc/\(inner!)/stat"
        while let text = try? String(contentsOfFile: state, encoding: .utf8), !text.contains(") Z ") {
            usleep(1000)
        }
    }
}
