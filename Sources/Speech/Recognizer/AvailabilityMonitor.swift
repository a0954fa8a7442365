import Capture
import Dispatch
import Glibc
import Models
import Platform
import Synchronization

/// Watches what a recognizer needs: its model's files and, where there was one, the microphone.
final class AvailabilityMonitor: Sendable {
    typealias Observer = @Sendable (Bool) -> Void

    private struct State {
        /// Those who are told of changes.
        var observers: [Int: Observer] = [:]
        /// Those who have to be told first how things are.
        var newObservers: [Int: Observer] = [:]
        var nextID = 0
        var last: Bool?
        var timer: (any DispatchSourceTimer)?
    }

    /// How often the files are read while there is an observer.
    private static let interval = DispatchTimeInterval.milliseconds(500)

    private let paths: [String]
    private let devices: String
    /// Whether there was a microphone at the start: a machine that has none may still transcribe recordings.
    private let hadMicrophone: Bool
    private let queue = DispatchQueue(label: "earshot.availability")
    private let state = Mutex(State())

    /// What the program knows of the microphone: why nothing can be heard.
    private let microphoneObstacle: @Sendable () -> String?

    /// - Parameters:
    ///   - devices: the folder of sound devices.
    ///   - microphoneObstacle: asked whenever availability is looked at.
    init(
        pack: ModelPack, devices: String = "/dev/snd",
        microphoneObstacle: @escaping @Sendable () -> String? = { MicrophoneAvailability.obstacle }
    ) {
        self.microphoneObstacle = microphoneObstacle
        paths =
            [pack.acousticModel, pack.grammarAcousticModel].flatMap { ["\($0)/mdef", "\($0)/means"] }
            + pack.dictionaries
            + [
                pack.languageModels.dictation, pack.languageModels.search, pack.words, pack.noise,
                pack.phoneNetwork,
            ].compactMap(\.self)
        self.devices = devices
        hadMicrophone = Self.hasMicrophone(in: devices)
    }

    deinit {
        state.withLock { $0.timer?.cancel() }
    }

    /// Why recognition is not possible at the moment; nil if it is.
    var obstacle: String? {
        if let path = paths.first(where: { access($0, R_OK) != 0 }) { return "'\(path)' cannot be read" }
        if let reason = microphoneObstacle() { return reason }
        if hadMicrophone, !Self.hasMicrophone(in: devices) {
            return "the microphone is gone; plug it in again"
        }
        return nil
    }

    /// Calls `observer` whenever availability changes, until it is removed.
    ///
    /// - Parameter isToldFirst: whether it is called with how things are, before it is with a change.
    func observe(isToldFirst: Bool = false, _ observer: @escaping Observer) -> Int {
        let id = state.withLock { state in
            if isToldFirst {
                state.newObservers[state.nextID] = observer
            } else {
                state.observers[state.nextID] = observer
            }
            state.nextID += 1
            if state.timer == nil {
                state.last = obstacle == nil
                let timer = DispatchSource.makeTimerSource(queue: queue)
                timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
                timer.setEventHandler { [weak self] in self?.tellChange() }
                timer.activate()
                state.timer = timer
            }
            return state.nextID - 1
        }
        if isToldFirst { queue.async { self.tellFirst(id) } }
        return id
    }

    func remove(_ id: Int) {
        state.withLock { state in
            state.observers[id] = nil
            state.newObservers[id] = nil
            guard state.observers.isEmpty, state.newObservers.isEmpty else { return }
            state.timer?.cancel()
            state.timer = nil
        }
    }

    /// Looks now, and tells observers of a change; when it returns they have been told. No observer may call it.
    func look() {
        queue.sync { tellChange() }
    }

    /// On the queue, where no change is told between.
    private func tellFirst(_ id: Int) {
        tellChange()
        let (observer, isAvailable) = state.withLock { state in
            let observer = state.newObservers.removeValue(forKey: id)
            state.observers[id] = observer
            return (observer, state.last)
        }
        if let isAvailable { observer?(isAvailable) }
    }

    /// On the queue, and looking within the lock: of two looks at once, the slower would tell what no longer is.
    private func tellChange() {
        let (isAvailable, observers) = state.withLock { state in
            let isAvailable = obstacle == nil
            guard state.last != isAvailable else { return (isAvailable, [Observer]()) }
            state.last = isAvailable
            return (isAvailable, Array(state.observers.values))
        }
        for observer in observers { observer(isAvailable) }
    }

    /// Whether some device in `folder` records: ALSA names them `pcmC0D0c`.
    static func hasMicrophone(in folder: String) -> Bool {
        SystemFiles.names(in: folder).contains { $0.hasPrefix("pcm") && $0.hasSuffix("c") }
    }
}
