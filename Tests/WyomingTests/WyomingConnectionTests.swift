import Glibc
import Platform
import TestSupport
import Testing

@testable import Wyoming

@Suite struct WyomingConnectionTests {
    private let folder = TemporaryFolder()

    @Test("A recognizer that is away for long costs no descriptors")
    func away() throws {
        let address = try WyomingAddress("unix://\(folder.path)/away.sock")
        let before = unconnected()
        for _ in 0..<700 {
            #expect(throws: WyomingError.away(address, code: ENOENT)) {
                _ = try WyomingConnection(to: address, within: .seconds(1)) { false }
            }
        }
        // Other tests listen at some meanwhile.
        #expect(unconnected() - before < 350)
    }

    /// How many sockets of this process lead to nobody; other tests have hundreds that do.
    private func unconnected() -> Int {
        SystemFiles.names(in: "/proc/self/fd").compactMap(Int32.init).count { descriptor in
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    getpeername(descriptor, generic, &length) != 0 && errno == ENOTCONN
                }
            }
        }
    }
}
