import Testing

@testable import Configuration

@Suite struct DataFoldersTests {
    @Test("A program finds first what is in the package it was built in, then what that depends on")
    func inProject() {
        #expect(
            DataFolders.folders("models", program: "/home/a/listener/.build/x86_64/release") == [
                "/home/a/listener/models", "/home/a/listener/.build/checkouts/earshot/models",
                "/usr/local/share/earshot/models", "/usr/share/earshot/models",
            ])
    }

    @Test("An installed program finds what was installed with it first, wherever that is")
    func installed() {
        #expect(
            DataFolders.folders("board", program: "/opt/ear/bin") == [
                "/opt/ear/share/earshot/board", "/usr/local/share/earshot/board", "/usr/share/earshot/board",
            ])
        #expect(
            DataFolders.folders("board", program: "/usr/bin") == [
                "/usr/share/earshot/board", "/usr/local/share/earshot/board",
            ])
    }

    @Test("A program that was put elsewhere finds what the system has")
    func elsewhere() {
        for program in ["/tmp", nil] {
            #expect(
                DataFolders.folders("models", program: program) == [
                    "/usr/local/share/earshot/models", "/usr/share/earshot/models",
                ])
        }
    }

    @Test("These tests find the project's own models")
    func here() throws {
        let path = try #require(DataFolders.first("models/en-US/model.yaml"))
        #expect(path.hasSuffix("/models/en-US/model.yaml"))
        #expect(DataFolders.first("models/no-such-file") == nil)
    }
}
