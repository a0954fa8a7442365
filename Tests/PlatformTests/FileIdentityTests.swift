import Glibc
import Platform
import TestSupport
import Testing

@Suite struct FileIdentityTests {
    private let folder = TemporaryFolder()

    @Test("A file is the same by its name, a link and a descriptor; a copy of it is another one")
    func names() throws {
        let path = folder.write("text", to: "file")
        let copy = folder.write("text", to: "copy")
        #expect(symlink(path, folder.path("link")) == 0)
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        let file = try #require(FileIdentity(of: path))
        #expect(FileIdentity(of: folder.path("link")) == file)
        #expect(FileIdentity(of: descriptor) == file)
        #expect(FileIdentity(of: copy) != file)
    }

    @Test("What is not there is none, and a folder or a device is no ordinary one")
    func others() {
        #expect(FileIdentity(of: folder.path("nothing")) == nil)
        #expect(FileIdentity(of: -1) == nil)
        #expect(FileIdentity(of: folder.write("", to: "file"))?.isOrdinaryFile == true)
        #expect(FileIdentity(of: "/")?.isOrdinaryFile == false)
        #expect(FileIdentity(of: "/dev/null")?.isOrdinaryFile == false)
    }
}
