import Synchronization

/// Why no microphone of this process can be heard: its program or an appliance in it says so (a mute switch), or an engine waits
/// for its device. The speech API's availability rests upon it. Any thread may call it.
///
/// ```swift
/// MicrophoneAvailability[.program] = "the microphone is muted; turn its switch"
/// ```
package enum MicrophoneAvailability {
    /// Who says that nothing can be heard; none takes back another's word.
    package enum Witness: Sendable, Hashable {
        case program
        case appliance(ObjectIdentifier)
    }

    private struct State {
        var said: [Witness: String] = [:]
        var lost: [ObjectIdentifier: CaptureError] = [:]
    }

    private static let state = Mutex(State())

    /// What only the witness knows, and what to do; nil when nothing stands in the way.
    package static subscript(witness: Witness) -> String? {
        get { state.withLock { $0.said[witness] } }
        set { state.withLock { $0.said[witness] = newValue } }
    }

    /// The program's own word, else that of an appliance in it.
    package static var obstacleOfProgram: String? {
        state.withLock { $0.said[.program] ?? $0.said.values.first }
    }

    /// Why devices that engines have lost give no sound, and what to do.
    package static var obstaclesOfEngines: [String] { state.withLock { $0.lost.values.map { "\($0)" } } }

    /// The program's reason, else an engine's; nil when sound can be heard.
    package static var obstacle: String? { obstacleOfProgram ?? obstaclesOfEngines.first }

    static func note(_ event: CaptureEvent, of engine: ObjectIdentifier) {
        switch event {
        case .lost(let error): state.withLock { $0.lost[engine] = error }
        case .opened, .restored: forget(engine)
        case .muted, .silent, .clipping, .audible: break
        }
    }

    static func forget(_ engine: ObjectIdentifier) {
        state.withLock { $0.lost[engine] = nil }
    }
}
