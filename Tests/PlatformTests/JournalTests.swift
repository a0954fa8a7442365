import Foundation
import Platform
import Testing

@Suite struct JournalTests {
    /// A socket in the journal's place.
    private final class Reader {
        let path: String
        private let socket: Int32

        init() throws {
            path = "\(NSTemporaryDirectory())/\(UUID().uuidString.prefix(8)).journal"
            socket = LocalSocket.make(.datagram)
            try #require(LocalSocket.withAddress(of: path) { bind(socket, $0, $1) } == 0)
        }

        deinit {
            close(socket)
            unlink(path)
        }

        /// The next datagram; nil when none waits.
        func next() -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return count < 0 ? nil : Array(bytes[..<count])
        }
    }

    @Test("A message has a priority and fields, a line of the datagram each")
    func fields() throws {
        let reader = try Reader()
        let journal = try #require(Journal(at: reader.path, as: "earshot"))
        #expect(journal.send("lamp on", level: .warning, fields: ["EARSHOT_OUTPUT": "lamp"]))
        let text = try String(decoding: #require(reader.next()), as: UTF8.self)
        #expect(
            text == "MESSAGE=lamp on\nPRIORITY=4\nSYSLOG_IDENTIFIER=earshot\nEARSHOT_OUTPUT=lamp\n")
    }

    @Test("A line break in a value begins no other field")
    func lineBreak() throws {
        let reader = try Reader()
        let journal = try #require(Journal(at: reader.path, as: "earshot"))
        journal.send("a\nPRIORITY=0", level: .notice)
        let expected =
            Array("MESSAGE\n".utf8) + [12, 0, 0, 0, 0, 0, 0, 0]
            + Array("a\nPRIORITY=0\nPRIORITY=5\nSYSLOG_IDENTIFIER=earshot\n".utf8)
        #expect(reader.next() == expected)
    }

    @Test("A journal that does not read on makes nobody wait, and is told how much it missed")
    func stalled() throws {
        let reader = try Reader()
        let journal = try #require(Journal(at: reader.path, as: "earshot"))
        var lost = 0
        for _ in 0..<10_000 where !journal.send("message", level: .info) { lost += 1 }
        #expect(lost > 0)
        while reader.next() != nil {}
        journal.send("again", level: .info)
        let text = try String(decoding: #require(reader.next()), as: UTF8.self)
        #expect(text.hasSuffix("EARSHOT_LOST=\(lost)\n"))
        journal.send("and again", level: .info)
        #expect(try !String(decoding: #require(reader.next()), as: UTF8.self).contains("EARSHOT_LOST"))
    }

    @Test("Where there is no journal, there is none to write to, and the way there is closed once")
    func missing() {
        let journal = Journal(at: "/nowhere/socket")
        // A second time would say EBADF.
        let code = errno
        #expect(journal == nil)
        #expect(code == ENOENT)
    }
}
