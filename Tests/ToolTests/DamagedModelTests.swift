import Foundation
import Glibc
import TestSupport
import Testing

/// A model that is spoiled while a program uses it, as by a disk that fills up in the middle of a copy.
@Suite struct DamagedModelTests {
    private let folder = TemporaryFolder()

    /// The languages of the project, in a folder of the test's own.
    private func copiedModels() throws -> String {
        let copy = folder.path("models")
        try FileManager.default.copyItem(atPath: ProjectFolder.path("models"), toPath: copy)
        return copy
    }

    @Test(
        "A model that is cut off while it is in use ends the program with a reason, and the next start names the file"
    )
    func cutOff() throws {
        let models = try copiedModels()
        let configuration = folder.write(
            "listen: always\ncommands: { go: { say: go forward (ten | twenty) meters } }\n",
            to: "earshot.yaml")
        func start() throws -> RunningProgram {
            try RunningProgram(
                BuiltProgram.earshot,
                ["run", "--config", configuration, "--input", "-", "--board", "simulated", "--json"],
                keepsInput: true, environment: ["EARSHOT_MODELS": models, "SWIFT_BACKTRACE": "enable=no"])
        }
        let program = try start()
        try program.feed(Data(count: 3200))
        try program.writes(#""state":"listening""#)
        let file = models + "/en-US/commands/sendump"
        // Others there are links to Debian's own, which are not the test's to spoil.
        try #require(
            try FileManager.default.attributesOfItem(atPath: file)[.type] as? FileAttributeType
                == .typeRegular)
        #expect(truncate(file, 0) == 0)
        let path = "/usr/share/pocketsphinx/test/data/goforward.raw"
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        // It may end before it has read all.
        try? program.feed(sound + Data(count: 64_000))
        try program.writes("a file of a model has become shorter while it was in use")
        #expect(program.end(by: 0) == -SIGBUS)

        let next = try start()
        #expect(next.end(by: 0) == 69)
        try next.writes("en-US/commands/sendump: the file is empty; install it again")
    }
}
