import GPIO
import Platform

/// The lights of the appliance, showing its state. Owned by one thread.
///
/// ```swift
/// try panel.show(.recording, at: now)     // throws when the recording light cannot be lit
/// for change in panel.advance(to: now) { … }
/// ```
final class LightPanel {
    /// A light that shows something else, or went on or off within a pattern.
    struct Change: Hashable {
        var light: Light
        var isOn: Bool
        /// What it shows.
        var signal: LightSignal
        /// Whether it shows that for a while already, and this is only a blink.
        var isBlink: Bool
    }

    private struct Overlay {
        var kind: LightOverlay
        var end: Duration
    }

    private var lights: [(light: Light, led: LED)]
    private var state = ApplianceState.starting
    private var overlay: Overlay?
    private var changes: [Change] = []
    /// What each light shows as far as it obeys; nil until it does.
    private var shown: [Light: LightSignal] = [:]
    /// Lights that do not obey, which is reported already.
    private var failing: [Light: Failure] = [:]
    /// When it is looked next whether the lights are still driven.
    private var nextCheck = Duration.zero

    /// A light that does not obey may take a second to say so, on a bus that hangs, and nothing is heard meanwhile: it is tried
    /// again after a second, and twice as long each time. One that shows recording, without which nothing is recorded, is tried
    /// all the time: it must not be lit for longer than it has to.
    private struct Failure {
        /// When it is tried again.
        var retryAt = Duration.zero
        var backOff = BackOff(Duration.seconds(1) ... .seconds(30))
    }

    /// How often it is looked whether lights are still driven.
    private static let checkInterval = Duration.seconds(1)

    /// - Parameter lights: An LED for each light that is fitted, all dark.
    init(_ lights: [Light: LED]) {
        self.lights = Light.allCases.compactMap { light in lights[light].map { (light, $0) } }
        for light in lights.keys { shown[light] = .off }
    }

    /// Shows `state` at once; what a passing message still had to show is dropped.
    ///
    /// - Throws: `GPIOError.failed` when a light that shows recording cannot be set as it must be: then nothing
    ///   may be recorded. Other lights that fail are logged, and tried again.
    func show(_ state: ApplianceState, at now: Duration) throws(GPIOError) {
        self.state = state
        overlay = nil
        try update(at: now)
    }

    /// Shows a passing message over the state.
    func show(_ overlay: LightOverlay, at now: Duration) {
        let length = Light.status.pattern(of: overlay)?.length ?? .zero
        self.overlay = Overlay(kind: overlay, end: now + length)
        try? update(at: now)
    }

    /// Moves patterns on to `now`. Once a second it is looked whether the lights are still driven: one whose chip was unplugged is
    /// dark, whatever it shows.
    ///
    /// - Returns: What changed since the last call, in order.
    func advance(to now: Duration) throws(GPIOError) -> [Change] {
        if let overlay, overlay.end <= now { self.overlay = nil }
        checkLines(at: now)
        do {
            try update(at: now)
        } catch {
            // Nothing is told until it obeys, and others may blink for hours.
            changes.removeAll(where: \.isBlink)
            throw error
        }
        defer { changes = [] }
        return changes
    }

    /// Goes on with the lights of `kept`, of which those of `opened` are new and dark; the others go out, and their lines are
    /// let go.
    func adopt(_ kept: Set<Light>, _ opened: [Light: LED], at now: Duration) {
        var adopted = opened
        for (light, led) in lights {
            if kept.contains(light), opened[light] == nil {
                adopted[light] = led
            } else {
                try? show(.off, on: led, light, at: now)
                led.line.release()
                shown[light] = nil
            }
        }
        for light in opened.keys { shown[light] = .off }
        lights = Light.allCases.compactMap { light in adopted[light].map { (light, $0) } }
        failing = failing.filter { adopted[$0.key] != nil && opened[$0.key] == nil }
    }

    /// Takes every light out, for the end.
    func darken(at now: Duration) -> [Change] {
        for (light, led) in lights {
            do {
                try show(.off, on: led, light, at: now)
            } catch {
                Log.error("the \(light.rawValue) light may still be lit: \(error)", from: "lights")
            }
        }
        defer { changes = [] }
        return changes
    }

    private func update(at now: Duration) throws(GPIOError) {
        var gravest: GPIOError?
        for (light, led) in lights {
            let message = overlay.flatMap { light.signal(of: $0.kind, in: state) }
            let signal = message ?? light.signal(in: state)
            let showsRecording = light == .recording || light == .status
            if !showsRecording, let failure = failing[light], now < failure.retryAt { continue }
            do throws(GPIOError) {
                try show(signal, on: led, light, at: now)
                failing[light] = nil
            } catch {
                if showsRecording { gravest = error }
                noteFailure(of: light, error, at: now)
            }
        }
        if let gravest { throw gravest }
    }

    /// What is found is told by the update that follows: it sets the light again.
    private func checkLines(at now: Duration) {
        guard nextCheck <= now else { return }
        nextCheck = now + Self.checkInterval
        for (_, led) in lights where led.isOn != nil { try? led.check(at: now) }
    }

    private func noteFailure(of light: Light, _ error: GPIOError, at now: Duration) {
        if failing[light] == nil {
            Log.error("the \(light.rawValue) light does not obey: \(error)", from: "lights")
        }
        var failure = failing[light] ?? Failure()
        failure.retryAt = now + failure.backOff.next()
        failing[light] = failure
    }

    private func show(
        _ signal: LightSignal, on led: LED, _ light: Light, at now: Duration
    ) throws(GPIOError) {
        let isNew = shown[light] != signal
        do {
            // A look at the pattern that is shown already, hundreds of times a second, makes no other one.
            let changes = try isNew ? led.show(signal.pattern, at: now) : led.advance(to: now)
            shown[light] = signal
            guard isNew || !changes.isEmpty else { return }
            self.changes.append(
                Change(light: light, isOn: led.isOn == true, signal: signal, isBlink: !isNew))
        } catch {
            // Whatever it shows once it obeys again is news.
            shown[light] = nil
            throw error
        }
    }
}
