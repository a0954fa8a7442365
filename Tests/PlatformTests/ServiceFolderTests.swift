import Glibc
import Testing

@testable import Platform

@Suite struct ServiceFolderTests {
    @Test("The first of the folders that are named counts, and an empty variable names none")
    func first() {
        let variable = "EARSHOT_TEST_DIRECTORY"
        #expect(ServiceFolder.first(of: variable) == nil)
        defer { unsetenv(variable) }
        setenv(variable, "/run/earshot:/run/other", 1)
        #expect(ServiceFolder.first(of: variable) == "/run/earshot")
        setenv(variable, "/run/earshot", 1)
        #expect(ServiceFolder.first(of: variable) == "/run/earshot")
        setenv(variable, "", 1)
        #expect(ServiceFolder.first(of: variable) == nil)
    }
}
