/// Why no microphone of this process can be heard: its program says so (a mute switch), or an engine waits for its device.
/// The speech API's availability rests upon it. Any thread may call it.
///
/// ```swift
/// MicrophoneAvailability.obstacleOfProgram = "the microphone is muted; turn its switch"
/// ```
package enum MicrophoneAvailability {
    private struct State {
        var ofProgram: String?
        var lost: [ObjectIdentifier: CaptureError] = [:]
    }

    private static let state = Guarded(State())

    /// What only the program knows, and what to do; nil when nothing stands in the way.
    package static var obstacleOfProgram: String? {
        get { state.withLock { $0.ofProgram } }
        set { state.withLock { $0.ofProgram = newValue } }
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
