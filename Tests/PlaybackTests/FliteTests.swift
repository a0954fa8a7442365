import Foundation
import Playback
import TestSupport
import Testing

@testable import Models

/// Two modules call flite, which is to be entered by one thread at a time.
@Suite struct FliteTests {
    @Test("What is said and how words are pronounced comes out at once as each does alone")
    func atOnce() async throws {
        let text = "pump on for ten minutes"
        let words = text.split(separator: " ").map(String.init)
        let samples = try VoiceClip.speech(text).samples
        let phones = words.map { LetterToSound.guess($0) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 {
                group.addTask { (try? VoiceClip.speech(text).samples) == samples }
                group.addTask { words.map { LetterToSound.guess($0) } == phones }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test("One file enters flite, so that one lock is enough")
    func oneWayIn() throws {
        let sources = URL(filePath: ProjectFolder.path("Sources"))
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var entrances: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            if lines.contains("import CFlite") { entrances.append(file.lastPathComponent) }
        }
        #expect(entrances == ["Flite.swift"])
    }
}
