/// A moment is compared and reckoned with whatever its rate: frame 16 000 at 16 kHz is frame 48 000 at 48 kHz.
extension AudioTime: Comparable {
    /// Whether both are the same moment, exactly.
    public static func == (first: AudioTime, second: AudioTime) -> Bool {
        let (one, other) = products(first, second)
        return one == other
    }

    /// Whether `first` is the earlier one.
    public static func < (first: AudioTime, second: AudioTime) -> Bool {
        let (one, other) = products(first, second)
        return one < other
    }

    /// Feeds the moment, the same of equal ones.
    public func hash(into hasher: inout Hasher) {
        let (time, rate) = fraction
        var (divisor, rest) = (time, rate)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        hasher.combine(time / divisor)
        hasher.combine(rate / divisor)
    }

    /// The moment that is as long after `first` as `second` is after the beginning. Counted at the higher rate of both, to the nearest
    /// frame.
    ///
    /// ```swift
    /// let end = result.range.start + AudioTime(sampleTime: 2, sampleRate: 1)     // two seconds later
    /// ```
    public static func + (first: AudioTime, second: AudioTime) -> AudioTime {
        let rate = max(first.sampleRate, second.sampleRate)
        let (sum, isTooLate) = first.sampleTime(at: rate).addingReportingOverflow(second.sampleTime(at: rate))
        return AudioTime(sampleTime: isTooLate ? .max : sum, sampleRate: rate)
    }

    /// How long `first` is after `second`, as a moment after the beginning; the beginning itself where it is not after it. Counted as
    /// sums are.
    public static func - (first: AudioTime, second: AudioTime) -> AudioTime {
        let rate = max(first.sampleRate, second.sampleRate)
        let (time, taken) = (first.sampleTime(at: rate), second.sampleTime(at: rate))
        return AudioTime(sampleTime: time - min(time, taken), sampleRate: rate)
    }

    /// Seconds as a fraction; a stream without a rate has its beginning only.
    private var fraction: (time: UInt64, rate: UInt64) {
        sampleRate > 0 ? (sampleTime, UInt64(sampleRate)) : (0, 1)
    }

    /// Two moments with a rate in common: comparable numbers of 128 bits.
    private static func products(
        _ first: AudioTime, _ second: AudioTime
    ) -> ((high: UInt64, low: UInt64), (high: UInt64, low: UInt64)) {
        let (one, other) = (first.fraction, second.fraction)
        return (one.time.multipliedFullWidth(by: other.rate), other.time.multipliedFullWidth(by: one.rate))
    }

    private func sampleTime(at rate: Int) -> UInt64 {
        guard rate != sampleRate else { return sampleTime }
        let frames = (seconds * Double(rate)).rounded()
        return frames < 0x1p64 ? UInt64(max(0, frames)) : .max
    }
}
