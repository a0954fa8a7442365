import EarshotFoundation

// Programs for Apple's frameworks as they are written there: another import, no prefixes, and what else had to change is
// marked by a comment that says what it was there. A recording takes the place of the microphone.
//
//     FrameworkPorts FLOW speech.wav

@main enum FrameworkPorts {
    @MainActor static func main() async throws {
        let (flow, recording) = (CommandLine.arguments[1], URL(fileURLWithPath: CommandLine.arguments[2]))
        switch flow {
        case "live": await LiveRecognition.run(recording)
        case "file": await FileRecognition.run(recording)
        case "words": await CustomWords.run(recording)
        case "analyzer": try await LiveAnalysis.run(recording)
        case "analyzed-file": try await FileAnalysis.run(recording)
        case "dictation": try await Dictation.run(recording)
        default: print("there is no flow '\(flow)'")
        }
    }
}
