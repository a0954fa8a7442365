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
    /// makes a reader that goes away an error to see instead of the end of the process with every output as it is.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Writes a line to standard output at once.
    static func print(_ line: String) {
        do {
            try Descriptors.write(visible(line) + "\n", to: STDOUT_FILENO)
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
    static func enqueue(_ line: String, afterLosing notice: (Int) -> String = lossNotice) -> Int32 {
        queued.write(visible(line)) { visible(notice($0)) }
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
        if code != 0, code != EPIPE { return "\(String(cString: strerror(code))); what was found is lost" }
        let lost = queued.finish(within: .seconds(1))
        let reason = queued.failure == 0 ? "it is not read" : String(cString: strerror(queued.failure))
        return lost == 0 ? nil : "\(reason); lines lost: \(lost)"
    }

    static func report(_ line: String, bare: Bool = false) {
        Log.write((bare ? "" : "earshot: ") + visible(line))
        // Keeps the order of the log and standard output.
        Log.flush()
    }

    /// Replaces the current line of standard error, for progress; only ever called when `showsProgress`.
    static func progress(_ line: String) {
        try? Descriptors.write("\r\u{1B}[K" + line, to: STDERR_FILENO)
    }

    /// Control characters but line ends as JSON writes them, `\u001B`: no name, tag or file's text commands the terminal.
    private static func visible(_ text: String) -> String {
        let isHidden = { (scalar: Unicode.Scalar) in scalar.isControl && scalar != "\n" }
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
