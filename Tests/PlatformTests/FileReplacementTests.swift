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

    @Test(
        "Permissions that are given hold whatever was there; a file that was not there is for everybody to read",
        arguments: [(0o600, 0o600), (nil, 0o644)] as [(mode_t?, mode_t)])
    func permissions(given: mode_t?, expected: mode_t) throws {
        let old = folder.write("old", to: "old")
        #expect(chmod(old, 0o666) == 0)
        try FileReplacement(of: folder.path("new"), with: "new", permissions: given).commit()
        try FileReplacement(of: old, with: "new", permissions: given).commit()
        var status = stat()
        #expect(stat(folder.path("new"), &status) == 0 && status.st_mode & 0o777 == expected)
        #expect(stat(old, &status) == 0 && status.st_mode & 0o777 == given ?? 0o666)
    }
}
