import Capture
import Earshot
import Models

// Says what the modules of this package have, then what a recording says:
//
//     Listener speech.wav

@main enum Listener {
    static func main() async throws {
        print(Trap.name, Train.name)
        guard let recognizer = SpeechRecognizer(locale: LocaleTag("en-US")!) else {
            return print("no US English is installed")
        }
        let request = SpeechURLRecognitionRequest(url: URL(filePath: CommandLine.arguments[1]))
        for try await result in recognizer.results(for: request) where result.isFinal {
            print(result.bestTranscription.formattedString)
        }
    }
}
