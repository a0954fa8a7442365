/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the same
/// numbers from the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter seed: Any number, 0 too.
    package init(seed: UInt64) { state = seed }

    /// The next of its numbers, any of 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
