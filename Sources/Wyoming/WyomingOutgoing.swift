/// What is being handed to a connection. A value; owned by one thread.
struct WyomingOutgoing {
    /// What it has not taken yet.
    private(set) var bytes: ArraySlice<UInt8> = []
    /// When any of it was last taken, or there was nothing to take.
    private(set) var movedAt: Duration
    /// Whether the other end takes nothing any more. What it said before may say why.
    private var isBroken = false

    init(since now: Duration) { movedAt = now }

    /// Whether all of it was taken.
    var isDone: Bool { bytes.isEmpty && !isBroken }

    /// Takes over what waits.
    mutating func take(_ waiting: inout [UInt8], at now: Duration) {
        bytes = isBroken ? [] : waiting[...]
        waiting = []
        movedAt = now
    }

    /// Hands over what the connection takes now.
    mutating func write(to connection: borrowing WyomingConnection, at now: Duration) {
        do {
            let count = try connection.write(bytes)
            bytes = bytes.dropFirst(count)
            if count > 0 { movedAt = now }
        } catch {
            bytes = []
            isBroken = true
        }
    }
}
