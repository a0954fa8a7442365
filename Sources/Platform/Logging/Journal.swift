import Glibc
import Synchronization

/// systemd's journal, which keeps a priority and fields beside each message: `journalctl -p warning`,
/// `journalctl EARSHOT_EVENT=command`.
///
/// One datagram a message, by the protocol of systemd.io/JOURNAL_NATIVE_PROTOCOL. Nobody waits for it: a message that finds
/// no room is lost, and the next one has the number of these in its field `EARSHOT_LOST`. Any thread may use it.
///
/// ```swift
/// if Journal.reads(STDOUT_FILENO), let journal = Journal() {
///     journal.send("listening", level: .notice, fields: ["EARSHOT_STATE": "listening"])
/// }
/// ```
package final class Journal: Sendable {
    /// Where the journal takes messages.
    package static let path = "/run/systemd/journal/socket"

    /// What this program was started as, without its folder.
    package static let programName =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "earshot"

    private let socket: Int32
    private let identifier: String
    private let lost = Atomic<Int>(0)

    /// - Parameters:
    ///   - path: The journal's socket; nil is returned where there is none, or this process may not write to it.
    ///   - identifier: By which `journalctl -t` finds the messages: the program's name if not given.
    package init?(at path: String = Journal.path, as identifier: String = Journal.programName) {
        let socket = LocalSocket.make(.datagram)
        guard socket >= 0 else { return nil }
        guard LocalSocket.withAddress(of: path, { connect(socket, $0, $1) }) == 0 else {
            close(socket)
            return nil
        }
        // Not before, or `deinit` would close it once more, when it may be another thread's already.
        self.socket = socket
        self.identifier = identifier
    }

    deinit { close(socket) }

    /// Whether what is written to `descriptor` goes to the journal anyway: systemd names that stream in `JOURNAL_STREAM`
    /// (systemd.exec(5)), and it may have been led elsewhere since.
    package static func reads(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(descriptor, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }

    /// Sends a message; false if it is lost.
    ///
    /// - Parameters:
    ///   - level: Becomes the message's priority.
    ///   - fields: Their names are of capital letters, digits and underscores, and begin with a letter.
    @discardableResult
    package func send(_ message: String, level: Log.Level, fields: [String: String] = [:]) -> Bool {
        let missing = lost.exchange(0, ordering: .relaxed)
        var datagram: [UInt8] = []
        func add(_ name: String, _ value: String) {
            datagram += name.utf8
            if value.utf8.contains(UInt8(ascii: "\n")) {
                // The length, as 64 bits, the least byte first, stands in place of the equals sign.
                datagram.append(UInt8(ascii: "\n"))
                withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { datagram += $0 }
            } else {
                datagram.append(UInt8(ascii: "="))
            }
            datagram += value.utf8
            datagram.append(UInt8(ascii: "\n"))
        }
        add("MESSAGE", message)
        add("PRIORITY", "\(level.rawValue)")
        add("SYSLOG_IDENTIFIER", identifier)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { add(name, value) }
        if missing > 0 { add("EARSHOT_LOST", "\(missing)") }
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        guard Glibc.send(socket, datagram, datagram.count, flags) == datagram.count else {
            lost.add(missing + 1, ordering: .relaxed)
            return false
        }
        return true
    }
}
