import Synchronization

/// Hears when recognition becomes possible or impossible. Called on the recognizer's queue.
public protocol SpeechRecognizerDelegate: AnyObject, Sendable {
    /// Recognition has become possible (true) or impossible; ``SpeechRecognizer/unavailabilityReason`` says why.
    func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool)
}

extension SpeechRecognizer {
    /// Who is told, and by which observation.
    struct Delegation {
        weak var delegate: (any SpeechRecognizerDelegate)?
        var observer: Int?
    }

    /// Whether recognition is possible now: the model can be read, the microphone that was there is still there, no engine
    /// of this process waits for its device, and the mute switch is off (``microphoneIsUnavailable(because:)``). A machine that never had a microphone can transcribe recordings.
    public var isAvailable: Bool { availabilityMonitor.obstacle == nil }

    /// Why recognition is not possible, and what to do; nil if it is. Earshot's own.
    public var unavailabilityReason: String? { availabilityMonitor.obstacle }

    /// Each change of availability from now on, within half a second; the first value is the present one.
    public var availability: AsyncStream<Bool> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let monitor = availabilityMonitor
            let id = monitor.observe { continuation.yield($0) }
            continuation.onTermination = { _ in monitor.remove(id) }
            continuation.yield(isAvailable)
        }
    }

    /// Tells `delegate` of each change of availability. It is not retained; nil ends it.
    public var delegate: (any SpeechRecognizerDelegate)? {
        get { delegation.withLock { $0.delegate } }
        set {
            let former = delegation.withLock { delegation in
                defer { delegation.observer = nil }
                delegation.delegate = newValue
                return delegation.observer
            }
            if let former { availabilityMonitor.remove(former) }
            guard newValue != nil else { return }
            let observer = availabilityMonitor.observe { [weak self] isAvailable in
                guard let self else { return }
                self.queue.async {
                    self.delegate?.speechRecognizer(self, availabilityDidChange: isAvailable)
                }
            }
            delegation.withLock { $0.observer = observer }
        }
    }

    /// Says what only the program knows: that the microphone is muted by its switch. For all recognizers. An appliance
    /// does this by itself; a microphone that an engine has lost needs no word.
    ///
    /// - Parameter reason: why nothing can be heard, and what to do; nil when it can be heard again.
    public static func microphoneIsUnavailable(because reason: String?) {
        MicrophoneReport.current = reason
    }
}
