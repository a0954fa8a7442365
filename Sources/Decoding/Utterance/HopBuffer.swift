/// Cuts sound into hops of one length, however long the blocks are that it comes in. Each sample is copied once, into the
/// array that is handed on.
///
/// ```swift
/// var hops = HopBuffer(length: 800)
/// hops.append(block) { hop in search(hop) }
/// search(hops.takeRest())
/// ```
package struct HopBuffer {
    /// Samples a hop.
    private let length: Int
    private var samples: [Int16] = []

    /// An empty one.
    ///
    /// - Precondition: `length` is positive.
    package init(length: Int) {
        precondition(length > 0, "a hop has samples")
        self.length = length
    }

    /// Adds `block`, and hands on each hop that it fills.
    package mutating func append(_ block: UnsafeBufferPointer<Int16>, handingOn take: ([Int16]) -> Void) {
        var rest = block[...]
        while !rest.isEmpty {
            if samples.isEmpty { samples.reserveCapacity(length) }
            let part = UnsafeBufferPointer(rebasing: rest.prefix(length - samples.count))
            samples.append(contentsOf: part)
            rest = rest.dropFirst(part.count)
            if samples.count == length { take(takeRest()) }
        }
    }

    /// What has come since the last full hop; nothing is left.
    package mutating func takeRest() -> [Int16] {
        defer { samples = [] }
        return samples
    }
}
