import Capture
import Configuration

extension DeviceOptions {
    /// Reads the section `capture:`.
    init(_ reader: MapReader) {
        self.init()
        name = reader.device()
        sampleRate = reader.optional("rate", Int.self, in: 8_000...192_000)
        channelCount = reader.optional("channels", Int.self, in: 1...8)
        if let channel = reader.optional("channel", Int.self, in: 1...8) { channels = .channel(channel) }
        if let period = reader.optional("period", Duration.self, in: .milliseconds(1)...(.milliseconds(100)))
        {
            self.period = period
        }
        volume = reader.optional("volume", Percent.self, in: Percent(fraction: 0)...Percent(fraction: 1)).map
        { Int(($0.fraction * 100).rounded()) }
        isSwitchedOn = reader.optional("switch", Bool.self)
        reader.finish()
        if case .channel(let channel) = channels, let channelCount, channel > channelCount {
            reader.report(
                "there is no channel \(channel) of \(channelCount); change 'channel' or 'channels'",
                about: "channel")
        }
    }
}

extension MapReader {
    /// The value of `device`: any text but an empty one.
    func device() -> String? {
        let device = optional("device", String.self)
        if device?.isEmpty == true {
            report("a device has a name; write it, or leave 'device' out", about: "device")
        }
        return device
    }
}
