import Glibc
import Platform
import TestSupport
import Testing

@Suite struct FileReplacementTests {
    private let folder = TemporaryFolder()

    @Test("The old text stays until the new one is committed, which lies beside it")
    func commit() throws {
        let path = folder.write("old", to: "site.yaml")
        let replacement = try FileReplacement(of: path, with: "new")
        #expect(SystemFiles.text(of: path) == "old")
        #expect(SystemFiles.text(of: replacement.path) == "new")
        #expect(replacement.path.hasPrefix(path))
        try replacement.commit()
        #expect(SystemFiles.text(of: path) == "new")
        #expect(try folder.names() == ["site.yaml"])
    }

    @Test("What is not committed leaves nothing behind, and so does what cannot be put in its place")
    func nothingLeft() throws {
        let path = folder.write("old", to: "site.yaml")
        do { _ = try FileReplacement(of: path, with: "new") }
        #expect(throws: PlatformError.refused(call: "rename", code: EISDIR)) {
            try FileReplacement(of: folder.makeFolder("full"), with: "new").commit()
        }
        #expect(throws: PlatformError.refused(call: "open", code: ENOENT)) {
            try FileReplacement(of: folder.path("nowhere/site.yaml"), with: "new").commit()
        }
        #expect(SystemFiles.text(of: path) == "old")
        #expect(try folder.names() == ["full", "site.yaml"])
    }

    @Test("A link stays one: what it leads to is replaced, and keeps its permissions")
    func link() throws {
        let elsewhere = folder.makeFolder("elsewhere") + "/site.yaml"
        folder.write("old", to: "elsewhere/site.yaml")
        #expect(chmod(elsewhere, 0o640) == 0)
        let link = folder.path("site.yaml")
        #expect(symlink("elsewhere/site.yaml", link) == 0)
        try FileReplacement(of: link, with: "new").commit()
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(SystemFiles.text(of: elsewhere) == "new")
        #expect(stat(elsewhere, &status) == 0 && status.st_mode & 0o777 == 0o640)
    }

    @Test("A file that was not there is as private as the user's others")
    func newFile() throws {
        try withUmask(0o077) { try FileReplacement(of: folder.path("new"), with: "new").commit() }
        #expect(mode(of: folder.path("new")) == 0o600)
    }

    @Test(
        "A file of the program's own has the permissions that are asked for, and no link leads it elsewhere")
    func own() throws {
        let victim = folder.write("precious", to: "victim")
        let path = folder.path("own")
        #expect(symlink(victim, path) == 0)
        folder.write("left by a power failure", to: "own.new")
        try FileReplacement(ofOwn: path, with: "new", permissions: 0o640, isDurable: false).commit()
        #expect(SystemFiles.text(of: victim) == "precious" && SystemFiles.text(of: path) == "new")
        #expect(mode(of: path) == 0o640)
        #expect(try folder.names() == ["own", "victim"])
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status.st_mode & 0o777 : nil
    }

    @Test(
        "A link that leads to no file yet stays, and the file is made where it leads",
        arguments: [false, true])
    func linkToNothing(isRelative: Bool) throws {
        let link = folder.path("link")
        #expect(symlink(isRelative ? "page" : folder.path("page"), link) == 0)
        try FileReplacement(of: link, with: "new").commit()
        #expect(SystemFiles.text(of: folder.path("page")) == "new")
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }
}
