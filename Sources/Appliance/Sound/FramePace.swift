/// Tells a sound card that gives more or less sound than its rate promises: packets that are lost on the way without a word, or a
/// rate that the card takes and does not keep. Its sound is too fast or too slow for whoever recognizes it.
///
/// A value; owned by one thread.
///
/// ```swift
/// if let share = pace.reached(.frames(end, at: 16_000), at: clock.steady) { … }     // 0.5: half of the sound
/// ```
struct FramePace {
    /// Over which it is measured: 2 s at most wait unread in a ring, which is 3 % of it.
    static let span = Duration.seconds(60)
    /// More than what may wait, and than clocks differ.
    private static let tolerance = 0.05

    private var beginning: (frames: Duration, time: Duration)?
    private var isTold = false

    /// Sound has come in up to `frames` of its own time.
    ///
    /// - Returns: how much sound there is in a second of the machine's clock, where that is news and wrong.
    mutating func reached(_ frames: Duration, at time: Duration) -> Double? {
        guard let beginning else {
            beginning = (frames, time)
            return nil
        }
        let passed = time - beginning.time
        guard passed >= Self.span else { return nil }
        self.beginning = (frames, time)
        let share = (frames - beginning.frames) / passed
        let isWrong = abs(share - 1) > Self.tolerance
        defer { isTold = isWrong }
        return isWrong && !isTold ? share : nil
    }

    /// Sound is missing, and that is told elsewhere.
    mutating func restart() { beginning = nil }
}
