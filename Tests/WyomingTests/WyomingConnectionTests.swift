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
        func opened() -> Int { SystemFiles.names(in: "/proc/self/fd").count }
        let before = opened()
        for _ in 0..<700 {
            #expect(throws: WyomingError.away(address, code: ENOENT)) {
                _ = try WyomingConnection(to: address, within: .seconds(1)) { false }
            }
        }
        // Other tests open some meanwhile.
        #expect(opened() - before < 350)
    }
}
