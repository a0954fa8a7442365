import Glibc
import Platform
import Testing

@Suite struct HeapTests {
    @Test("A large block goes back to the system when it is freed, though a larger one was freed before")
    func largeBlocks() {
        Heap.keepLittle()
        free(malloc(8 << 20))
        // What other tests have freed is used first.
        let blocks = (0..<64).compactMap { _ in malloc(4 << 20) }
        defer { for block in blocks { free(block) } }
        #expect(blocks.contains(where: isOneOfItsOwn))
    }

    /// Whether the system gave it by itself: glibc's own mark, the second bit of the size before it (malloc/malloc.c, IS_MMAPPED).
    private func isOneOfItsOwn(_ block: UnsafeMutableRawPointer) -> Bool {
        block.load(fromByteOffset: -MemoryLayout<UInt>.size, as: UInt.self) & 2 != 0
    }
}
