import GPIO
import Platform

/// A configuration's lights while a program keeps sound that no appliance asked for: they show what an appliance's would, so
/// that the recording light is lit whenever sound is kept.
///
/// ```swift
/// let lights = try RecordingLights(configuration)
/// try lights.light()              // throws where it cannot be lit: then nothing may be kept
/// defer { lights.darken() }
/// ```
///
/// Owned by one thread. Letting go of it darkens them.
package final class RecordingLights {
    private let panel: LightPanel
    private let clock: any TimeSource

    /// Takes the lines of the lights, dark; a configuration without lights needs no board.
    ///
    /// - Parameter pinout: Pins instead of this machine's.
    /// - Throws: What `Pinout.output` throws, such as for a line that the running appliance holds.
    package init(
        _ configuration: ApplianceConfiguration, on pinout: Pinout? = nil,
        clock: any TimeSource = MonotonicClock()
    ) throws(GPIOError) {
        var leds: [Light: LED] = [:]
        if !configuration.lights.isEmpty {
            let pinout = if let pinout { pinout } else { try Pinout.system(profile: configuration.profile) }
            for (light, options) in configuration.lights { leds[light] = try options.open(on: pinout) }
        }
        panel = LightPanel(leds)
        self.clock = clock
    }

    deinit { darken() }

    /// Shows that sound is kept, before the first of it is.
    ///
    /// - Throws: `GPIOError.failed` when a light that shows recording does not obey: then nothing may be kept.
    package func light() throws(GPIOError) { try panel.show(.recording, at: clock.now) }

    /// No more sound is kept.
    package func darken() { _ = panel.darken(at: clock.now) }
}
