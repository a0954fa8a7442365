import Appliance
import Platform

/// How `earshot transcribe` writes a file's text down.
enum TranscriptFormat: String, CaseIterable {
    /// The words, a line an utterance.
    case txt
    /// Subtitles as SubRip writes them, and players read them.
    case srt
    /// Subtitles of web pages, WebVTT.
    case vtt
    /// A row an utterance: its beginning and end in milliseconds, its words.
    case tsv
    /// An object a file.
    case json

    /// Whether what it writes is one document, which the text of another file cannot follow.
    var isOfOneFile: Bool { [.srt, .vtt, .tsv].contains(self) }

    /// What is written of a transcription, without the last line end.
    ///
    /// - Parameters:
    ///   - file: Its name.
    ///   - isOneOfSeveral: Whether lines say which file they are of.
    ///   - alternatives: So many other readings of each utterance at most, where the format has a place for them.
    func text(
        of transcription: FileTranscription, _ file: String, isOneOfSeveral: Bool, alternatives: Int
    ) -> String {
        switch self {
        case .txt: Self.lines(of: transcription, alternatives, isOneOfSeveral ? "\(file): " : "")
        case .srt: Subtitles(transcription).srt
        case .vtt: Subtitles(transcription).vtt
        case .tsv: Self.table(of: transcription)
        case .json: transcription.json(file, alternatives: alternatives)
        }
    }

    /// Each line with the name of its file, so that it says by itself what it is; a file without a word has one line, too.
    private static func lines(
        of transcription: FileTranscription, _ alternatives: Int, _ prefix: String
    ) -> String {
        let lines = transcription.utterances.filter { !$0.text.isEmpty }.flatMap { utterance in
            [utterance.text] + utterance.alternatives.prefix(alternatives).map { "    or: \($0)" }
        }
        return (lines.isEmpty ? [""] : lines).map { prefix + $0 }.joined(separator: "\n")
    }

    private static func table(of transcription: FileTranscription) -> String {
        func milliseconds(_ time: Duration) -> String { "\(Int((time.seconds * 1000).rounded()))" }
        let rows = transcription.timedUtterances.map { utterance, start, end in
            "\(milliseconds(start))\t\(milliseconds(end))\t\(utterance.text.split(separator: "\n").joined(separator: " "))"
        }
        return (["start\tend\ttext"] + rows).joined(separator: "\n")
    }
}

extension FileTranscription {
    /// The utterances that have words, each with its beginning and end. One that was cut off has no times of its own, and is
    /// given what is left of the file.
    var timedUtterances: [(utterance: Utterance, start: Duration, end: Duration)] {
        var before = Duration.zero
        return utterances.filter { !$0.text.isEmpty }.map { utterance in
            let start = utterance.segments.first?.start ?? before
            let end = utterance.segments.last?.end ?? max(start, duration)
            before = end
            return (utterance, start, end)
        }
    }
}
