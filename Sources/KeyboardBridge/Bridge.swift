import EventSocket
import Platform

/// Between an appliance and a seat: what one says, a typist types at the other.
struct Bridge: ApplianceBridge {
    let seat: any SeatWatching
    var typist: Typist
    /// Whether the appliance may have become another than it said.
    private var isStatusOld = false

    init(_ typist: Typist, before seat: any SeatWatching) {
        self.typist = typist
        self.seat = seat
    }

    mutating func applianceArrived(at now: Duration) { isStatusOld = false }

    mutating func appliance(said line: SocketLine, at now: Duration) {
        typist.appliance(said: line, at: now, to: seat.occupant)
        // With another configuration it may hear commands, or keep words to itself.
        if case .event(let event) = line, event.event == "reload" { isStatusOld = true }
    }

    mutating func applianceLeft(because reason: String, at now: Duration) {
        typist.applianceLeft(because: reason, at: now)
    }

    mutating func nextRequest(at now: Duration) -> SocketRequest? {
        guard isStatusOld else { return nil }
        isStatusOld = false
        return SocketRequest(.status, id: .number(1))
    }

    /// What it says is typed, however late that comes.
    func isOverdue(at now: Duration) -> Bool { false }
}
