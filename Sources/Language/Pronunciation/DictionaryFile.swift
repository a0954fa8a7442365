/// A pronunciation dictionary in CMUdict's format: a word, white space, its phones, one variant a line; the second
/// variant of `a` is called `a(2)`.
///
/// The file is mapped and scanned once for the wanted words only, which takes milliseconds for 134 000 lines and keeps
/// the other words out of memory.
struct DictionaryFile {
    private let file: MappedFile

    init(path: String) throws(LanguageError) {
        file = try MappedFile(path: path)
    }

    /// The variants of each of `words` that the dictionary has, in its order; the case of letters A to Z does not count.
    func pronunciations(of words: some Sequence<String>) -> [String: [[String]]] {
        var wanted: [UInt64: String] = [:]
        for word in words { wanted[Self.hash(word.utf8)] = word }
        var found: [String: [[String]]] = [:]
        forEachLine { name, phones in
            guard let word = wanted[Self.hash(name)], Self.isEqual(name, word.utf8) else { return }
            found[word, default: []].append(Self.split(phones))
        }
        return found
    }

    /// Calls `body` with each line's number, word and phones.
    func forEachEntry(_ body: (_ line: Int, _ word: String, _ phones: [String]) -> Void) {
        var line = 0
        forEachLine { name, phones in
            line += 1
            body(line, String(decoding: name, as: UTF8.self), Self.split(phones))
        }
    }

    // MARK: - Scanning

    typealias Bytes = Slice<UnsafeRawBufferPointer>

    /// Calls `body` with the word, without its variant's number, and the phones of each line.
    private func forEachLine(_ body: (Bytes, Bytes) -> Void) {
        let bytes = file.bytes
        var start = 0
        while start < bytes.count {
            let end = Self.index(of: 0x0A, in: bytes, from: start)
            var nameEnd = start
            while nameEnd < end, !Self.isSpace(bytes[nameEnd]) { nameEnd += 1 }
            if nameEnd > start, !Self.isComment(bytes[start..<end]) {
                body(bytes[start..<Self.withoutVariant(bytes, start, nameEnd)], bytes[nameEnd..<end])
            }
            start = end + 1
        }
    }

    private static func index(of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var at = start
        while at < bytes.count, bytes[at] != byte { at += 1 }
        return at
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private static func isComment(_ line: Bytes) -> Bool {
        line.starts(with: ";;".utf8) || line.starts(with: "##".utf8)
    }

    /// The end of `a` in `a(2)`.
    private static func withoutVariant(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Int {
        guard end - start > 3, bytes[end - 1] == 0x29 else { return end }
        var at = end - 2
        while at > start, (0x30...0x39).contains(bytes[at]) { at -= 1 }
        return at > start && at < end - 2 && bytes[at] == 0x28 ? at : end
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// FNV-1a, over lower-case bytes.
    private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(lower(byte))) &* 0x100_0000_01B3 }
        return hash
    }

    private static func isEqual(_ bytes: Bytes, _ word: String.UTF8View) -> Bool {
        bytes.elementsEqual(word) { lower($0) == lower($1) }
    }

    private static func split(_ phones: Bytes) -> [String] {
        phones.split(whereSeparator: isSpace).map { String(decoding: $0, as: UTF8.self) }
    }
}
