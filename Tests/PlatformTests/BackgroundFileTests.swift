import Glibc
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct BackgroundFileTests {
    private let folder = TemporaryFolder()

    @Test(
        "The newest content is written whole, with the permissions that were asked for, in a folder that is made"
    )
    func newestContent() throws {
        let file = BackgroundFile(folder.path("state/earshot/numbers"), permissions: 0o640) { _ in
            Issue.record("it can be written")
        }
        for number in 0...200 { file.write("number \(number)\n") }
        file.settle()
        #expect(SystemFiles.text(of: file.path) == "number 200\n")
        #expect(try folder.names() == ["state"])
        #expect(SystemFiles.names(in: folder.path("state/earshot")) == ["numbers"])
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test(
        "What cannot be written is told once, keeps the old content, and once more after it could be written again"
    )
    func failure() throws {
        let told = Mutex<[BackgroundFile.Failure]>([])
        let state = folder.makeFolder("state")
        let file = BackgroundFile(state + "/numbers") { failure in told.withLock { $0.append(failure) } }
        func write(_ text: String) {
            file.write(text)
            file.settle()
        }
        func lose() {
            #expect(rename(state, folder.path("away")) == 0)
            // A file in the place of the folder: no user can write in that.
            folder.write("", to: "state")
        }
        func find() { #expect(unlink(state) == 0 && rename(folder.path("away"), state) == 0) }
        write("one")
        lose()
        for text in ["two", "three"] { write(text) }
        #expect(told.withLock { $0.map(\.reason) } == ["Not a directory"] && file.hasFailed)
        find()
        #expect(SystemFiles.text(of: file.path) == "one")
        write("four")
        #expect(SystemFiles.text(of: file.path) == "four" && !file.hasFailed)
        lose()
        write("five")
        #expect(told.withLock { $0.count } == 2)
    }
}
