import Capture
import Dispatch
import Synchronization

/// Hears when recognition becomes possible or impossible. Called on the recognizer's
/// ``SpeechRecognizer/queue``, the main one unless set.
///
/// ```swift
/// final class Watch: SpeechRecognizerDelegate {
///     func speechRecognizer(_ recognizer: SpeechRecognizer, availabilityDidChange available: Bool) {
///         print(available ? "listening is possible" : recognizer.unavailabilityReason ?? "")
///     }
/// }
/// ```
public protocol SpeechRecognizerDelegate: AnyObject {
    /// Recognition has become possible (true) or impossible; ``SpeechRecognizer/unavailabilityReason`` says why.
    func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool)
}

extension SpeechRecognizer {
    /// The delegate, and the observation that calls it.
    struct Delegation: Sendable {
        // Unsafe, as a delegate may be of any actor's: it is only handed on here, and called on the queue that the program has set.
        nonisolated(unsafe) weak var delegate: (any SpeechRecognizerDelegate)?
        var observer: Int?
    }

    /// Whether recognition is possible now: the model can be read, the microphone that was there when the recognizer
    /// was made is still there, no engine of this process waits for its device, and the mute switch is off
    /// (``microphoneIsUnavailable(because:)``). A machine that never had a microphone can transcribe recordings.
    ///
    /// It forbids nothing: tasks may be started in any case, and running ones continue.
    public var isAvailable: Bool { availabilityMonitor.obstacle == nil }

    /// Why recognition is not possible, and what to do; nil if it is. One line for people, such as `the microphone is
    /// gone; plug it in again`. Earshot's own.
    public var unavailabilityReason: String? { availabilityMonitor.obstacle }

    /// Each change of availability from now on, within half a second; the first value is the present one. Who is slow
    /// gets the newest value only. It never ends by itself; every call gives a stream of its own.
    ///
    /// ```swift
    /// for await isAvailable in recognizer.availability where !isAvailable {
    ///     print(recognizer.unavailabilityReason ?? "")
    /// }
    /// ```
    public var availability: AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let monitor = availabilityMonitor
            let id = monitor.observe(isToldFirst: true) { continuation.yield($0) }
            continuation.onTermination = { _ in monitor.remove(id) }
        }
    }

    /// Called on ``queue`` for each change of availability from now on, within half a second. Not retained; nil ends it.
    public var delegate: (any SpeechRecognizerDelegate)? {
        get { delegation.withLock { $0 }.delegate }
        set {
            nonisolated(unsafe) let newValue = newValue
            // Within the lock: of two threads that set one, the later replaces the other's observation, too.
            delegation.withLock { delegation in
                delegation.delegate = newValue
                if let former = delegation.observer { availabilityMonitor.remove(former) }
                delegation.observer = newValue == nil ? nil : observeForDelegate()
            }
        }
    }

    private func observeForDelegate() -> Int {
        availabilityMonitor.observe { [weak self] isAvailable in
            guard let self else { return }
            self.handlerQueue.call {
                self.delegate?.speechRecognizer(self, availabilityDidChange: isAvailable)
            }
        }
    }

    /// Says what only the program knows: that the microphone is muted by its switch, or its cover is closed. Then no recognizer of
    /// the process is available (``isAvailable``), and ``authorizationStatus()`` is `.restricted`, until the program says that it
    /// can be heard again. Tasks go on. Any thread may say so.
    ///
    /// ```swift
    /// SpeechRecognizer.microphoneIsUnavailable(because: "the cover is closed; open it")
    /// ```
    ///
    /// An appliance in the same process says so by itself while it is muted, and neither takes back the other's word; a microphone
    /// that an engine has lost needs no word.
    ///
    /// - Parameter reason: why nothing can be heard, and what to do, one line for people: ``unavailabilityReason``. Nil
    ///   when it can be heard again.
    public static func microphoneIsUnavailable(because reason: String?) {
        MicrophoneAvailability[.program] = reason
    }
}
