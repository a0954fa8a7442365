import CLinux
import Glibc
import Platform
import Service

/// Keeps the outputs safe while no appliance drives them, and lends the lines to one that asks.
///
/// An appliance that starts connects to the server's socket, and has the lines for as long as the connection lasts. However
/// it ends, killed by the watchdog too, the kernel closes the connection and the server drives the lines again. In
/// between nothing drives them, and the resistor at the line decides: for 0.2 ms after a kill, and for 4.8 ms at most
/// when they are lent (`make virtual-board TESTS=service`).
///
/// What is driven then is what the configuration said when a connection began whose appliance has confirmed that it goes by it. One
/// that reloads has a second connection, and confirms that only when it has gone over: refused or killed before, it leaves the
/// lines of the configuration by which it ran.
///
/// A line that another process holds is tried again: after a millisecond, and twice as long each time up to a second. So
/// lines also come back from an appliance to which an earlier server lent them. Every five seconds it is looked whether any was lost with
/// its chip, to take it again when that is back.
///
/// ```swift
/// let server = try SafeOutputServer(at: now) { () throws(ApplianceError) in try SafeOutputs(configuration) }
/// // whenever a descriptor is readable, and at nextDeadline:
/// for event in server.advance(to: now) { print(event) }
/// ```
///
/// One thread at a time may use it.
package final class SafeOutputServer {
    /// What happened to the lines.
    package enum Event: Sendable, Hashable, CustomStringConvertible {
        /// Result for a line; a failure is reported once until the line is acquired.
        case line(SafeOutputs.Result)
        /// An appliance has the lines.
        case lent
        /// It has gone; its lines are taken.
        case returned
        /// The configuration has become unreadable; the lines of the one before are kept.
        case warning(String)

        package var description: String {
            switch self {
            case .line(let result): result.description
            case .lent: "the appliance has the lines"
            case .returned: "the appliance has gone"
            case .warning(let text): text
            }
        }
    }

    /// How often it is looked whether lines were lost.
    private static let checkInterval = Duration.seconds(5)

    private struct Borrower {
        let connection: Int32
        /// What is driven when it has gone, once it has confirmed that it goes by this.
        let safe: SafeOutputs
    }

    private let open: () throws(ApplianceError) -> SafeOutputs
    private var safe: SafeOutputs
    private let path: String
    /// -1 without a socket, so that the lines cannot be lent.
    private var listener: Int32 = -1
    /// Prevents a second server on the same socket; -1 when it cannot be acquired, or the lines are not shared, and so no socket either.
    private var lock: Int32 = -1
    private var borrowers: [Borrower] = []
    /// When lines are looked at next that another process holds, or that may be lost.
    private var nextTry: Duration?
    private var backOff = BackOff(Duration.milliseconds(1) ... .seconds(1))
    private var reported: Set<String> = []
    private var news: [Event] = []
    private let manager = ServiceManager()

    /// Takes the lines, and listens.
    ///
    /// - Parameters:
    ///   - path: The socket. Its folder is made if it can be; without it, lines are kept but cannot be asked for.
    ///   - isShared: Whether appliances are listened for; the lines of a simulated board are no other process's.
    ///   - now: This moment.
    ///   - open: Reads the configuration; called again whenever the lines are lent, so that what changed counts when
    ///     they come back from an appliance that has confirmed it.
    /// - Throws: What `open` throws; `unavailable` when another server listens there.
    package init(
        socket path: String? = nil, isShared: Bool = true, at now: Duration,
        _ open: @escaping () throws(ApplianceError) -> SafeOutputs
    ) throws(ApplianceError) {
        self.open = open
        self.path = path ?? OutputLock.socket
        safe = try open()
        if isShared { try lockFolder() }
        acquire(at: now)
        listen()
        showStatus()
    }

    deinit {
        safe.release()
        for borrower in borrowers { close(borrower.connection) }
        if listener >= 0 {
            unlink(path)
            close(listener)
        }
        if lock >= 0 { close(lock) }
    }

    /// Readable when there is something to do.
    package var descriptors: [Int32] { (listener < 0 ? [] : [listener]) + borrowers.map(\.connection) }

    /// When `advance(to:)` has something to do although no descriptor is readable; nil for never.
    package var nextDeadline: Duration? { nextTry }

    /// Whether every line is driven by this, or lent.
    package var isComplete: Bool { safe.isComplete || !borrowers.isEmpty }

    /// Lends lines, takes them back, and retries those that failed.
    ///
    /// - Returns: What happened since the last call; at first, the result for each line.
    package func advance(to now: Duration) -> [Event] {
        while let connection = accept() { lend(to: connection) }
        let before = borrowers.count
        borrowers.removeAll { borrower in
            let (isConfirmed, hasGone) = told(on: borrower.connection)
            if isConfirmed { safe = borrower.safe }
            if hasGone { close(borrower.connection) }
            return hasGone
        }
        if before > 0, borrowers.isEmpty {
            acquire(at: now)
            news.append(.returned)
            showStatus()
        } else if let nextTry, nextTry <= now {
            acquire(at: now)
        }
        defer { news = [] }
        return news
    }

    // MARK: - Lines

    private func acquire(at now: Duration) {
        for result in safe.acquire() {
            if result.error == nil {
                reported.remove(result.output)
                news.append(.line(result))
            } else if reported.insert(result.output).inserted {
                news.append(.line(result))
            }
        }
        if safe.isComplete {
            backOff.reset()
            nextTry = safe.mayLoseLines ? now + Self.checkInterval : nil
        } else {
            nextTry = now + backOff.next()
        }
    }

    private func lend(to connection: Int32) {
        safe.release()
        nextTry = nil
        backOff.reset()
        var yes: UInt8 = 1
        _ = send(connection, &yes, 1, Int32(MSG_NOSIGNAL))
        news.append(.lent)
        var next = safe
        do throws(ApplianceError) {
            next = try open()
        } catch {
            news.append(.warning("\(error); until that is mended, the outputs of before are kept"))
        }
        borrowers.append(Borrower(connection: connection, safe: next))
        showStatus()
    }

    private func showStatus() {
        manager.show(
            borrowers.isEmpty
                ? "driving the outputs to their safe levels" : "the appliance drives the outputs")
    }

    // MARK: - The socket

    private var folder: String { SystemFiles.folder(of: path) }

    private func lockFolder() throws(ApplianceError) {
        if mkdir(folder, 0o755) != 0, errno != EEXIST { return cannotListen(because: errno) }
        lock = Glibc.open("\(path).lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0 else { return cannotListen(because: errno) }
        if flock(lock, LOCK_EX | LOCK_NB) != 0 {
            close(lock)
            lock = -1
            throw .unavailable(
                "the outputs are kept already, by another 'earshot outputs --hold'; 'systemctl stop earshot-safe' ends it"
            )
        }
    }

    private func listen() {
        // Nobody is listened for, or `lockFolder` has reported why not.
        guard lock >= 0 else { return }
        unlink(path)
        do throws(PlatformError) {
            // Whoever has the lines drives them, so not the group, whose programs may only ask the appliance.
            listener = try LocalSocket.listening(at: path, permissions: 0o600, backlog: 4)
        } catch {
            cannotListen(because: error.code)
        }
    }

    private func cannotListen(because code: Int32) {
        news.append(
            .warning(
                "no appliance can ask for the lines at \(path) (\(systemText(code))); "
                    + "end this before one is started"))
    }

    /// A connection that waits; nil when there is none.
    private func accept() -> Int32? {
        guard listener >= 0 else { return nil }
        let connection = LocalSocket.nextConnection(to: listener)
        return connection < 0 ? nil : connection
    }

    /// What an appliance has told since it was last looked: a byte confirms.
    private func told(on connection: Int32) -> (isConfirmed: Bool, hasGone: Bool) {
        var isConfirmed = false
        var byte: UInt8 = 0
        while true {
            let count = recv(connection, &byte, 1, Int32(MSG_DONTWAIT))
            guard count == 1 else {
                return (isConfirmed, count == 0 || errno != EAGAIN && errno != EINTR)
            }
            isConfirmed = true
        }
    }
}
