import Capture
import Grammar
import ListeningSupport

@testable import Speech

extension Fixture {
    static func transcriber(
        _ options: Set<SpeechTranscriber.ReportingOption> = [.volatileResults]
    ) -> SpeechTranscriber {
        SpeechTranscriber(TranscriberCore(pack: pack), options)
    }

    static func commands(
        _ grammar: Grammar, _ options: Set<CommandTranscriber.ReportingOption> = []
    ) -> CommandTranscriber {
        CommandTranscriber(TranscriberCore(pack: pack), grammar, least: 0.5, options)
    }

    /// One with results.
    static var detector: SpeechDetector {
        SpeechDetector(detectionOptions: .init(sensitivityLevel: .medium), reportResults: true)
    }

    static let pause = Signal.noise(.seconds(2), amplitude: 20)

    /// Sound in inputs of a tenth of a second.
    static func inputs(_ samples: [Int16]) -> AsyncStream<AnalyzerInput> {
        AsyncStream { continuation in
            for start in stride(from: 0, to: samples.count, by: 1600) {
                let piece = Array(samples[start..<min(start + 1600, samples.count)])
                continuation.yield(AnalyzerInput(buffer: AudioBuffer(samples: piece, sampleRate: 16_000)))
            }
            continuation.finish()
        }
    }

    /// All results of a module, from now on.
    static func collect<Module: SpeechModule>(_ module: Module) -> Task<[Module.Result], any Error> {
        let results = module.results
        return Task { try await results.reduce(into: []) { $0.append($1) } }
    }
}

// The properties that are meant where a file of the tests imports `EarshotFoundation`, which has others of these names.
extension TranscriberResult {
    var plainText: String { text }
    var plainAlternatives: [String] { alternatives }
}
