/// What happens to the source of sound, as ``AudioEngine/events`` gives it.
///
/// ```swift
/// for await event in engine.events {
///     if case .lost(let error) = event { print(error) }
/// }
/// ```
public enum CaptureEvent: Sendable, Hashable {
    /// Sound comes from here, as this.
    case opened(device: String, format: AudioFormat)
    /// No sound comes until `restored`; the reason names the remedy. A recording that breaks off ends after this.
    case lost(CaptureError)
    /// The device is back, perhaps in another format.
    case restored(device: String, format: AudioFormat)
    /// The mixer holds this control off or at zero: no voice can come through.
    case muted(control: String)
    /// Seconds of nothing but one constant value: a dead or muted microphone gives that, a quiet room does not.
    case silent
    /// Much of the sound hits full scale: the microphone is overdriven.
    case clipping
    /// No longer `silent`, or no longer `clipping`.
    case audible
}
