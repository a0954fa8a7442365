/// Since when a microphone gives nothing but silence, and whether that has been for so long that it counts as away: one that
/// works never does, unless it holds back what it takes for no speech.
///
/// A value; owned by one thread.
struct MicrophoneSilence {
    private var since: Duration?
    /// Whether it counts as away.
    private(set) var isAway = false

    /// It gives nothing any more.
    mutating func begin(at now: Duration) { since = now }

    /// It gives sound again.
    mutating func end() { self = MicrophoneSilence() }

    /// It was opened anew, which may have helped; that it did not is told by nobody.
    mutating func reopened(at now: Duration) {
        isAway = false
        if since != nil { since = now }
    }

    /// Whether it counts as away from now on.
    ///
    /// - Parameter limit: how long it may be silent; nil for ever.
    mutating func becomesAway(at now: Duration, after limit: Duration?) -> Bool {
        guard let since, let limit, !isAway, now - since >= limit else { return false }
        isAway = true
        return true
    }
}
