/// Which microphone to listen to and how.
///
/// ```swift
/// var options = DeviceOptions(name: "USB")
/// options.volume = 80
/// ```
public struct DeviceOptions: Sendable, Hashable {
    /// A card by its name (`USB`, as `earshot devices` lists it), or a PCM of alsa-lib (`hw:CARD=USB`, `plughw:USB`,
    /// `default`). nil is the first card that can record.
    public var name: String?
    /// Ask for this rate, in Hz; nil takes 16 kHz where the hardware has it, else a multiple of it, else another rate above
    /// it, and one below only where there is none.
    public var sampleRate: Int?
    /// Ask for this number of channels; nil takes the fewest that the hardware has.
    public var channelCount: Int?
    /// Ask for this sample type; nil takes 16 bit where the hardware has it.
    public var sample: AudioFormat.Sample?
    /// Which of its channels is listened to.
    public var channels: ChannelChoice
    /// The time between two wake-ups of the capture thread: the least latency that is possible. Below 1 ms it is 1 ms, above
    /// 1 s it is 1 s.
    public var period: Duration
    /// How many periods the hardware can hold when the capture thread is late. Below 2 it is 2, above 1000 it is 1000.
    public var periodCount: Int
    /// Capture volume in percent of the mixer's range, set whenever the device is opened; nil leaves it alone.
    public var volume: Int?
    /// The mixer's capture switch, set whenever the device is opened; nil leaves it alone.
    public var isSwitchedOn: Bool?
    /// When the device cannot be opened at first: true keeps trying and reports it as an event, false throws.
    public var isAwaited: Bool

    /// By default the first card that records, as its hardware has it, with 10 ms from one wake-up to the next and 80 ms
    /// of room; its mixer is left alone, and it is waited for.
    ///
    /// - Parameters:
    ///   - name: nil is the first card that can record.
    ///   - sampleRate: In Hz, 8 000 to 192 000; nil is 16 kHz, or what loses least on the way to it.
    ///   - channelCount: 1 to 8; nil is the fewest.
    ///   - sample: nil is 16 bit, where the hardware has it.
    ///   - period: 1 ms to 1 s; the hardware gets the nearest that it can do.
    ///   - periodCount: 2 to 1000, likewise.
    ///   - volume: 0 to 100.
    public init(
        name: String? = nil, sampleRate: Int? = nil, channelCount: Int? = nil,
        sample: AudioFormat.Sample? = nil,
        channels: ChannelChoice = .mix, period: Duration = .milliseconds(10), periodCount: Int = 8,
        volume: Int? = nil, isSwitchedOn: Bool? = nil, isAwaited: Bool = true
    ) {
        self.name = name
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.sample = sample
        self.channels = channels
        self.period = period
        self.periodCount = periodCount
        self.volume = volume
        self.isSwitchedOn = isSwitchedOn
        self.isAwaited = isAwaited
    }
}
