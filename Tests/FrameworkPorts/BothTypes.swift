import EarshotFoundation

/// Earshot's own types beside those of Foundation, in a program that knows both.
struct BothTypes {
    let recognizer: SpeechRecognizer

    func setQueues() {
        recognizer.queue = DispatchQueue(label: "speech")
        recognizer.queue = OperationQueue()
        recognizer.queue = .main
        recognizer.queue.async {}
        recognizer.queue.addOperation {}
        let either = recognizer.queue
        let queue: DispatchQueue = either
        let operations: OperationQueue = recognizer.queue
        print(queue, operations)
    }

    func places(in transcription: Transcription) {
        let text = NSMutableAttributedString(string: transcription.formattedString)
        for segment in transcription.segments {
            print(segment.timestamp, transcription.formattedString[segment.substringRange])
            text.addAttribute(.init("confidence"), value: segment.confidence, range: segment.substringRange)
            let either = segment.substringRange
            let indices: Range<String.Index> = either
            let place: NSRange = segment.substringRange
            print(indices, place.location, segment.substringRange.lowerBound)
        }
    }
    func texts(of result: TranscriberResult) {
        let text = result.text
        let line: String = result.text
        var page = "" + result.text
        page += result.text + " "
        print(String(text.characters), line, page, text.runs.map(\.audioTimeRange))
        let alternatives: [String] = result.alternatives
        print(alternatives, result.alternatives.map { String($0.characters) })
    }
}
