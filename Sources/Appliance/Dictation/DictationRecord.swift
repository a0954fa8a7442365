import Grammar

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
        /// Whether it takes back what is not there, and does nothing else.
        var isVain = false
    }

    /// Nil where text is left as it is recognized.
    private let formatter: DictationFormatter?
    private var texts: [String] = []
    /// How many of them, the newest, belong to the utterance under way.
    private var pieces = 0
    /// When the newest was added.
    private var newestAt = Duration.zero

    init(_ configuration: ApplianceConfiguration) {
        guard configuration.recognize == .dictation, configuration.dictation.writing == .readable else {
            formatter = nil
            return
        }
        let language =
            configuration.language ?? (try? DecoderFactory.pack(for: configuration).languageWords())
        formatter = language.flatMap { DictationFormatter($0) }
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
        for _ in 0..<written.takesBack { if let text = texts.popLast() { takenBack.append(text) } }
        pieces = max(0, pieces - written.takesBack)
        if !written.text.isEmpty {
            texts = (texts + [written.text]).suffix(Self.longest)
            pieces = min(pieces + 1, texts.count)
        }
        if !isPiece { pieces = 0 }
        let isVain = written.takesBack > 0 && takenBack.isEmpty && written.text.isEmpty
        return Entry(text: written.text, takenBack: takenBack, isVain: isVain)
    }

    /// The utterance under way is given up, and what of it was told is to go.
    ///
    /// - Returns: its texts, the newest first.
    mutating func takeBackPieces() -> [String] {
        defer {
            texts.removeLast(pieces)
            pieces = 0
        }
        return texts.suffix(pieces).reversed()
    }

    /// Another utterance begins; what was told of one that did not come to its end stays.
    mutating func begin(at now: Duration) {
        if now - newestAt > Self.memory { texts = [] }
        pieces = 0
    }

    /// A text as it is written, on one line: for what is not final.
    func line(_ text: String, _ spelling: DictationFormatter.Spelling = .words) -> String {
        guard let formatter else { return text }
        return formatter.text(text, spelling, after: textsBefore).text.split(separator: "\n")
            .joined(separator: " ")
    }

    /// What the next piece goes on, the newest last.
    private var textsBefore: [String] { texts.suffix(pieces) }
}
