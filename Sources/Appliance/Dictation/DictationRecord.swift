import Grammar
import Models

/// Writes dictated text, and remembers what of it can be taken back. A value; owned by one thread.
struct DictationRecord {
    /// So many texts can be taken back.
    static let longest = 20
    /// Nobody takes back what somebody said before; after so long without a word, it is likely to be another visitor.
    static let memory = Duration.seconds(120)

    /// What an utterance comes to, or a piece of it.
    struct Entry {
        var text: String
        /// Texts before it that it takes back, the newest first.
        var takenBack: [String] = []
        /// Whether words of it are not in the text, as they were taken back, or take others back.
        var hasDropped = false
        /// Whether it takes back what is not there, and does nothing else.
        var isVain = false
    }

    /// What was told.
    private struct Told {
        var text: String
        /// The utterance that it is, or is a piece of.
        var utterance: Int
    }

    /// Nil where text is left as it is recognized.
    private let formatter: DictationFormatter?
    /// What takes back in that language, word by word.
    private let takeBack: [[String]]
    /// The newest last.
    private var texts: [Told] = []
    /// The number of the utterance under way.
    private var utterance = 0
    /// When the newest was added.
    private var newestAt = Duration.zero

    /// - Parameter old: By the configuration before: what it tells can be taken back as before.
    init(_ configuration: ApplianceConfiguration, goingOn old: DictationRecord? = nil) {
        let isReadable = configuration.recognize == .dictation && configuration.dictation.writing == .readable
        let language =
            isReadable
            ? configuration.language ?? (try? configuration.modelPack().languageWords()) : nil
        formatter = language.flatMap { DictationFormatter($0) }
        takeBack = language?.writing?.takeBack.map { Self.words(of: $0) } ?? []
        if let old { (texts, utterance, newestAt) = (old.texts, old.utterance, old.newestAt) }
    }

    /// The next utterance, or a piece of it, which is remembered.
    ///
    /// - Parameter isPiece: Whether the utterance goes on.
    mutating func add(
        _ text: String, _ spelling: DictationFormatter.Spelling, isPiece: Bool, at now: Duration
    ) -> Entry {
        newestAt = now
        let written = formatter?.text(text, spelling, after: textsBefore) ?? DictatedText(text: text)
        var takenBack: [String] = []
        for _ in 0..<written.takesBack { takenBack += takeBackNewest() }
        if !written.text.isEmpty {
            texts = Array((texts + [Told(text: written.text, utterance: utterance)]).suffix(Self.longest))
        }
        if !isPiece { utterance += 1 }
        let isVain = written.takesBack > 0 && takenBack.isEmpty && written.text.isEmpty
        return Entry(
            text: written.text, takenBack: takenBack, hasDropped: isMore(in: text, than: written.text),
            isVain: isVain)
    }

    /// The newest piece of the utterance under way goes; where that has none, all of the one before.
    ///
    /// - Returns: its texts, the newest first.
    private mutating func takeBackNewest() -> [String] {
        guard let newest = texts.last else { return [] }
        let ofOne = texts.reversed().prefix(while: { $0.utterance == newest.utterance })
        let gone = newest.utterance == utterance ? [newest] : Array(ofOne)
        texts.removeLast(gone.count)
        return gone.map(\.text)
    }

    /// Whether more is said in `heard` that takes back than is left of it in `written`, where it was meant as it is.
    private func isMore(in heard: String, than written: String) -> Bool {
        let (heard, written) = (Self.words(of: heard), Self.words(of: written))
        func count(_ phrase: [String], in words: [String]) -> Int {
            words.indices.filter { words[$0...].starts(with: phrase) }.count
        }
        return takeBack.contains { count($0, in: heard) > count($0, in: written) }
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && $0 != "'" }.map { String($0) }
    }

    /// The utterance under way is given up, and what of it was told is to go.
    ///
    /// - Returns: its texts, the newest first.
    mutating func takeBackPieces() -> [String] {
        let gone = textsBefore
        texts.removeLast(gone.count)
        utterance += 1
        return gone.reversed()
    }

    /// Another utterance begins; what was told of one that did not come to its end stays.
    mutating func begin(at now: Duration) {
        if now - newestAt > Self.memory { texts = [] }
        utterance += 1
    }

    /// A text as it is written, on one line: for what is not final.
    func line(_ text: String, _ spelling: DictationFormatter.Spelling = .words) -> String {
        guard let formatter else { return text }
        return formatter.text(text, spelling, after: textsBefore).text.split(separator: "\n")
            .joined(separator: " ")
    }

    /// What the next piece goes on, the newest last.
    private var textsBefore: [String] { texts.filter { $0.utterance == utterance }.map(\.text) }
}
