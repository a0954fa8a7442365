import CALSA
import Platform

/// A sound card that can record, as `earshot devices` lists it.
///
/// ```swift
/// for card in SoundCard.all() { print(card) }
/// ```
public struct SoundCard: Sendable, Hashable {
    /// Its number, which may change at every start.
    public var index: Int
    /// Its short name (`USB`, `seeed2micvoicec`), by which to ask for it.
    public var id: String
    /// Its name for people.
    public var name: String
    /// What it records from: one microphone as a rule, and never none.
    package var devices: [CaptureDevice]

    init(index: Int, id: String, name: String, devices: [CaptureDevice]) {
        self.index = index
        self.id = id
        self.name = name
        self.devices = devices
    }

    /// Whether a device's name goes by the number of its card, which may change at every start: `hw:1,0`,
    /// `plughw:CARD=1`, `1`.
    public static func isNumbered(_ device: String) -> Bool {
        let card = PCMAddress.words(of: device)?.card ?? device
        return !card.isEmpty && card.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether alsa-lib knows a PCM of this name at the moment: of a card that is there, or a configured one such as
    /// `default`. No device is opened, so it may yet be one that cannot play, or cannot record. Any thread may ask.
    public static func isKnown(pcm name: String) -> Bool {
        calsa_be_quiet()
        let type = name.prefix { $0 != ":" }
        // The others with arguments are of a card, which alsa-lib looks for only when it opens them.
        if let card = PCMAddress.words(of: name)?.card,
            !["file", "tee", "plug", "shm", "null"].contains(type)
        {
            return snd_card_get_index(card) >= 0
        }
        // A tree of its own: alsa-lib's global one belongs to the devices that are open.
        var tree: OpaquePointer?
        var update: OpaquePointer?
        guard snd_config_update_r(&tree, &update, nil) >= 0 else { return false }
        defer {
            snd_config_delete(tree)
            snd_config_update_free(update)
        }
        var found: OpaquePointer?
        guard snd_config_search_definition(tree, "pcm", name, &found) >= 0 else { return false }
        snd_config_delete(found)
        return true
    }

    /// All cards that can record; none on a machine without. Any thread may ask; each device that is free is opened for a
    /// moment to learn what it can do.
    public static func all() -> [SoundCard] {
        var cards = present()
        for card in cards.indices {
            for device in cards[card].devices.indices {
                cards[card].devices[device].examine(card: cards[card].index)
            }
        }
        return cards
    }

    /// All cards that can record, by their names: no device is opened, so that no other program finds it busy meanwhile. Any
    /// thread may ask.
    package static func present() -> [SoundCard] {
        calsa_be_quiet()
        var cards: [SoundCard] = []
        var index: Int32 = -1
        while snd_card_next(&index) == 0, index >= 0 {
            if let card = SoundCard(number: index), !card.devices.isEmpty { cards.append(card) }
        }
        return cards
    }

    private init?(number: Int32) {
        var control: OpaquePointer?
        guard snd_ctl_open(&control, "hw:\(number)", 0) == 0, let control else { return nil }
        defer { snd_ctl_close(control) }
        var info: OpaquePointer?
        guard snd_ctl_card_info_malloc(&info) == 0, let info else { return nil }
        defer { snd_ctl_card_info_free(info) }
        guard snd_ctl_card_info(control, info) == 0 else { return nil }
        index = Int(number)
        id = String(cString: snd_ctl_card_info_get_id(info))
        name = String(cString: snd_ctl_card_info_get_name(info))
        devices = []
        var device: Int32 = -1
        while snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
            if let found = CaptureDevice(control, cardID: id, number: device) { devices.append(found) }
        }
    }
}

extension SoundCard: CustomStringConvertible {
    /// A line for the card and one for each of its devices.
    public var description: String {
        (["\(id): \(name)"] + devices.map { "  \($0)" }).joined(separator: "\n")
    }
}

/// What a card records from.
///
/// ```swift
/// for device in SoundCard.all().flatMap(\.devices) where device.holder == nil {
///     print(device.pcmName, device.capabilities?.sampleRates ?? [])
/// }
/// ```
package struct CaptureDevice: Sendable, Hashable {
    /// Its number on the card.
    package var index: Int
    /// Its name for people, as the driver gives it.
    package var name: String
    /// How alsa-lib calls it: `hw:CARD=USB,DEV=0`.
    package var pcmName: String
    /// What the hardware itself can do; nil while it is open, and where it was not looked at.
    package var capabilities: Capabilities?
    /// Who has it open; nil when it is not open, that cannot be known, or it was not looked at.
    package var holder: DeviceHolder?

    /// Native rates, channels and sample types, each possible with some of the others; ``CaptureDevice/capabilities`` has
    /// them.
    package struct Capabilities: Sendable, Hashable {
        /// In Hz, the lowest first: those of the usual rates that it can do.
        package var sampleRates: [Int]
        /// The fewest and the most channels, within 1 to 8; 0 and 0 if it can do none of these.
        package var channelCounts: ClosedRange<Int>
        /// The types that this program knows and it can do.
        package var samples: [AudioFormat.Sample]

        init(sampleRates: [Int], channelCounts: ClosedRange<Int>, samples: [AudioFormat.Sample]) {
            self.sampleRates = sampleRates
            self.channelCounts = channelCounts
            self.samples = samples
        }
    }

    init(
        index: Int, name: String, pcmName: String, capabilities: Capabilities?, holder: DeviceHolder?
    ) {
        self.index = index
        self.name = name
        self.pcmName = pcmName
        self.capabilities = capabilities
        self.holder = holder
    }

    init?(_ control: OpaquePointer, cardID: String, number: Int32) {
        var info: OpaquePointer?
        guard snd_pcm_info_malloc(&info) == 0, let info else { return nil }
        defer { snd_pcm_info_free(info) }
        snd_pcm_info_set_device(info, UInt32(number))
        snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
        guard snd_ctl_pcm_info(control, info) == 0 else { return nil }
        index = Int(number)
        name = String(cString: snd_pcm_info_get_name(info))
        pcmName = "hw:CARD=\(cardID),DEV=\(number)"
    }

    /// Looks who has it open and, while nobody has, what it can do.
    fileprivate mutating func examine(card: Int) {
        holder = DeviceHolder.find(card: card, device: index)
        capabilities = PCMHandle.capabilities(of: pcmName)
    }
}

extension CaptureDevice: CustomStringConvertible {
    /// A line: `hw:CARD=USB,DEV=0  USB Audio  16000, 48000 Hz; 1 channel; 16 bit`, and who has it open.
    package var description: String {
        var text = "\(pcmName)  \(name)"
        if let capabilities { text += "  \(capabilities)" }
        if let holder { text += "  in use by \(holder)" }
        return text
    }
}

extension CaptureDevice.Capabilities: CustomStringConvertible {
    /// `16000, 48000 Hz; 1 channel; 16 bit, 24 bit`
    package var description: String {
        let rates = sampleRates.map(String.init).joined(separator: ", ")
        return "\(rates) Hz; \(channelText); \(samples.map(\.description).joined(separator: ", "))"
    }

    private var channelText: String {
        let (least, most) = (channelCounts.lowerBound, channelCounts.upperBound)
        return least == most ? least.counted("channel") : "\(least) to \(most) channels"
    }
}
