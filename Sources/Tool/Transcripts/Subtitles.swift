import Appliance
import Platform

/// A transcription in pieces that can be read while they are heard.
struct Subtitles {
    /// What stands on the screen for a while.
    private struct Cue {
        var start, end: Duration
        var lines: [String]

        /// Its times, with the mark that separates the milliseconds.
        func times(_ mark: String) -> String { "\(start.clock(mark)) --> \(end.clock(mark))" }
        var text: String { lines.joined(separator: "\n") }
    }

    /// What broadcasters allow: two lines of 42 characters, for seven seconds.
    private static let mostCharacters = 42
    private static let mostLines = 2
    private static let longest = Duration.seconds(7)

    private let cues: [Cue]

    init(_ transcription: FileTranscription) {
        cues = transcription.timedUtterances.flatMap { utterance, start, end in
            Self.cues(of: Self.words(of: utterance, from: start, to: end))
        }
    }

    private typealias Word = (text: String, start: Duration, end: Duration)

    /// The words as they are written. Those that are others than were heard share the time of the utterance by their length: "twenty five
    /// percent" is one, and a mark has no time of its own.
    private static func words(
        of utterance: FileTranscription.Utterance, from start: Duration, to end: Duration
    ) -> [Word] {
        let heard: [Word] = utterance.segments.map { ($0.text, $0.start, $0.end) }
        let written = utterance.text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard written != heard.map(\.text) else { return heard }
        let length = written.reduce(0) { $0 + $1.count + 1 }
        var before = 0
        return written.map { word in
            func time(_ letters: Int) -> Duration { start + (end - start) * letters / length }
            defer { before += word.count + 1 }
            return (word, time(before), time(before + word.count + 1))
        }
    }

    /// As many words a cue as have room in it, in space and time.
    private static func cues(of words: [Word]) -> [Cue] {
        words.reduce(into: []) { cues, word in
            if let last = cues.last, word.end - last.start <= longest,
                let lines = lines(last.lines, word.text)
            {
                cues[cues.count - 1] = Cue(start: last.start, end: word.end, lines: lines)
            } else {
                cues.append(Cue(start: word.start, end: word.end, lines: [word.text]))
            }
        }
    }

    /// The lines with a word more; nil when it has no room.
    private static func lines(_ lines: [String], _ word: String) -> [String]? {
        guard let last = lines.last else { return [word] }
        if last.count + 1 + word.count <= mostCharacters { return lines.dropLast() + ["\(last) \(word)"] }
        return lines.count < mostLines ? lines + [word] : nil
    }

    /// SubRip: each cue with its number, and an empty line between two.
    var srt: String {
        cues.enumerated().map { "\($0 + 1)\n\($1.times(","))\n\($1.text)\n" }.joined(separator: "\n")
    }

    /// Source: W3C, "WebVTT: The Web Video Text Tracks Format".
    var vtt: String {
        (["WEBVTT\n"] + cues.map { "\($0.times("."))\n\($0.text.escaped)\n" }).joined(separator: "\n")
    }
}

extension Duration {
    /// `00:01:02,345`.
    fileprivate func clock(_ mark: String) -> String {
        let all = Int((seconds * 1000).rounded())
        func digits(_ number: Int, _ count: Int = 2) -> String {
            String(String(number + 1_000_000).suffix(count))
        }
        let hours = all / 3_600_000
        return (hours < 100 ? digits(hours) : "\(hours)") + ":" + digits(all / 60_000 % 60) + ":"
            + digits(all / 1000 % 60) + mark + digits(all % 1000, 3)
    }
}
