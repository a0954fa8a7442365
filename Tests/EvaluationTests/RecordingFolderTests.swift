import Foundation
import TestSupport
import Testing

@testable import Evaluation

@Suite struct RecordingFolderTests {
    @Test("What is kept is read back as it was labelled, and only its owner may read it")
    func keep() throws {
        let temporary = TemporaryFolder()
        let folder = try RecordingFolder(path: temporary.path("site"))
        let samples = (0..<1600).map { Int16($0) }
        let labels: [Manifest.Label] = [
            .command("lamp", slots: ["state": "on"]), .nothing, .text(["ten", "past"]),
            .wake("okay workshop"), .command("lamp", slots: [:], wake: "okay workshop"),
        ]
        for label in labels { try folder.keep(samples, as: "ada", label: label) }
        let manifest = try Manifest(path: folder.manifest)
        #expect(manifest.clips.map(\.label) == labels)
        #expect(manifest.clips.map(\.name) == (1...5).map { "ada-\($0).wav" })
        #expect(try WholeRecording.samples(of: manifest.clips[0].path) == samples)
        let mode = try FileManager.default.attributesOfItem(atPath: manifest.clips[0].path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test("A file where the folder should be is found before anything is recorded")
    func fileInPlace() throws {
        let path = TemporaryFolder.ofProcess.write("notes", to: "\(UUID().uuidString).txt")
        let expected = EvaluationError.unwritable(reason: "\(path): cannot be written: Not a directory")
        #expect(throws: expected) { try RecordingFolder(path: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "notes")
    }

    @Test("Of a recording whose line finds no space nothing is left")
    func fullDisk() throws {
        let temporary = TemporaryFolder()
        let folder = try RecordingFolder(path: temporary.path("site"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.manifest, withDestinationPath: "/dev/full")
        #expect(throws: EvaluationError.self) { try folder.keep([1, 2, 3], as: "ada", label: .nothing) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["manifest.jsonl"])
    }

    @Test("Why a manifest cannot be written is told as it is")
    func manifestIsFolder() throws {
        let temporary = TemporaryFolder()
        let folder = try RecordingFolder(path: temporary.path("site"))
        try FileManager.default.createDirectory(
            atPath: folder.manifest, withIntermediateDirectories: false)
        #expect {
            try folder.keep([1, 2, 3], as: "ada", label: .nothing)
        } throws: { error in
            error is EvaluationError && "\(error)".contains("Is a directory")
        }
    }

    @Test("A manifest whose last line was not ended by an editor goes on with a line of its own")
    func unendedLine() throws {
        let temporary = TemporaryFolder()
        let folder = try RecordingFolder(path: temporary.path("site"))
        try folder.keep([1, 2, 3], as: "ada", label: .nothing)
        let first = try String(contentsOfFile: folder.manifest, encoding: .utf8)
        #expect(first.hasSuffix("\n"))
        try String(first.dropLast()).write(toFile: folder.manifest, atomically: true, encoding: .utf8)
        try folder.keep([4, 5, 6], as: "ada", label: .wake("okay workshop"))
        #expect(try Manifest(path: folder.manifest).clips.map(\.label) == [.nothing, .wake("okay workshop")])
    }
}
