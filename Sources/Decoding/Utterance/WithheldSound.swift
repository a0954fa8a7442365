/// Sound after a word, which is kept back until speech continues, and dropped if the utterance ends before: noise there
/// invents words.
///
/// ```swift
/// withheld.pass(block, isWithheld: endpointer.withholds) { search($0) }
/// ```
package struct WithheldSound {
    private var kept: [Int16] = []

    package init() {}

    /// Keeps the next samples back, or hands on what was kept and then them.
    package mutating func pass(
        _ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool,
        to search: (UnsafeBufferPointer<Int16>) -> Void
    ) {
        guard !isWithheld else { return kept.append(contentsOf: samples) }
        if !kept.isEmpty {
            kept.withUnsafeBufferPointer { search($0) }
            drop()
        }
        search(samples)
    }

    /// Forgets what is kept.
    package mutating func drop() { kept.removeAll(keepingCapacity: true) }
}
