extension Duration {
    /// This span in seconds, to about a femtosecond.
    public var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// The time of frame `index` on a clock that counts frames at `rate` a second, cut off to whole nanoseconds; exact to
    /// that however large the index is.
    ///
    /// ```swift
    /// Duration.frames(24_000, at: 16_000) == .milliseconds(1500)
    /// ```
    public static func frames(_ index: UInt64, at rate: Int) -> Duration {
        let rate = UInt64(rate)
        let (seconds, rest) = index.quotientAndRemainder(dividingBy: rate)
        return .seconds(Int64(seconds)) + .nanoseconds(Int64(rest * 1_000_000_000 / rate))
    }
}
