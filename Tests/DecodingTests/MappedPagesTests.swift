import Glibc
import TestSupport
import Testing

@testable import Decoding

/// A mapped file, before and after its pages are given back.
@Suite struct MappedPagesTests {
    private let folder = TemporaryFolder()
    private let size = 64 * sysconf(Int32(_SC_PAGESIZE))

    private func map(_ path: String) throws -> UnsafeMutableRawBufferPointer {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        let start = try #require(mmap(nil, size, PROT_READ, MAP_SHARED, file, 0))
        try #require(start != MAP_FAILED)
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    private func resident(_ mapping: UnsafeMutableRawBufferPointer) throws -> Int {
        let bounds = "\(String(UInt(bitPattern: mapping.baseAddress!), radix: 16))-"
        return try ResidentMemory.ofMapping { $0.hasPrefix(bounds) }
    }

    @Test("Its pages leave the process, by whatever name it goes, and read the same when they come back")
    func givesBack() throws {
        let text = String(repeating: "mdef", count: size / 4)
        let path = folder.write(text, to: "mdef")
        let link = folder.path("link")
        #expect(symlink(path, link) == 0)
        let mapping = try map(path)
        defer { munmap(mapping.baseAddress, size) }
        #expect(mapping.elementsEqual(text.utf8))
        #expect(try resident(mapping) == size / 1024)

        MappedPages(path: link).giveBack()
        #expect(try resident(mapping) == 0)
        #expect(mapping.elementsEqual(text.utf8))
    }

    @Test("Another file keeps its pages, one whose name only ends the same among them")
    func leavesOthers() throws {
        let path = folder.write(String(repeating: "x", count: size), to: "other mdef")
        let mapping = try map(path)
        defer { munmap(mapping.baseAddress, size) }
        #expect(mapping.allSatisfy { $0 == UInt8(ascii: "x") })
        MappedPages(path: folder.write("", to: "mdef")).giveBack()
        MappedPages(path: folder.path("absent")).giveBack()
        #expect(try resident(mapping) == size / 1024)
    }
}
