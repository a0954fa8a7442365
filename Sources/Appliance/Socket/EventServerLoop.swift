import EventSocket
import Glibc
import Platform

/// The thread of an ``EventServer``: lets programs in, reads what they ask, and writes what they are told. Owned by it.
struct EventServerLoop {
    private let server: EventServer
    private let listener: Int32
    private let clock = MonotonicClock()
    private var readers: [Int: SocketReader] = [:]
    private var newest = 0
    /// When it is tried again to accept, after the process had no descriptor left, or the appliance had too much to do.
    private var acceptsAt = Duration.zero
    /// Those who may have sent more than was looked at.
    private var unread: Set<Int> = []
    /// So many lines of one reader are looked at before the others have their turn.
    private static let mostLines = 8

    /// - Parameter listener: a socket that listens, and does not block; it is this one's to close.
    init(_ server: EventServer, listener: Int32) {
        self.server = server
        self.listener = listener
    }

    /// Serves until the server is stopping, and closes everything.
    mutating func run() {
        while !server.isStopping {
            deliver()
            wait(limit: nil)
        }
        deliver()
        let end = clock.now + .milliseconds(200)
        while clock.now < end, readers.values.contains(where: \.hasOutput) {
            for id in readers.keys { write(id) }
            wait(limit: .milliseconds(10))
        }
        for reader in readers.values { close(reader.descriptor) }
        close(listener)
    }

    /// Puts what the appliance has to say into each reader's queue.
    private mutating func deliver() {
        for outgoing in server.takeOutgoing() {
            switch outgoing {
            case .line(let line):
                for id in readers.keys where readers[id]?.isGreeted == true { add(line, to: id) }
            case .greeting(let line, let id):
                readers[id]?.isGreeted = true
                add(line, to: id)
            case .reply(let line, let id):
                readers[id]?.awaitsReply = false
                add(line, to: id)
                read(id)
            }
        }
        for id in readers.keys { write(id) }
    }

    private mutating func add(_ line: String, to id: Int) {
        guard readers[id]?.add(line) == false else { return }
        let goodbye = SocketReply(goodbye: "dropped, as what was told was not read on; connect again").json
        readers[id]?.end(with: goodbye, by: clock.now + EventServer.lastWords)
        server.post(.dropped)
    }

    private mutating func wait(limit: Duration?) {
        let now = clock.now
        if server.isOverloaded { acceptsAt = max(acceptsAt, now + .milliseconds(10)) }
        var items = [pollfd(fd: server.wakeUp, events: Int16(POLLIN), revents: 0)]
        let accepts = acceptsAt <= now && limit == nil
        items.append(pollfd(fd: accepts ? listener : -1, events: Int16(POLLIN), revents: 0))
        let ids = Array(readers.keys)
        for id in ids { items.append(readers[id]!.interest) }
        let deadlines = readers.values.compactMap(\.deadline) + (accepts ? [] : [max(acceptsAt, now)])
        let pause = unread.isEmpty ? limit ?? deadlines.min().map { max(.zero, $0 - now) } : .zero
        let milliseconds = pause.map { Int32(clamping: $0.nanoseconds / 1_000_000 + 1) } ?? -1
        guard poll(&items, nfds_t(items.count), milliseconds) >= 0 || errno == EINTR else { return }
        if items[0].revents != 0 { server.drainWakeUp() }
        for id in unread { read(id) }
        for (id, item) in zip(ids, items.dropFirst(2)) where item.revents != 0 {
            if item.revents & Int16(POLLOUT) != 0 { write(id) }
            if item.revents & Int16(POLLIN) != 0 { read(id) }
            if item.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { remove(id) }
        }
        for (id, reader) in readers {
            if let deadline = reader.deadline, deadline <= clock.now || !reader.hasOutput { remove(id) }
        }
        if items[1].revents != 0 { accept() }
    }

    private mutating func accept() {
        // A crowd at the door is let in by turns, so that those inside are served in between.
        for _ in 0..<EventServer.mostReaders where !server.isOverloaded {
            let connection = LocalSocket.nextConnection(to: listener)
            guard connection >= 0 else {
                if errno == EMFILE || errno == ENFILE { acceptsAt = clock.now + .milliseconds(100) }
                return
            }
            guard readers.count < EventServer.mostReaders else {
                let line = SocketReply(
                    goodbye: "\(EventServer.mostReaders) programs are connected already; try again later"
                ).json
                var reader = SocketReader(connection)
                _ = reader.add(line)
                reader.write()
                close(connection)
                continue
            }
            newest += 1
            readers[newest] = SocketReader(connection)
            server.count(readers.count)
            server.post(.joined(reader: newest))
        }
    }

    private mutating func write(_ id: Int) {
        if readers[id]?.write() == false { remove(id) }
    }

    private mutating func read(_ id: Int) {
        unread.remove(id)
        guard var reader = readers[id], reader.deadline == nil else { return }
        var lines = 0
        while !reader.awaitsReply {
            guard lines < Self.mostLines else {
                unread.insert(id)
                break
            }
            lines += 1
            switch reader.nextLine() {
            case .nothing:
                readers[id] = reader
                return
            case .gone:
                readers[id] = reader
                return remove(id)
            case .tooLong:
                let line = SocketReply(
                    goodbye: "a request has \(EventServer.longestLine) bytes at most; connect again"
                ).json
                reader.end(with: line, by: clock.now + EventServer.lastWords)
                readers[id] = reader
                write(id)
                return
            case .line(let bytes):
                do throws(SocketRequest.Mistake) {
                    server.post(.request(try SocketRequest(bytes), from: id))
                    reader.awaitsReply = true
                } catch {
                    readers[id] = reader
                    add(SocketReply(to: error).json, to: id)
                    write(id)
                    guard let rest = readers[id], rest.deadline == nil else { return }
                    reader = rest
                }
            }
        }
        readers[id] = reader
    }

    private mutating func remove(_ id: Int) {
        guard let reader = readers.removeValue(forKey: id) else { return }
        unread.remove(id)
        close(reader.descriptor)
        server.count(readers.count)
        server.post(.left(reader: id))
    }
}
