import CLinux
import Glibc

/// A program that was started by this one, and is given text on its standard input.
///
/// It has nothing of this process but its user, its folder, its standard error and its environment, without what is for
/// this process alone: no descriptor beside its first three, no blocked or ignored signal, no right to a real-time
/// priority or to memory that is never paged out, no protection from being ended where memory is short. What it prints is
/// dropped. No core dump of it is left where none of this process is.
///
/// Owned by one thread. It is killed with the last reference.
///
/// ```swift
/// let program = try ChildProcess(["/usr/bin/logger", "-t", "kiosk"])
/// let count = program.write(bytes[...])
/// program.closeInput()
/// while program.end == nil { usleep(1000) }
/// ```
package final class ChildProcess {
    /// How it ended.
    package enum End: Sendable, Hashable, CustomStringConvertible {
        /// By itself, with this status.
        case status(Int32)
        /// By this signal.
        case signal(Int32)
        /// Another part of this process was told, or whoever started this process has had nobody told.
        case unknown

        package var description: String {
            switch self {
            case .status(let status): "with status \(status)"
            case .unknown: "without word of how"
            case .signal(let number): "by signal \(number) (\(String(cString: strsignal(number))))"
            }
        }
    }

    /// What systemd tells this process, and is no other's to answer.
    private static let ownVariables: Set<Substring> = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
    ]

    /// Its number.
    package let identifier: pid_t
    private var input: Int32
    private var knownEnd: End?

    /// Starts it.
    ///
    /// - Parameter arguments: The program's path from the root, and what it is given; no shell looks at them.
    /// - Throws: `PlatformError.refused` when there is no such program, or it may not be started.
    package init(_ arguments: [String]) throws(PlatformError) {
        precondition(!arguments.isEmpty, "a program has a path")
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        var environment = Self.environment.map { strdup($0) }
        defer { for text in words + environment { free(text) } }
        words.append(nil)
        environment.append(nil)
        var identifier = pid_t()
        var input: Int32 = -1
        let code = clinux_start_program(words[0]!, words, environment, &identifier, &input)
        guard code == 0 else { throw .refused(call: "posix_spawn", code: code) }
        self.identifier = identifier
        self.input = input
    }

    deinit {
        closeInput()
        guard end == nil else { return }
        kill(-identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    private static var environment: [String] {
        var variables: [String] = []
        var next = clinux_environment()!
        while let text = next.pointee {
            variables.append(String(cString: text))
            next += 1
        }
        return variables.filter { !ownVariables.contains($0.prefix { $0 != "=" }) }
    }

    /// How it has ended; nil while it runs.
    package var end: End? {
        if let knownEnd { return knownEnd }
        var status: Int32 = 0
        let found = waitpid(identifier, &status, WNOHANG)
        if found == identifier {
            let number = status & 0x7F
            knownEnd = number == 0 ? .status(status >> 8 & 0xFF) : .signal(number)
        } else if found < 0, errno == ECHILD {
            // Its number may be another's by now: it must not be signalled any more.
            knownEnd = .unknown
        }
        return knownEnd
    }

    /// For poll: writable while it takes text, and in error once it reads no more. -1 when its input is closed.
    package var inputDescriptor: Int32 { input }

    /// Whether nobody reads its input any more.
    package var hasHungUp: Bool {
        var item = pollfd(fd: input, events: 0, revents: 0)
        return poll(&item, 1, 0) > 0
    }

    /// How many bytes of its input it has not read yet.
    package var unreadBytes: Int {
        var count: Int32 = 0
        return input >= 0 && ioctl(input, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }

    /// Takes out of its input what it has not read yet.
    ///
    /// - Returns: How many bytes those were.
    package func takeBackInput() -> Int {
        guard input >= 0 else { return 0 }
        let reader = open("/proc/self/fd/\(input)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard reader >= 0 else { return unreadBytes }
        defer { close(reader) }
        var total = 0
        var portion = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(reader, &portion, portion.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return total }
            total += count
        }
    }

    /// Gives it as much of `bytes` as it takes now.
    ///
    /// - Returns: How many bytes those are; 0 when it takes none, or reads no more. SIGPIPE is to be blocked or ignored.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int {
        max(0, bytes.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) })
    }

    /// Tells it that this was all.
    package func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Sends a signal to it, and to what it has started.
    package func signal(_ number: Int32) {
        if end == nil { kill(-identifier, number) }
    }
}
