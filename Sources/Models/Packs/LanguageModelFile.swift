/// The header of a language model: sphinxbase's binary trie, whose length follows from its counts (ngram_model_trie.c,
/// lm_trie.c, lm_trie_quant.c), the older DMP format, or ARPA text. Of the last two only the beginning is looked at.
struct LanguageModelFile {
    /// How many 1-grams, 2-grams and so on.
    private(set) var counts: [Int] = []
    /// Where a trie has its 1-grams; nil for the other forms.
    private(set) var unigrams: Int?
    /// Where a trie has its words, each with a zero behind it, in the order of its 1-grams.
    private(set) var words: Int?

    private static let magic = "Trie Language Model"
    /// Bytes: a unigram's probability, back-off and next index; a quantizer's table of 65 536 floats.
    static let unigramSize = 12
    private static let tableSize = 65_536 * 4
    private static let deepest = 5

    init(path: String) throws(ModelError) {
        try self.init(try MappedFile(path: path))
    }

    init(_ file: MappedFile) throws(ModelError) {
        do throws(ByteReader.Malformed) {
            var reader = ByteReader(file.bytes)
            if file.bytes.starts(with: Self.magic.utf8) {
                try readTrie(&reader)
            } else if !Self.isDump(reader) {
                try Self.checkText(&reader)
            }
        } catch {
            throw .unusableModel(
                path: file.path, reason: error.reason, remedy: "install the language model again")
        }
    }

    private mutating func readTrie(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        try reader.skip(Self.magic.utf8.count)
        let order = Int(try reader.byte())
        guard (1...Self.deepest).contains(order) else { throw .init(reason: "its order is \(order)") }
        for _ in 0..<order { counts.append(try reader.count("the number of n-grams", atMost: 1 << 30)) }
        if order > 1 {
            try reader.skip(4 + (order - 2) * 2 * Self.tableSize + Self.tableSize)
        }
        unigrams = reader.offset
        try reader.skip((counts[0] + 1) * Self.unigramSize)
        let wordBits = Self.bits(counts[0])
        for middle in 1..<max(1, order - 1) {
            try reader.skip(
                Self.packedSize(counts[middle], bits: wordBits + 32 + Self.bits(counts[middle + 1])))
        }
        if order > 1 { try reader.skip(Self.packedSize(counts[order - 1], bits: wordBits + 16)) }
        let wordsSize = try reader.count("the size of its words", atMost: 1 << 30)
        guard wordsSize == reader.rest else { throw .init(reason: "its words are cut short") }
        words = reader.offset
        let terminators = reader.occurrences(of: 0)
        guard terminators == counts[0] else {
            throw .init(reason: "it has \(terminators) words where \(counts[0]) are announced")
        }
    }

    /// An array of bit fields is padded by eight bytes, so that a whole word can be read anywhere.
    private static func packedSize(_ entries: Int, bits: Int) -> Int {
        ((1 + entries) * bits + 7) / 8 + 8
    }

    private static func bits(_ value: Int) -> Int { Int.bitWidth - value.leadingZeroBitCount }

    /// The title with its length before it, in either byte order.
    private static func isDump(_ reader: ByteReader) -> Bool {
        reader.bytes.dropFirst(4).starts(with: "Darpa Trigram LM\0".utf8)
    }

    private static func checkText(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
        if reader.bytes.starts(with: [0x1F, 0x8B]) || reader.bytes.starts(with: "BZh".utf8) {
            throw .init(reason: "it is compressed, which would start another program at each load; unpack it")
        }
        let beginning = try reader.text(min(reader.rest, 1 << 16))
        guard beginning.contains("\\data\\") else {
            throw .init(reason: "it is no language model: neither a binary trie nor ARPA text")
        }
    }
}
