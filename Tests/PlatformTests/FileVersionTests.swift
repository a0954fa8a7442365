import Platform
import TestSupport
import Testing

@Suite struct FileVersionTests {
    private let folder = TemporaryFolder()

    @Test("A file that was written again is of another version, and what is no file on a disk has none")
    func versions() {
        let path = folder.write("text", to: "file")
        let version = FileVersion(of: path)
        #expect(version != nil && FileVersion(of: path) == version)
        _ = folder.write("another text", to: "file")
        #expect(FileVersion(of: path) != version)
        #expect(FileVersion(of: folder.path("nothing")) == nil)
        #expect(FileVersion(of: "/dev/null") == nil)
    }
}
