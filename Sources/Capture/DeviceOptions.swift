/// Which microphone to listen to and how.
///
///     var options = DeviceOptions(name: "USB")
///     options.volume = 80
public struct DeviceOptions: Sendable, Hashable {
    /// A card by its name (`USB`, as `earshot devices` lists it), or a PCM of alsa-lib (`hw:1,0`, `plughw:USB`,
    /// `default`). nil is the first card that can record.
    public var name: String?
    /// Ask for this rate; nil takes 16 kHz where the hardware has it, otherwise what is nearest above.
    public var sampleRate: Int?
    /// Ask for this number of channels; nil takes the fewest that the hardware has.
    public var channelCount: Int?
    /// Ask for this sample type; nil takes 16 bit where the hardware has it.
    public var sample: AudioFormat.Sample?
    /// Which of its channels is listened to.
    public var channels: ChannelChoice
    /// The time between two wake-ups of the capture thread: the least latency that is possible.
    public var period: Duration
    /// How many periods the hardware can hold when the capture thread is late.
    public var periodCount: Int
    /// Capture volume in percent of the mixer's range, set whenever the device is opened; nil leaves it alone.
    public var volume: Int?
    /// The mixer's capture switch, set whenever the device is opened; nil leaves it alone.
    public var isSwitchedOn: Bool?
    /// When the device cannot be opened at first: true keeps trying and reports it as an event, false throws.
    public var isAwaited: Bool

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
