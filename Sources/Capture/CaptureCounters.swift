/// How capture has fared since the engine was made.
///
/// ```swift
/// let counters = engine.counters
/// print("\(counters.framesDropped) frames dropped, \(counters.xruns) xruns, \(counters.reopenings) reopenings")
/// ```
package struct CaptureCounters: Sendable, Hashable {
    /// Frames that came from the source, at its own rate.
    package var framesCaptured: UInt64 = 0
    /// Frames that some reader had no room for, at the source's rate; each reader's count apart.
    package var framesDropped: UInt64 = 0
    /// How often the sound card's own buffer ran over.
    package var xruns: UInt64 = 0
    /// How often a device was opened again after it was lost.
    package var reopenings: UInt64 = 0
    /// How often a device that is lost was looked for.
    package var searches: UInt64 = 0
    /// When frames last reached the readers' rings, on the monotonic clock; nil before the first.
    package var lastFrames: Duration?
}
