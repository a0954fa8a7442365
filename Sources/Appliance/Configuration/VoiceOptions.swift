import Configuration

/// The section `voice:`: where the appliance speaks, and what. Without it there is no sound.
///
/// ```yaml
/// voice: { device: "plughw:CARD=USB", volume: 60%, say_back: on, tones: off }
/// ```
package struct VoiceOptions: Sendable, Hashable {
    /// An ALSA playback device, as `aplay -L` lists them.
    package var device = "default"
    /// What samples are multiplied with, 0% to 100%; the mixer is left alone.
    package var volume = Percent(fraction: 1)
    /// Whether a command that waits for a yes is said back.
    package var saysBack = true
    /// Whether tones say when to speak, and whether a command was accepted or refused. Nothing is heard while they
    /// sound, so what is said must follow them.
    package var hasTones = false

    /// A voice on the default device that says commands back and does not beep.
    package init() {}

    init(_ reader: MapReader) {
        device = reader.device() ?? device
        volume =
            reader.optional("volume", Percent.self, in: Percent(fraction: 0)...Percent(fraction: 1)) ?? volume
        saysBack = reader.optional("say_back", Bool.self) ?? saysBack
        hasTones = reader.optional("tones", Bool.self) ?? hasTones
        reader.finish()
    }
}
