import Foundation
import TestSupport
import Testing

/// A recording comes to the same whatever was heard before it in the same call.
@Suite struct IndependenceTests {
    /// Ten recordings of several people and microphones, the last of them what is compared.
    private static let recordings = [
        "cards/001.wav", "cards/002.wav", "something.raw", "numbers.raw", "cards/004.wav", "cards/005.wav",
        "librivox/sense_and_sensibility_01_austen_64kb-0870.wav", "goforward.raw", "cards/001.wav",
        "cards/003.wav",
    ].map { Tool.recordings + $0 }

    /// The last line about the last recording, without what time it took.
    private static func result(_ arguments: [String]) throws -> String {
        let outcome = try Tool.run(arguments + ["--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").filter { $0.contains(recordings[9]) }
        return String(try #require(lines.last)).replacing(/"real_time_factor":[0-9.]+,?/, with: "")
    }

    @Test("A file is transcribed the same alone and as the tenth of a call", arguments: [true, false])
    func transcribing(hasGrammar: Bool) throws {
        let call = ["transcribe"] + (hasGrammar ? ["--config", "models/examples/rover.yaml"] : [])
        let alone = try Self.result(call + [Self.recordings[9]])
        #expect(alone.contains("confidence"))
        #expect(try Self.result(call + Self.recordings) == alone)
    }
}
