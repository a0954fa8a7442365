/// A row of up to three words, as their numbers.
///
/// ```swift
/// NGram([4, 5, 6]).history == NGram([4, 5])
/// NGram([4, 5, 6]).shorter == NGram([5, 6])
/// ```
struct NGram: Hashable {
    /// A word's number takes 20 bits.
    private static let width: UInt64 = 20
    static let mask: UInt64 = (1 << width) - 1
    private static let lengthShift: UInt64 = 60

    /// The length, then the words, the last one lowest: millions of these are kept at a time.
    private let packed: UInt64

    /// - Parameter numbers: 0 to 3 of them, each less than ``mask``.
    init(_ numbers: some Collection<Int>) {
        self.init(
            words: numbers.reduce(0) { $0 << Self.width | UInt64($1) }, length: UInt64(numbers.count))
    }

    private init(words: UInt64, length: UInt64) {
        packed = length << Self.lengthShift | words
    }

    private var words: UInt64 { packed & ((1 << Self.lengthShift) - 1) }

    var length: Int { Int(packed >> Self.lengthShift) }

    var numbers: [Int] {
        (0..<length).reversed().map { Int(words >> (UInt64($0) * Self.width) & Self.mask) }
    }

    /// All but the last word; of one that has any.
    var history: NGram { NGram(words: words >> Self.width, length: UInt64(length - 1)) }

    /// All but the first word; of one that has any.
    var shorter: NGram {
        NGram(
            words: words & ((1 << (UInt64(length - 1) * Self.width)) - 1), length: UInt64(length - 1))
    }

    /// The last word.
    var last: Int { Int(packed & Self.mask) }
}

extension NGram: Comparable {
    static func < (a: NGram, b: NGram) -> Bool { a.packed < b.packed }
}
