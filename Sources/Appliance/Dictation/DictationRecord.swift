import Grammar

/// Writes dictated text, and remembers what of it can be taken back. A value; owned by one thread.
struct DictationRecord {
    /// So many utterances can be taken back.
    static let longest = 20

    /// What an utterance comes to.
    struct Entry {
        var text: String
        /// Texts of utterances before it that it takes back, the newest first.
        var takenBack: [String] = []
    }

    /// Nil where text is left as it is recognized.
    private let formatter: DictationFormatter?
    private var texts: [String] = []

    init(_ configuration: ApplianceConfiguration) {
        guard configuration.recognize == .dictation, configuration.dictation.writing == .readable else {
            formatter = nil
            return
        }
        let language =
            configuration.language ?? (try? DecoderFactory.pack(for: configuration).languageWords())
        formatter = language.flatMap { DictationFormatter($0) }
    }

    /// The next utterance, which is remembered.
    mutating func add(_ text: String, _ spelling: DictationFormatter.Spelling) -> Entry {
        guard let formatter else { return Entry(text: text) }
        let written = formatter.text(text, spelling)
        var takenBack: [String] = []
        for _ in 0..<written.takesBack { if let text = texts.popLast() { takenBack.append(text) } }
        if !written.text.isEmpty { texts = (texts + [written.text]).suffix(Self.longest) }
        return Entry(text: written.text, takenBack: takenBack)
    }

    /// A text as it is written, on one line: for what is not final.
    func line(_ text: String, _ spelling: DictationFormatter.Spelling = .words) -> String {
        guard let formatter else { return text }
        return formatter.text(text, spelling).text.split(separator: "\n").joined(separator: " ")
    }
}
