extension Duration {
    /// This span in seconds, to about a femtosecond.
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// This span in whole nanoseconds, cut off; up to 292 years.
    package var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }

    /// The time of frame `index` on a clock that counts frames at `rate` a second, cut off to whole nanoseconds; exact to
    /// that however large the index is.
    ///
    /// ```swift
    /// Duration.frames(24_000, at: 16_000) == .milliseconds(1500)
    /// ```
    package static func frames(_ index: UInt64, at rate: Int) -> Duration {
        let rate = UInt64(rate)
        let (seconds, rest) = index.quotientAndRemainder(dividingBy: rate)
        return .seconds(Int64(clamping: seconds)) + .nanoseconds(Int64(rest * 1_000_000_000 / rate))
    }

    /// How many frames of a clock that counts them at `rate` a second this span has, to the nearest; none if it is negative.
    ///
    /// Exact up to 2⁵³ frames, and a precondition that they are fewer than 2⁶⁴: 36 million years at 16 kHz.
    ///
    /// ```swift
    /// Duration.milliseconds(1500).frames(at: 16_000) == 24_000
    /// ```
    package func frames(at rate: Int) -> UInt64 {
        UInt64(max(0, (seconds * Double(rate)).rounded()))
    }
}
