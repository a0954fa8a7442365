import EventSocket
import Glibc
import Platform
import Synchronization

/// The appliance's socket: programs of this machine are told what happens, and ask for something, a line of JSON each.
///
/// A thread of its own does all that may wait, so no program, however slow, wrong or hostile, delays the appliance: it adds
/// lines for it, and takes requests out, a few at a time. What a program may do:
///
/// - Its first line is the status at that moment; then it gets every event, in order, until it leaves.
/// - It asks one thing at a time: the next request is read once the one before has its reply.
/// - One that does not read on is dropped when ``mostWaiting`` bytes wait for it; its last line says so.
/// - A line that is longer than ``longestLine`` ends the connection; any other that asks for nothing there is gets an error.
/// - More than ``mostReaders`` at a time are turned away, with a line that says so.
///
/// Who may connect is the file's matter: its owner and its group (0660).
///
/// ```swift
/// let server = try EventServer(at: "/run/earshot/events")
/// while let incoming = server.next() { … server.reply(line, to: reader) }
/// server.tell(event.json)
/// ```
final class EventServer: Sendable {
    /// What programs did, for the appliance's thread.
    enum Incoming: Sendable {
        /// One has connected, and waits for the status: ``EventServer/greet(_:with:)``.
        case joined(reader: Int)
        /// One asks for something: ``EventServer/reply(_:to:)``.
        case request(SocketRequest, from: Int)
        case left(reader: Int)
        /// One did not read on, and was dropped.
        case dropped
    }

    static let mostReaders = 16
    /// Bytes of a request.
    static let longestLine = 4096
    /// Bytes that may wait for one reader: a quarter of an hour of speech, or so.
    static let mostWaiting = 256 * 1024
    /// Nobody is let in while so much is to be taken out: whoever comes and goes all the time makes no queue without end.
    static let mostIncoming = 64
    /// How long a last line is tried to be delivered.
    static let lastWords = Duration.seconds(2)

    /// What the appliance has to say.
    enum Outgoing: Sendable {
        case line(String)
        case greeting(String, reader: Int)
        case reply(String, reader: Int)
    }

    private struct State {
        var incoming: [Incoming] = []
        var outgoing: [Outgoing] = []
        var isStopping = false
    }

    private let path: String
    private let state = Mutex(State())
    private let readers = Atomic<Int>(0)
    private let toAppliance: EventDescriptor
    private let toThread: EventDescriptor
    private let thread: Mutex<SystemThread?>

    /// Listens.
    ///
    /// - Parameter path: The socket; what another appliance left there is replaced, and its folder is made if it can be.
    /// - Throws: `unavailable` where that is impossible, or another appliance listens there.
    init(at path: String) throws(ApplianceError) {
        self.path = path
        func refusal(_ code: Int32) -> ApplianceError {
            .unavailable(
                "cannot listen at \(path) (\(systemText(code))); choose another path under 'socket:', or 'socket: off'"
            )
        }
        let listener: Int32
        do {
            toAppliance = try EventDescriptor()
            toThread = try EventDescriptor()
            listener = try Self.listen(at: path)
        } catch {
            throw refusal(error.code)
        }
        thread = Mutex(nil)
        do throws(PlatformError) {
            let started = try SystemThread(name: "earshot-socket") { [self] in
                var loop = EventServerLoop(self, listener: listener)
                loop.run()
            }
            thread.withLock { $0 = started }
        } catch {
            close(listener)
            unlink(path)
            throw refusal(error.code)
        }
    }

    /// Tells readers what is still to be told, and lets them go. The thread goes on, and keeps this alive, until it is called.
    func stop() {
        guard
            let thread = thread.withLock({ thread in
                defer { thread = nil }
                return thread
            })
        else { return }
        state.withLock { $0.isStopping = true }
        toThread.signal()
        thread.join()
        unlink(path)
    }

    private static func listen(at path: String) throws(PlatformError) -> Int32 {
        let folder = SystemFiles.folder(of: path)
        if mkdir(folder, 0o755) != 0, errno != EEXIST, errno != EROFS {
            throw .refused(call: "mkdir", code: errno)
        }
        // Somebody who listens is alive, even if too busy to answer; a file that nobody listens at was left behind.
        let probe = LocalSocket.connected(to: path)
        let obstacle = probe < 0 ? errno : EADDRINUSE
        if probe >= 0 { close(probe) }
        switch obstacle {
        case EADDRINUSE, EAGAIN: throw .refused(call: "bind", code: EADDRINUSE)
        // Nobody could be asked.
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw .refused(call: "socket", code: obstacle)
        default: break
        }
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw .refused(call: "bind", code: EEXIST) }
            unlink(path)
        }
        return try LocalSocket.listening(at: path, permissions: 0o660, backlog: 16)
    }
}

// MARK: - The appliance's side

extension EventServer {
    /// Readable while something is to be taken out.
    var descriptor: Int32 { toAppliance.descriptor }

    /// Whether anybody would be told.
    var hasReaders: Bool { readers.load(ordering: .relaxed) > 0 }

    /// What a program did; nil when there is nothing.
    func next() -> Incoming? {
        state.withLock { state in
            if state.incoming.count <= 1 { toAppliance.drain() }
            return state.incoming.isEmpty ? nil : state.incoming.removeFirst()
        }
    }

    /// Tells all who have been greeted.
    func tell(_ line: String) { send(.line(line)) }

    /// Gives one who has joined its first line; it is told what happens from now on.
    func greet(_ reader: Int, with line: String) { send(.greeting(line, reader: reader)) }

    /// Answers a request.
    func reply(_ line: String, to reader: Int) { send(.reply(line, reader: reader)) }

    private func send(_ outgoing: Outgoing) {
        state.withLock { $0.outgoing.append(outgoing) }
        toThread.signal()
    }
}

// MARK: - The thread's side

extension EventServer {
    var isStopping: Bool { state.withLock { $0.isStopping } }
    var isOverloaded: Bool { state.withLock { $0.incoming.count >= Self.mostIncoming } }
    var wakeUp: Int32 { toThread.descriptor }
    func drainWakeUp() { toThread.drain() }
    func count(_ readers: Int) { self.readers.store(readers, ordering: .relaxed) }

    func post(_ incoming: Incoming) {
        state.withLock { state in
            state.incoming.append(incoming)
            toAppliance.signal()
        }
    }

    func takeOutgoing() -> [Outgoing] {
        state.withLock { state in
            defer { state.outgoing.removeAll(keepingCapacity: true) }
            return state.outgoing
        }
    }
}
