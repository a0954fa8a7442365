import Capture
import ListeningSupport
import Platform
import Synchronization
import TestSupport

@testable import Appliance

/// A microphone with a clock of its own, that raises a stop signal at its end.
protocol DrivenMicrophone: CaptureFeed {
    var machineClock: DrivenClock { get }
    var end: StopSignal { get }
}

/// A microphone by a clock of its own, which goes on by 10 ms at every question: for a time it may be away, and for a
/// time it may give nothing without a word. At its end it raises the stop signal.
final class Microphone: DrivenMicrophone {
    let machineClock = DrivenClock()
    let end: StopSignal

    private let room: SyntheticAudio
    private let away: Range<Double>
    private let stalled: Range<Double>
    private let length: Double
    /// When it gives nothing but silence, as its card says.
    private let silent: Range<Double>
    /// Whether half of its sound is lost on the way, without a word.
    private let losesHalf: Bool
    private var isSilent = false
    private var isLost = false
    private var isAway = false
    /// Whether it was ended without waiting for it.
    private(set) var isAbandoned = false
    /// Whether its time stands still, so that nothing falls due between two things that a test asks.
    let stands = Atomic(false)
    /// Readable at all times, so that nobody sleeps for it.
    private let ready: StopSignal

    init(
        awayAt away: Range<Double> = 0..<0, stalledAt stalled: Range<Double> = 0..<0,
        silentAt silent: Range<Double> = 0..<0, losesHalf: Bool = false, length: Double
    ) throws(ApplianceError) {
        self.silent = silent
        self.losesHalf = losesHalf
        self.away = away
        self.stalled = stalled
        self.length = length
        room = SyntheticAudio(speechAt: [0.7..<1.3], gapsAt: away.isEmpty ? [] : [away], length: length + 1)
        end = try StopSignal()
        ready = try StopSignal()
        ready.raise()
    }

    var wakeDescriptor: Int32 { ready.descriptor }
    func start() {}
    func stop() {}
    func abandon() { isAbandoned = true }

    func next() -> CaptureItem? {
        guard !stands.load(ordering: .acquiring) else { return nil }
        machineClock.advance(by: .milliseconds(10))
        let now = machineClock.now.seconds
        if now >= length { end.raise() }
        if away.contains(now) != isAway {
            isAway.toggle()
            // What watches its sound begins anew with it.
            isSilent = false
            return .event(
                isAway
                    ? .lost(.disconnected(name: "test")) : .restored(device: "test", format: .recognition))
        }
        if !isAway, silent.contains(now) != isSilent {
            isSilent.toggle()
            return .event(isSilent ? .silent : .audible)
        }
        if losesHalf { isLost.toggle() }
        return isAway || isLost || stalled.contains(now) ? nil : room.next()
    }
}
