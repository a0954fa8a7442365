extension Duration {
    /// For people: tenths of a second below ten seconds, then seconds, then minutes.
    package var inWords: String {
        let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        if milliseconds < 10_000 {
            // Rounded up: the reported wait is always long enough.
            let tenths = (milliseconds + 99) / 100
            return "\(tenths / 10).\(tenths % 10) s"
        }
        let seconds = (milliseconds + 999) / 1000
        return seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
    }
}
