/// The devices that engines of this process wait for at the moment: what the speech API's availability rests upon.
package enum LostMicrophones {
    /// By engine.
    private static let errors = Guarded<[ObjectIdentifier: CaptureError]>([:])

    /// Why a device gives no sound, and what to do, for each that gives none.
    package static var reasons: [String] { errors.withLock { $0.values.map { "\($0)" } } }

    static func note(_ event: CaptureEvent, of engine: ObjectIdentifier) {
        switch event {
        case .lost(let error): errors.withLock { $0[engine] = error }
        case .opened, .restored: forget(engine)
        case .muted, .silent, .clipping, .audible: break
        }
    }

    static func forget(_ engine: ObjectIdentifier) {
        errors.withLock { $0[engine] = nil }
    }
}
