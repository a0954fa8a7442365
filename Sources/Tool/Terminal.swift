import Appliance
import Configuration
import Glibc
import Platform
import Synchronization

/// Where the tool writes: results to standard output, everything about the work to standard error.
enum Terminal {
    /// Why standard output takes no results any more, as an errno; 0 while it does.
    private static let failure = Atomic<Int32>(0)

    private static let queued = LineWriter(STDOUT_FILENO)

    /// Gives the three standard descriptors something to be, so that no pin or socket is opened in their place, and
    /// makes a reader that goes away an error to see instead of the end of the process with every output as it is. Signals
    /// that other programs take for "read your files again" or "say how you are" end nothing here. Whoever started this
    /// program may ignore SIGCHLD, which would hide how programs end that are started here.
    static func prepare() {
        for number in [SIGPIPE, SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
        signal(SIGCHLD, SIG_DFL)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// How lines look: what is added to a line that has no control characters any more.
    struct Style: Sendable {
        let apply: @Sendable (String) -> String

        /// As they are.
        static let plain = Style { $0 }
    }

    /// Writes a line to standard output at once.
    ///
    /// - Parameter stop: Is raised when the reader has gone, where there is no work but for it.
    static func print(_ line: String, style: Style = .plain, endingWithReader stop: StopSignal? = nil) {
        clearProgress()
        write(style.apply(visible(line)) + "\n")
        if hasLostReader { stop?.raise() }
    }

    /// Writes a question to standard output, and stays in its line for the answer.
    static func ask(_ question: String) {
        clearProgress()
        write(visible(question))
    }

    /// Writes all of it, however long that takes: who shares standard output may have it return at once where there is no room.
    private static func write(_ text: String) {
        do {
            try Descriptors.write(text, to: STDOUT_FILENO) { code in
                guard code == EAGAIN else { return false }
                var room = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&room, 1, -1)
                return true
            }
        } catch {
            failure.store(error.code, ordering: .relaxed)
        }
    }

    /// Writes a line to standard output without waiting for its reader: for reports while outputs are held. Lines that
    /// are never read are lost in the end.
    ///
    /// - Parameter notice: The line for so many that were lost before this one.
    /// - Returns: Why the newest line that was tried could not be written, as an errno; 0 when it could. EPIPE is a reader
    ///   that has gone (`earshot run | head`), which ends the work but is no failure.
    @discardableResult
    static func enqueue(
        _ line: String, style: Style = .plain, afterLosing notice: (Int) -> String = lossNotice
    ) -> Int32 {
        // The line comes later, perhaps after a newer line of progress, and takes its place.
        let erasure = isWatched && showsProgress ? "\r\u{1B}[K" : ""
        queued.write(erasure + style.apply(visible(line))) { visible(notice($0)) }
        return queued.failure
    }

    /// Whether nobody reads what is printed any more.
    static var hasLostReader: Bool { failure.load(ordering: .relaxed) == EPIPE }

    static func lossNotice(_ count: Int) -> String {
        "lines missing here, as standard output was not read on: \(count)"
    }

    /// Waits a second for what is queued, if it must.
    ///
    /// - Returns: What was not written, and why; nil when everything was, or the reader has gone.
    static func finish() -> String? {
        let code = failure.load(ordering: .relaxed)
        if code != 0, code != EPIPE { return "\(systemText(code)); what was found is lost" }
        let lost = queued.finish(within: .seconds(1))
        let reason = queued.failure == 0 ? "it is not read" : systemText(queued.failure)
        return lost == 0 ? nil : "\(reason); lines lost: \(lost)"
    }

    static func report(_ line: String, bare: Bool = false) {
        clearProgress()
        Log.write((bare ? "" : "earshot: ") + visible(line))
        // Keeps the order of the log and standard output.
        Log.flush()
    }

    /// Whether a line of progress stands on the terminal, which has to go before another is written.
    private static let hasProgress = Atomic(false)

    /// Replaces the current line of standard error, for progress; only ever called when `showsProgress`.
    static func progress(_ line: String) {
        hasProgress.store(true, ordering: .relaxed)
        try? Descriptors.write("\r\u{1B}[K" + visible(line), to: STDERR_FILENO)
    }

    /// Takes the line of progress away, if there is one.
    static func clearProgress() {
        guard hasProgress.exchange(false, ordering: .relaxed) else { return }
        try? Descriptors.write("\r\u{1B}[K", to: STDERR_FILENO)
    }

    /// How many characters a line of the terminal has; 80 where there is none, or it does not tell.
    static var columns: Int {
        var size = winsize()
        for descriptor in [STDERR_FILENO, STDOUT_FILENO] {
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        }
        return 80
    }

    /// Control characters but line ends and tabs as JSON writes them, `\u001B`: no name, tag or text commands the terminal.
    static func visible(_ text: String) -> String {
        let isHidden = { (scalar: Unicode.Scalar) in scalar.isControl && scalar != "\n" && scalar != "\t" }
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        return text.unicodeScalars.map { isHidden($0) ? "\\u\($0.hexadecimal)" : String($0) }.joined()
    }

    /// Whether a person looks at standard output, and nothing keeps what is written there.
    static let isWatched = isatty(STDOUT_FILENO) == 1

    /// Whether this program belongs to a terminal, whose end is its own.
    static var isControlled: Bool {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        if terminal >= 0 { close(terminal) }
        return terminal >= 0
    }

    static let showsProgress = isatty(STDERR_FILENO) == 1
}
