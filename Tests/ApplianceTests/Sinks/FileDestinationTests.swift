import Configuration
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// The file that dictated text is added to.
@Suite struct FileDestinationTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("text.txt") }

    private func content(_ name: String = "text.txt") -> String? { SinkPieces.content(folder.path(name)) }

    private func destination(
        _ format: SinkOptions.Format = .text, size: Int? = nil, keep: Int = 3,
        on disk: FileDestination.Disk = .init()
    ) -> FileDestination {
        FileDestination(
            path, format, size.map { SinkOptions.Rotation(size: ByteCount(bytes: $0), keep: keep) }, on: disk)
    }

    /// What is wrong with handing a piece over; nil if nothing is.
    private func trouble(_ file: inout FileDestination, _ piece: SinkPiece) -> String? {
        do throws(SinkTrouble) {
            _ = try file.put(piece)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("Each text is a line at its end, for its owner and group to read, whatever the umask")
    func lines() throws {
        folder.write("before\n", to: "text.txt")
        var file = destination()
        _ = try file.put(SinkPieces.text("Buy milk."))
        _ = try file.put(SinkPieces.text("Dear Ada,\nsee you."))
        #expect(content() == "before\nBuy milk.\nDear Ada,\nsee you.\n")
        unlink(path)
        try withUmask(0o077) { _ = try file.put(SinkPieces.text("new")) }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test("As JSON a line is the event, with the time by the calendar")
    func json() throws {
        var file = destination(.json)
        _ = try file.put(SinkPieces.text("Dear Ada,\nsee you."))
        let lines = try #require(content()).split(separator: "\n")
        #expect(lines.count == 1)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(object["event"] as? String == "final" && object["text"] as? String == "Dear Ada,\nsee you.")
        #expect(object["at"] as? String == "2023-11-14T22:13:20.250Z" && object["t"] as? Double == 2)
    }

    @Test("A file that is moved or deleted, as logrotate does, is made again", arguments: ["move", "delete"])
    func moved(how: String) throws {
        var file = destination()
        _ = try file.put(SinkPieces.text("one"))
        if how == "move" { rename(path, folder.path("old")) } else { unlink(path) }
        _ = try file.put(SinkPieces.text("two"))
        #expect(content() == "two\n")
        #expect(content("old") == (how == "move" ? "one\n" : nil))
    }

    @Test("What a power failure has cut off stays a line of its own")
    func cutOff() throws {
        folder.write("half a li", to: "text.txt")
        var file = destination()
        _ = try file.put(SinkPieces.text("whole"))
        #expect(content() == "half a li\nwhole\n")
        _ = try file.put(SinkPieces.retraction("whole"))
        #expect(content() == "half a li")
    }

    @Test("A file that would grow too large is moved out of the way, and so many of these stay")
    func rotation() throws {
        var file = destination(size: 1000, keep: 2)
        let text = String(repeating: "x", count: 399)
        for number in 1...9 { _ = try file.put(SinkPieces.text("\(number)" + text.dropFirst())) }
        #expect(try folder.names() == ["text.txt", "text.txt.1", "text.txt.2"])
        #expect(content()?.split(separator: "\n").map(\.first) == ["9"])
        #expect(content("text.txt.1")?.split(separator: "\n").map(\.first) == ["7", "8"])
        #expect(content("text.txt.2")?.split(separator: "\n").map(\.first) == ["5", "6"])
        // One text is never cut in two, however long it is.
        _ = try file.put(SinkPieces.text(String(repeating: "y", count: 5000)))
        #expect(content()?.utf8.count == 5001)
    }

    @Test("A text is taken out also after the file was moved to make room for the next one")
    func takenBackAfterRotation() throws {
        var file = destination(size: 12)
        for text in ["one", "two", "three"] { _ = try file.put(SinkPieces.text(text)) }
        #expect(content() == "three\n" && content("text.txt.1") == "one\ntwo\n")
        for text in ["three", "two"] {
            guard case .done = try file.put(SinkPieces.retraction(text)) else {
                Issue.record("\(text) was not taken out")
                return
            }
        }
        #expect(content() == "" && content("text.txt.1") == "one\n")
    }

    @Test("While the file cannot be moved, no older text is lost, however often it is tried")
    func rotationRefused() throws {
        let current = path
        for number in 1...2 { folder.write("\(number)\n", to: "text.txt.\(number)") }
        folder.write("now\n", to: "text.txt")
        var stuck = destination(
            size: 4,
            on: FileDestination.Disk(move: { from, to in
                errno = EACCES
                return from == current ? -1 : rename(from, to)
            }))
        for _ in 1...3 {
            let reason = trouble(&stuck, SinkPieces.text("new"))
            #expect(reason?.contains("cannot be moved to") == true)
        }
        var file = destination(size: 4)
        _ = try file.put(SinkPieces.text("new"))
        #expect(content() == "new\n" && content("text.txt.1") == "now\n")
        #expect(content("text.txt.2") == "1\n" && content("text.txt.3") == "2\n")
    }

    @Test("What was taken back is taken out, one text after the other")
    func takenBack() throws {
        for format in SinkOptions.Format.allCases {
            unlink(path)
            var file = destination(format)
            for text in ["one", "two", "three"] { _ = try file.put(SinkPieces.text(text)) }
            _ = try file.put(SinkPieces.retraction("three"))
            _ = try file.put(SinkPieces.retraction("two"))
            #expect(content()?.split(separator: "\n").count == 1 && content()?.contains("one") == true)
        }
    }

    @Test("A text that is not the last one there stays; as JSON a line says that it was taken back")
    func takenBackTooLate() throws {
        var file = destination()
        _ = try file.put(SinkPieces.text("buy milk"))
        folder.write("buy milk\nby hand\n", to: "text.txt")
        guard case .remarked(let remark) = try file.put(SinkPieces.retraction("buy milk")) else {
            Issue.record("not told")
            return
        }
        #expect(!remark.contains("milk"), "no word of it")
        #expect(content() == "buy milk\nby hand\n")

        unlink(path)
        var json = destination(.json)
        _ = try json.put(SinkPieces.text("one"))
        rename(path, folder.path("old"))
        _ = try json.put(SinkPieces.retraction("one"))
        #expect(content()?.contains(#""event":"retracted""#) == true)
        #expect(content("old")?.contains(#""event":"final""#) == true)
    }

    @Test("Of a file that may only grow a text is not taken out, and that is not tried for ever")
    func onlyGrows() throws {
        let disk = FileDestination.Disk(shorten: { _, _ in
            errno = EPERM
            return -1
        })
        var file = destination(on: disk)
        _ = try file.put(SinkPieces.text("one"))
        guard case .remarked(let remark) = try file.put(SinkPieces.retraction("one")) else {
            Issue.record("not told")
            return
        }
        #expect(remark == "has a text that was taken back, as it may only grow; remove it by hand")
        var json = destination(.json, on: disk)
        _ = try json.put(SinkPieces.text("two"))
        guard case .done = try json.put(SinkPieces.retraction("two")) else {
            Issue.record("not said in the file")
            return
        }
        #expect(content()?.split(separator: "\n").last?.contains(#""event":"retracted""#) == true)
    }

    /// A disk that has so many bytes of room, and can be given more.
    private final class SmallDisk: Sendable {
        let room = Mutex(0)
        let isBroken = Mutex(false)

        var disk: FileDestination.Disk {
            FileDestination.Disk(
                write: { [self] descriptor, bytes in
                    let count = room.withLock { room in
                        let count = min(room, bytes.count)
                        room -= count
                        return count
                    }
                    errno = ENOSPC
                    return count == 0 ? -1 : write(descriptor, bytes.baseAddress, count)
                },
                sync: { [self] _ in
                    errno = EIO
                    return isBroken.withLock { $0 } ? -1 : 0
                })
        }
    }

    @Test("Of a text that a full disk takes in part nothing is left there, and the whole of it comes later")
    func fullDisk() throws {
        let small = SmallDisk()
        var file = destination(on: small.disk)
        small.room.withLock { $0 = 8 }
        _ = try file.put(SinkPieces.text("one"))
        #expect(
            trouble(&file, SinkPieces.text("a longer text"))
                == "cannot be written (No space left on device); make room there")
        #expect(content() == "one\n")
        small.room.withLock { $0 = 1000 }
        #expect(trouble(&file, SinkPieces.text("a longer text")) == nil)
        #expect(content() == "one\na longer text\n")
    }

    @Test("A text that the disk does not keep is not written, and is not there twice in the end")
    func brokenDisk() throws {
        let small = SmallDisk()
        small.room.withLock { $0 = 1000 }
        small.isBroken.withLock { $0 = true }
        var file = destination(on: small.disk)
        #expect(trouble(&file, SinkPieces.text("one"))?.contains("Input/output error") == true)
        small.isBroken.withLock { $0 = false }
        #expect(trouble(&file, SinkPieces.text("one")) == nil)
        #expect(content() == "one\n")
    }

    @Test("A text that was taken out once is not looked for again, though the disk may not have kept that")
    func brokenDiskTakesOut() throws {
        let small = SmallDisk()
        small.room.withLock { $0 = 1000 }
        var file = destination(on: small.disk)
        for text in ["one", "two"] { _ = try file.put(SinkPieces.text(text)) }
        small.isBroken.withLock { $0 = true }
        guard case .remarked(let remark) = try file.put(SinkPieces.retraction("two")) else {
            Issue.record("not told")
            return
        }
        #expect(remark == "may have a text again that was taken back; look at its disk")
        #expect(content() == "one\n")
        small.isBroken.withLock { $0 = false }
        _ = try file.put(SinkPieces.retraction("one"))
        #expect(content() == "")
    }

    @Test("A link, a pipe, a folder and a folder that is not there are told, with what to do")
    func odd() throws {
        symlink("/dev/null", folder.path("link"))
        mkfifo(folder.path("pipe"), 0o600)
        _ = folder.makeFolder("folder")
        for (name, remedy) in [
            ("link", "name the file itself"), ("pipe", "is no file"), ("folder", "cannot be written"),
            ("none/text", "make its folder"),
        ] {
            var file = FileDestination(folder.path(name), .text)
            let trouble = trouble(&file, SinkPieces.text("one")) ?? "none"
            #expect(trouble.contains(remedy), "\(name): \(trouble)")
        }
    }
}
