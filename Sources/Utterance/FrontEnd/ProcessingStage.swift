/// One step that sound takes between the microphone and the recognizer, such as a filter.
///
/// It sees every sample once, in order, on one thread, and remembers what it must between calls. It takes nothing from the
/// heap while it works, and gives as many samples as it takes; by how much they are late it says (``delay``), so that times stay
/// true.
///
/// ```swift
/// final class Attenuator: ProcessingStage {
///     func process(_ samples: UnsafeMutableBufferPointer<Int16>) {
///         for index in samples.indices { samples[index] /= 2 }
///     }
///
///     func reset() {}
/// }
///
/// let frontEnd = FrontEnd(stages: [Attenuator()])
/// ```
package protocol ProcessingStage: AnyObject {
    /// Changes the next samples, 16-bit mono, in place: ``FrontEnd/longestBlock`` at most, at least one.
    func process(_ samples: UnsafeMutableBufferPointer<Int16>)

    /// By how many samples what it gives is later than what it takes; the same at all times.
    var delay: Int { get }

    /// Forgets all sound: what comes next does not follow on what came before.
    func reset()
}

extension ProcessingStage {
    /// None.
    package var delay: Int { 0 }
}
