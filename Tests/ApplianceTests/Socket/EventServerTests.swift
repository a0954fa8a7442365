import EventSocket
import Foundation
import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// The socket by itself: whoever is at it, and whatever comes in.
@Suite(.timeLimit(.minutes(minutesOfAllTests))) struct EventServerTests {
    /// A server whose requests are answered in turn by a thread of its own, as an appliance does.
    private final class Desk {
        private final class Work: Sendable {
            let server: EventServer
            let dropped = Atomic<Int>(0)
            let requests = Mutex<[SocketRequest.Action]>([])
            let isDone = Atomic<Bool>(false)

            init(_ server: EventServer) { self.server = server }

            func serve() {
                while !isDone.load(ordering: .relaxed) {
                    Descriptors.waitUntilReadable([server.descriptor], within: .milliseconds(10))
                    while let incoming = server.next() {
                        switch incoming {
                        case .joined(let reader): server.greet(reader, with: #"{"event":"status"}"#)
                        case .request(let request, let reader):
                            requests.withLock { $0.append(request.action) }
                            server.reply(SocketReply(to: request).json, to: reader)
                        case .left: break
                        case .dropped: dropped.add(1, ordering: .relaxed)
                        }
                    }
                }
            }
        }

        let path: String
        private let work: Work
        private let thread: SystemThread

        init() throws {
            path = TemporaryFolder.ofProcess.path("\(UUID().uuidString.prefix(8)).events")
            let work = Work(try EventServer(at: path))
            self.work = work
            thread = try SystemThread(name: "desk") { work.serve() }
        }

        deinit {
            work.isDone.store(true, ordering: .relaxed)
            thread.join()
            server.stop()
        }

        var server: EventServer { work.server }
        var droppedReaders: Int { work.dropped.load(ordering: .relaxed) }
        var asked: [SocketRequest.Action] { work.requests.withLock { $0 } }
    }

    @Test("The file is for its owner and its group, and is gone when the server is")
    func file() throws {
        let path = TemporaryFolder.ofProcess.path("mode.events")
        let server = try EventServer(at: path)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o660)
        server.stop()
        #expect(stat(path, &status) != 0)
    }

    @Test("What another appliance left behind is replaced; one that lives is not, nor is a file")
    func taken() throws {
        let path = TemporaryFolder.ofProcess.path("taken.events")
        let abandoned = LocalSocket.make()
        #expect(LocalSocket.withAddress(of: path) { bind(abandoned, $0, $1) } == 0)
        close(abandoned)
        let server = try EventServer(at: path)
        #expect(throws: ApplianceError.self) { try EventServer(at: path) }
        server.stop()
        let file = TemporaryFolder.ofProcess.write("precious", to: "file.events")
        #expect(throws: ApplianceError.self) { try EventServer(at: file) }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    }

    @Test("One that is frozen keeps its socket, and holds up nobody who would like to have it")
    func frozen() throws {
        let path = TemporaryFolder.ofProcess.path("frozen-server.events")
        let frozen = try FrozenAppliance(at: path)
        #expect(throws: ApplianceError.self) { try EventServer(at: path) }
        #expect(access(path, F_OK) == 0)
        withExtendedLifetime(frozen) {}
    }

    @Test("The status comes first, then every event in order")
    func order() throws {
        let desk = try Desk()
        let program = try SocketProgram(desk.path)
        #expect(try program.next()["event"] as? String == "status")
        for number in 0..<1000 { desk.server.tell(#"{"event":"\#(number)"}"#) }
        for number in 0..<1000 { #expect(try program.next()["event"] as? String == "\(number)") }
    }

    @Test(
        "Each request is answered in turn, by its name and number, also several in one piece and one in several"
    )
    func requests() throws {
        let desk = try Desk()
        let program = try SocketProgram(desk.path)
        program.send(#"{"request":"mute","id":1}"# + "\n\n" + #"{"request":"unmute","id":"two"}"#)
        let replies = [try program.next(with: "ok"), try program.next(with: "ok")]
        #expect(replies.map { $0["reply"] as? String } == ["mute", "unmute"])
        #expect(replies[0]["id"] as? Int == 1 && replies[1]["id"] as? String == "two")
        for byte in Array(#"{"request":"cancel"}"#.utf8) { program.send([byte]) }
        program.send("")
        #expect(try program.next(with: "ok")["reply"] as? String == "cancel")
        #expect(desk.asked == [.mute, .unmute, .cancel])
    }

    @Test(
        "What asks for nothing is answered with an error, and nothing is done",
        arguments: [
            "", " ", "mute", "{", "[]", "null", #"{"request":7}"#, #"{"request":"explode"}"#, #"{"id":1}"#,
            #"{"request":"output","name":"lamp"}"#, #"{"request":"output","set":true}"#,
            #"{"request":"output","name":"lamp","set":true,"toggle":true}"#,
            #"{"request":"output","name":"lamp","on_for":1e300}"#,
            #"{"request":"output","name":"lamp","on_for":-1}"#, #"{"request":"say"}"#,
            String(repeating: "[", count: 4000), "\u{0}\u{1}\u{7F}", "\u{FFFD}",
        ])
    func malformed(line: String) throws {
        let desk = try Desk()
        let program = try SocketProgram(desk.path)
        if !line.isEmpty {
            #expect(try program.ask(line)["ok"] as? Bool == false)
        } else {
            program.send(line)
        }
        try program.order(#"{"request":"mute"}"#)
        #expect(desk.asked == [.mute])
    }

    @Test("Bytes that are no text are answered, too")
    func binary() throws {
        let desk = try Desk()
        let program = try SocketProgram(desk.path)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let bytes = (0..<100).map { _ in UInt8.random(in: 11...255, using: &random) }
            program.send(bytes + [10])
            #expect(try program.next(with: "ok")["ok"] as? Bool == false)
        }
        #expect(desk.asked.isEmpty)
    }

    @Test("A request without an end is told so, and let go", arguments: [5_000, 1_000_000])
    func oversized(count: Int) throws {
        let desk = try Desk()
        let program = try SocketProgram(desk.path)
        program.send([UInt8](repeating: 97, count: count))
        #expect((try program.next(with: "ok")["error"] as? String)?.contains("4096 bytes") == true)
        #expect(program.hasEnded())
        try SocketProgram(desk.path).order(#"{"request":"mute"}"#)
    }

    @Test("Who does not read on is dropped, and told so; the others miss nothing")
    func slow() throws {
        let desk = try Desk()
        let (slow, quick) = (try SocketProgram(desk.path), try SocketProgram(desk.path))
        #expect(try quick.next()["event"] as? String == "status")
        #expect(try slow.next()["event"] as? String == "status")
        let padding = String(repeating: "x", count: 1000)
        var number = 0
        while desk.droppedReaders == 0 {
            desk.server.tell(#"{"event":"\#(number)","text":"\#(padding)"}"#)
            #expect(try quick.next()["event"] as? String == "\(number)")
            number += 1
        }
        #expect(number < 2000)
        var last: [UInt8] = []
        do {
            while true { last = try slow.nextLine() }
        } catch {}
        #expect(String(decoding: last, as: UTF8.self).contains("not read on"))
        desk.server.tell(#"{"event":"more"}"#)
        #expect(try quick.next()["event"] as? String == "more")
    }

    @Test("Sixteen are let in at a time, and the others are told so")
    func crowd() throws {
        let desk = try Desk()
        var inside: [SocketProgram] = []
        for _ in 0..<EventServer.mostReaders {
            let program = try SocketProgram(desk.path)
            #expect(try program.next()["event"] as? String == "status")
            inside.append(program)
        }
        let outside = try SocketProgram(desk.path)
        #expect((try outside.next()["error"] as? String)?.contains("connected already") == true)
        #expect(outside.hasEnded())
        try inside[0].order(#"{"request":"mute"}"#)
        inside.removeLast()
        // It takes the server a moment to see that one has gone.
        var isIn = false
        while !isIn { isIn = try SocketProgram(desk.path).next()["event"] as? String == "status" }
    }

    @Test("A thousand connections at once change nothing for who is connected")
    func flood() throws {
        let desk = try Desk()
        let program = try SocketProgram(desk.path)
        #expect(try program.next()["event"] as? String == "status")
        var others: [Int32] = []
        for number in 0..<1000 {
            let other = LocalSocket.make()
            _ = fcntl(other, F_SETFL, O_NONBLOCK)
            _ = LocalSocket.withAddress(of: desk.path) { connect(other, $0, $1) }
            if number % 3 == 0 { _ = Glibc.send(other, "garbage\n", 8, Int32(MSG_NOSIGNAL)) }
            others.append(other)
            if number % 50 == 0 {
                desk.server.tell(#"{"event":"\#(number)"}"#)
                #expect(try program.next()["event"] as? String == "\(number)")
                try program.order(#"{"request":"status"}"#)
            }
        }
        for other in others { close(other) }
        try program.order(#"{"request":"mute"}"#)
        #expect(desk.asked.last == .mute)
    }

    @Test("Who errs without end and reads nothing is dropped, and holds up nobody")
    func endlessMistakes() throws {
        let desk = try Desk()
        let (wrong, right) = (try SocketProgram(desk.path), try SocketProgram(desk.path))
        let mistakes = Array(String(repeating: "x\n", count: 500).utf8)
        while desk.droppedReaders == 0 {
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            _ = Glibc.send(wrong.connection, mistakes, mistakes.count, flags)
            try right.order(#"{"request":"mute"}"#)
        }
        #expect(desk.droppedReaders == 1)
    }

    @Test("Who comes and goes all the time makes no queue without end")
    func comingAndGoing() throws {
        let path = TemporaryFolder.ofProcess.path("churn.events")
        let server = try EventServer(at: path)
        defer { server.stop() }
        for _ in 0..<5_000 {
            let other = LocalSocket.make()
            _ = fcntl(other, F_SETFL, O_NONBLOCK)
            _ = LocalSocket.withAddress(of: path) { connect(other, $0, $1) }
            _ = Glibc.send(other, "{\"request\":\"status\"}\n", 21, Int32(MSG_NOSIGNAL))
            close(other)
        }
        var waiting = 0
        while server.next() != nil { waiting += 1 }
        #expect(waiting <= EventServer.mostIncoming + 3 * EventServer.mostReaders)
    }

    @Test("Who asks with one hand and reads with the other may close the first")
    func halfClosed() throws {
        let desk = try Desk()
        let program = try SocketProgram(desk.path)
        program.send(#"{"request":"mute"}"#)
        shutdown(program.connection, Int32(SHUT_WR))
        #expect(try program.next(with: "ok")["ok"] as? Bool == true)
        desk.server.tell(#"{"event":"more"}"#)
        #expect(try program.next(with: "event")["event"] as? String == "more")
    }

    @Test("What was told before the end is delivered")
    func end() throws {
        let desk = try Desk()
        let program = try SocketProgram(desk.path)
        #expect(try program.next()["event"] as? String == "status")
        desk.server.tell(#"{"event":"end"}"#)
        desk.server.stop()
        #expect(try program.next()["event"] as? String == "end")
        #expect(program.hasEnded())
    }
}
