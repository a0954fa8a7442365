import GPIO
import Platform

/// The lights of the appliance, showing its state. Owned by one thread.
///
/// ```swift
/// try panel.show(.recording, at: now)     // throws when the recording light cannot be lit
/// for change in panel.advance(to: now) { … }
/// ```
final class LightPanel {
    /// A light that went on or off.
    struct Change: Hashable {
        var light: Light
        var isOn: Bool
    }

    private struct Overlay {
        var kind: LightOverlay
        var end: Duration
    }

    private let lights: [(light: Light, led: LED)]
    private var state = ApplianceState.starting
    private var overlay: Overlay?
    private var changes: [Change] = []
    /// Lights whose failure is already reported.
    private var failed: Set<Light> = []

    /// - Parameter lights: An LED for each light that is fitted, all dark.
    init(_ lights: [Light: LED]) {
        self.lights = Light.allCases.compactMap { light in lights[light].map { (light, $0) } }
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

    /// Moves patterns on to `now`.
    ///
    /// - Returns: What changed since the last call, in order.
    func advance(to now: Duration) throws(GPIOError) -> [Change] {
        if let overlay, overlay.end <= now { self.overlay = nil }
        try update(at: now)
        defer { changes = [] }
        return changes
    }

    /// Takes every light out, for the end.
    func darken(at now: Duration) -> [Change] {
        for (light, led) in lights {
            do {
                note(try led.show(.off, at: now), light)
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
            let pattern = overlay.flatMap { light.pattern(of: $0.kind) } ?? light.pattern(in: state)
            do {
                note(try led.show(pattern, at: now), light)
                failed.remove(light)
            } catch {
                if light == .recording || light == .status { gravest = error }
                if failed.insert(light).inserted {
                    Log.error("the \(light.rawValue) light does not obey: \(error)", from: "lights")
                }
            }
        }
        if let gravest { throw gravest }
    }

    private func note(_ lineChanges: [LineChange], _ light: Light) {
        changes += lineChanges.map { Change(light: light, isOn: $0.isOn) }
    }
}
