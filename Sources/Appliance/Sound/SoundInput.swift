import Capture

/// What an appliance hears: where sound comes from, and how far it has been heard. Owned by one thread.
struct SoundInput {
    /// What gives the sound, item by item.
    let feed: any CaptureFeed
    /// What it was asked for.
    let source: AudioInput
    /// What is known of the microphone; nil unless it is one.
    private(set) var cepstralMeans: CepstralMeanCache?
    /// Sees every block before it is heard.
    let meter: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)?
    /// Whether all sound that came in has been looked at.
    private(set) var isCaughtUp = true
    /// Whether the newest block came right after something else, so that it may have waited.
    private(set) var hasFollowed = false
    /// Whether sound stays away, and nobody says why.
    var isMissing = false
    /// When the input had nothing more to give; nil while it has.
    private(set) var endedAt: Duration?
    private var hadItem = false

    init(
        _ source: AudioInput, feed: any CaptureFeed, cepstralMeans: CepstralMeanCache?,
        meter: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)?
    ) {
        self.source = source
        self.feed = feed
        self.cepstralMeans = source.isLive ? cepstralMeans : nil
        self.meter = meter
    }

    var name: String { source.name }
    var isLive: Bool { source.isLive }
    /// Faster than real time: time jumps where nothing happens.
    var isHurried: Bool { source.pace == .asFastAsPossible }
    var hasEnded: Bool { endedAt != nil }

    /// What comes next; nil when there is nothing at the moment. Samples stay valid until the next call.
    mutating func next() -> CaptureItem? {
        let item = feed.next()
        // A file has no backlog to catch up with.
        isCaughtUp = item == nil || !isLive
        let isSound = if case .frames? = item { true } else { false }
        hasFollowed = isSound && hadItem
        hadItem = item != nil
        return item
    }

    /// Other decoders hear it from now on.
    mutating func heard(by decoders: Decoders) {
        cepstralMeans = isLive ? decoders.cepstralMeans : nil
    }

    /// There is nothing more to come.
    mutating func end(at now: Duration) {
        endedAt = now
    }
}
