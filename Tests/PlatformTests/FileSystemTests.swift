import Platform
import Testing

struct FileSystemTests {
    @Test("The kind of a folder's file system is known, also before the folder is there")
    func fileSystem() {
        #expect(FileSystem(of: "/proc").kind == "proc")
        #expect(FileSystem(of: "/proc/no/such").kind == "proc")
        #expect(!FileSystem(of: "/proc").isVolatile)
    }

    @Test("Layers over a card that is only read forget with the machine, whatever makes them")
    func layers() {
        for kind in ["overlay", "aufs", "fuse.unionfs", "fuse.unionfs-fuse", "fuse.fuse-overlayfs"] {
            #expect(FileSystem.isVolatile(kind), "\(kind)")
        }
        for kind in ["ext4", "f2fs", "vfat"] { #expect(!FileSystem.isVolatile(kind), "\(kind)") }
    }
}
