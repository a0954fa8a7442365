import Glibc
import Platform
import Testing

@Suite struct HeapTests {
    @Test("A large block goes back to the system when it is freed, though a larger one was freed before")
    func largeBlocks() throws {
        Heap.giveBackLargeBlocks()
        free(malloc(8 << 20))
        let block = try #require(malloc(4 << 20))
        defer { free(block) }
        #expect(isOneOfItsOwn(block))
    }

    /// Whether the system gave it by itself: glibc's own mark, the second bit of the size before it (malloc/malloc.c, IS_MMAPPED).
    private func isOneOfItsOwn(_ block: UnsafeMutableRawPointer) -> Bool {
        block.load(fromByteOffset: -MemoryLayout<UInt>.size, as: UInt.self) & 2 != 0
    }
}
