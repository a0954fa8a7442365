import Platform
import Service

/// Reports state, errors and watchdog beats to systemd. Owned by one thread.
struct ServiceReporter {
    private let manager: ServiceManager
    /// Nil before sound is expected.
    private var watchdog: WatchdogMonitor?
    /// Why nothing can be heard, when it cannot.
    private var trouble = ""

    init(_ manager: ServiceManager = ServiceManager()) {
        self.manager = manager
    }

    /// Sound is expected from now on: without it, there will be no more signs of life.
    mutating func expectSound(by clock: any TimeSource) {
        watchdog = WatchdogMonitor(period: manager.watchdog, clock: clock)
    }

    /// Tells the watchdog of life, when it is time and as long as there is any.
    mutating func beat() {
        if watchdog?.beats() == true { manager.alive() }
    }

    /// Frames came in.
    mutating func heard() {
        watchdog?.heard()
    }

    /// Whether sound stays away without a word, where none waits to be read.
    ///
    /// - Parameter searches: how often a microphone that is away was looked for by now; nil where nobody counts.
    mutating func look(searches: UInt64?) -> WatchdogMonitor.Hearing {
        watchdog?.look(searches: searches) ?? .well
    }

    /// The microphone is there, or back.
    mutating func microphoneAppeared() {
        watchdog?.microphone(isPresent: true)
    }

    /// The microphone went away.
    ///
    /// - Parameter isAnnounced: whether whoever captures has said so, and looks for it.
    mutating func microphoneVanished(because reason: String, isAnnounced: Bool) {
        if isAnnounced { watchdog?.microphone(isPresent: false) }
        trouble = reason
    }

    /// What must work does not.
    mutating func failed(because reason: String) {
        trouble = reason
    }

    /// Shows the state, and says at the first one after the start that the appliance is ready.
    mutating func entered(_ state: ApplianceState, from before: ApplianceState) {
        watchdog?.turned(to: state)
        if before == .starting { manager.ready() }
        manager.show(state, because: trouble)
    }

    /// The run is about to end.
    func stopping() {
        manager.stopping()
    }
}
