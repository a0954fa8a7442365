import Foundation
import ListeningSupport

@testable import Speech

extension Fixture {
    static let recognizer = SpeechRecognizer(pack: pack)

    static func request(_ name: String) -> SpeechURLRecognitionRequest {
        SpeechURLRecognitionRequest(url: URL(filePath: recordings + name))
    }

    static func results(of request: SpeechRecognitionRequest) async throws -> [SpeechRecognitionResult] {
        try await SpeechRecognizer(pack: pack).results(for: request).reduce(into: []) { $0.append($1) }
    }

    static func text(of request: SpeechRecognitionRequest) async throws -> String {
        try await results(of: request).last!.bestTranscription.formattedString
    }
}
