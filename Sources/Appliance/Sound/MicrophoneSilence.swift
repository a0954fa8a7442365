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

    /// It gives sound again. Or it is gone, or was opened anew, and nothing is known of it: if it is still silent, that is told
    /// again.
    mutating func end() { self = MicrophoneSilence() }

    /// Nobody listens to it at this moment, so that its silence does not count.
    mutating func pause(at now: Duration) {
        if since != nil, !isAway { since = now }
    }

    /// Whether it counts as away from now on; nil where that is as before.
    ///
    /// - Parameter limit: how long it may be silent; nil for ever.
    mutating func look(at now: Duration, limit: Duration?) -> Bool? {
        let wasAway = isAway
        isAway = if let since, let limit { now - since >= limit } else { false }
        return isAway == wasAway ? nil : isAway
    }
}
