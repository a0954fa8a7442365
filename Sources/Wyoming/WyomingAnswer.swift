import Platform

/// What a recognizer has said of one utterance so far: its messages, put together to a text. A value; owned by one thread.
struct WyomingAnswer {
    /// The longest text that is taken, in bytes: an hour of speech has about as many.
    private static let longestText = 64 << 10
    /// The most bytes of all messages together.
    private static let longest = 8 << 20

    private let address: WyomingAddress
    private var parser = WyomingParser()
    private var received = 0
    private var pieces = ""

    /// - Parameter address: Who answers, for errors.
    init(_ address: WyomingAddress) { self.address = address }

    /// What came in pieces so far.
    var text: String { pieces.onOneLine }

    /// Takes in what was received.
    ///
    /// - Parameter isAwaited: Whether the recognizer has heard everything, so that its text is of everything.
    /// - Returns: The text, once it is whole.
    mutating func take(_ bytes: [UInt8], isAwaited: Bool) throws(WyomingError) -> String? {
        try receive(bytes)
        while let event = try next() {
            switch event {
            case .transcriptStart: pieces = ""
            case .transcriptChunk(let piece):
                guard pieces.utf8.count + piece.utf8.count <= Self.longestText else {
                    throw .garbled(address, .tooLong)
                }
                pieces += piece
            case .transcript(let text):
                guard isAwaited else { throw .early(address) }
                guard text.utf8.count <= Self.longestText else { throw .garbled(address, .tooLong) }
                return text.onOneLine
            case .transcriptStop:
                // The whole text came before it, or never comes.
                guard isAwaited else { throw .early(address) }
                return text
            case .error(let text): throw .refused(address, text: String(text.onOneLine.prefix(200)))
            case .info, .other: break
            }
        }
        return nil
    }

    /// Takes in what was received of what it says of itself.
    ///
    /// - Returns: Its programs, once it has.
    mutating func takeDescription(_ bytes: [UInt8]) throws(WyomingError) -> [WyomingProgram]? {
        try receive(bytes)
        while let event = try next() {
            switch event {
            case .info(let programs): return programs
            case .error(let text): throw .refused(address, text: String(text.onOneLine.prefix(200)))
            default: break
            }
        }
        return nil
    }

    private mutating func receive(_ bytes: [UInt8]) throws(WyomingError) {
        received += bytes.count
        guard received <= Self.longest else { throw .garbled(address, .tooLong) }
        parser.append(bytes)
    }

    private mutating func next() throws(WyomingError) -> WyomingEvent? {
        do {
            return try parser.next()
        } catch {
            throw .garbled(address, error)
        }
    }
}

extension String {
    /// What can be seen of it: words with one space between them, and nothing that a terminal would obey.
    var onOneLine: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: text.append(" ")
            default: if !scalar.properties.isBidiControl { text.append(scalar) }
            }
        }
        return String(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
