/// What is opened when a microphone was lost, and how soon.
///
/// ```swift
/// var search = DeviceReconnection(options)
/// search.found(device.pcmName)
/// // when it is lost:
/// wait(search.nextPause())
/// let again = try PCMSource(search.options)
/// ```
struct DeviceReconnection {
    /// The PCM of the card that was found, also when the options name none; nil before the first.
    private(set) var pcmName: String?

    private let asked: DeviceOptions
    private var backOff = BackOff()

    init(_ options: DeviceOptions) { asked = options }

    /// What to open: the card that was heard before, as another one would be another microphone.
    var options: DeviceOptions {
        var options = asked
        options.name = options.name ?? pcmName
        return options
    }

    mutating func found(_ pcmName: String) { self.pcmName = pcmName }

    /// A device has given so many frames before it was lost: one that gave more than a second of sound is looked for soon
    /// again.
    mutating func heard(_ frames: UInt64, at sampleRate: Int) {
        if frames > UInt64(sampleRate) { backOff = BackOff() }
    }

    /// How long to wait before the next attempt.
    mutating func nextPause() -> Duration { backOff.next() }
}

/// How long to wait before the next attempt: doubling, so that a device that comes back is heard soon and one that is
/// broken costs nothing.
struct BackOff {
    static let first = Duration.milliseconds(100)
    static let longest = Duration.seconds(2)

    private var upcoming = first

    mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }
}
