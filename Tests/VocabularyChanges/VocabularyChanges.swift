import Earshot
import Glibc

// Dictates again and again, each time with another phrase, so that no decoder serves twice; prints how much memory the
// process has after the first task, and the most that it has after any, in MB.
//
//     VocabularyChanges speech.wav [LIMIT]

@main enum VocabularyChanges {
    private static let words = [
        "river", "window", "garden", "paper",
    ]

    static func main() async throws {
        if CommandLine.arguments.count > 2, let limit = Int(CommandLine.arguments[2]) {
            SpeechModels.retentionLimit = limit
        }
        guard let recognizer = SpeechRecognizer() else { return }
        var sizes: [Int] = []
        for word in words {
            let request = SpeechURLRecognitionRequest(url: URL(filePath: CommandLine.arguments[1]))
            request.contextualStrings = ["the \(word)"]
            for try await result in recognizer.results(for: request) where result.isFinal {
                print("heard \(result.bestTranscription.formattedString)")
            }
            sizes.append(residentMegabytes)
        }
        print("first \(sizes[0]) most \(sizes.max() ?? 0) limit \(SpeechModels.retentionLimit >> 20)")
        await SpeechModels.endRetention()
        print("retained \(SpeechModels.retainedBytes)")
    }

    private static var residentMegabytes: Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            .map { ($0 * Int(sysconf(Int32(_SC_PAGESIZE)))) >> 20 } ?? 0
    }
}
