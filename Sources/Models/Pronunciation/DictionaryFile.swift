import Glibc

/// A pronunciation dictionary in CMUdict's format: a word, white space, its phones, one variant a line; the second
/// variant of `a` is called `a(2)`.
///
/// The file is mapped and scanned once for the wanted words only, which takes milliseconds for 134 000 lines and keeps
/// the other words out of memory.
struct DictionaryFile {
    private let file: MappedFile

    init(path: String) throws(ModelError) {
        file = try MappedFile(path: path)
    }

    /// The variants of each of `words` that the dictionary has, in its order; the case of letters A to Z does not count.
    func pronunciations(of words: some Sequence<String>) -> [String: [[String]]] {
        let wanted = WordSet(words)
        var found: [String: [[String]]] = [:]
        forEachLine { line in
            guard let word = wanted.word(of: line) else { return }
            found[word, default: []].append(line.pronunciation)
        }
        return found
    }

    /// The lines of all other words.
    func text(without words: some Sequence<String>) -> [UInt8] {
        let unwanted = WordSet(words)
        var text: [UInt8] = []
        text.reserveCapacity(file.bytes.count)
        forEachLine { line in
            guard unwanted.word(of: line) == nil else { return }
            text += line.bytes
            text.append(0x0A)
        }
        return text
    }

    /// Calls `body` with each entry's number, word and phones.
    func forEachEntry(_ body: (_ line: Int, _ word: String, _ phones: [String]) -> Void) {
        forEachLine { line in
            body(line.number, String(decoding: line.name, as: UTF8.self), line.pronunciation)
        }
    }

    // MARK: - Scanning

    private struct Line {
        /// From 1.
        var number: Int
        /// The word without its variant's number.
        var name: UnsafeRawBufferPointer
        var hash: UInt64
        var phones: UnsafeRawBufferPointer
        /// All of it, without the line break.
        var bytes: UnsafeRawBufferPointer

        var pronunciation: [String] {
            phones.split(whereSeparator: DictionaryFile.isSpace).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Some words, to be found among many lines.
    private struct WordSet {
        private var words: [UInt64: String] = [:]
        /// Most lines are of other words: a bit table of 2^16 hashes tells so without a look into the dictionary.
        private var filter = [Bool](repeating: false, count: 1 << 16)

        init(_ words: some Sequence<String>) {
            for word in words {
                let hash = word.utf8.reduce(hashBasis) { DictionaryFile.hash($0, $1) }
                self.words[hash] = word
                filter[Int(hash & 0xFFFF)] = true
            }
        }

        /// The word that `line` says something of, if it is one of these.
        func word(of line: Line) -> String? {
            guard filter[Int(line.hash & 0xFFFF)], let word = words[line.hash],
                line.name.elementsEqual(word.utf8, by: { lower($0) == lower($1) })
            else { return nil }
            return word
        }
    }

    /// Calls `body` with every line that has a word and is no comment.
    private func forEachLine(_ body: (Line) -> Void) {
        let bytes = file.bytes
        var start = 0
        var number = 0
        while start < bytes.count {
            number += 1
            let found = memchr(bytes.baseAddress! + start, 0x0A, bytes.count - start)
            let end = found.map { UnsafeRawPointer($0) - bytes.baseAddress! } ?? bytes.count
            var nameEnd = start
            var hash = Self.hashBasis
            // The hash is of the word before a bracket, since most brackets begin a variant's number.
            var hashEnd: Int?
            while nameEnd < end, !Self.isSpace(bytes[nameEnd]) {
                if bytes[nameEnd] == Self.bracket, nameEnd > start, hashEnd == nil { hashEnd = nameEnd }
                if hashEnd == nil { hash = Self.hash(hash, bytes[nameEnd]) }
                nameEnd += 1
            }
            if nameEnd > start, !Self.isComment(bytes, start, end) {
                let wordEnd = hashEnd == nil ? nameEnd : Self.withoutVariant(bytes, start, nameEnd)
                let name = UnsafeRawBufferPointer(rebasing: bytes[start..<wordEnd])
                if let hashEnd, hashEnd != wordEnd {
                    hash = name.reduce(Self.hashBasis) { Self.hash($0, $1) }
                }
                let phones = UnsafeRawBufferPointer(rebasing: bytes[nameEnd..<end])
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                body(Line(number: number, name: name, hash: hash, phones: phones, bytes: line))
            }
            start = end + 1
        }
    }

    private static let bracket: UInt8 = 0x28

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// `;;` and `##` begin a comment.
    private static func isComment(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
        end - start >= 2 && bytes[start] == bytes[start + 1] && (bytes[start] == 0x3B || bytes[start] == 0x23)
    }

    /// The end of `a` in `a(2)`.
    private static func withoutVariant(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int {
        guard end - start > 3, bytes[end - 1] == 0x29 else { return end }
        var at = end - 2
        while at > start, (0x30...0x39).contains(bytes[at]) { at -= 1 }
        return at > start && at < end - 2 && bytes[at] == bracket ? at : end
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }

    /// FNV-1a over lower-case bytes (Fowler, Noll and Vo), byte by byte.
    private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(lower(byte))) &* 0x100_0000_01B3
    }

    private static let hashBasis: UInt64 = 0xCBF2_9CE4_8422_2325
}
