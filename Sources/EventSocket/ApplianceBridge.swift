/// What stands between an appliance and somebody else, a broker or a page: what ``ApplianceConnection/serve(_:at:)`` hands what the
/// appliance says, and asks what to ask of it. It neither waits nor connects.
package protocol ApplianceBridge {
    /// The connection to the appliance is there; its first line says how it is.
    mutating func applianceArrived(at now: Duration)

    /// The socket has told something.
    mutating func appliance(said line: SocketLine, at now: Duration)

    /// The connection to the appliance has ended; `reason` says why.
    mutating func applianceLeft(because reason: String, at now: Duration)

    /// What to ask the appliance now; nil when nothing is, or a reply is waited for.
    mutating func nextRequest(at now: Duration) -> SocketRequest?

    /// Whether a reply is overdue, or the first line.
    func isOverdue(at now: Duration) -> Bool
}

extension ApplianceConnection {
    /// Does what there is to do for a bridge now: hands it what has come, lets go of an appliance that does not answer, and asks
    /// what it would ask.
    package mutating func serve(_ bridge: inout some ApplianceBridge, at now: Duration) {
        for news in read(at: now) {
            switch news {
            case .arrived: bridge.applianceArrived(at: now)
            case .line(let line): bridge.appliance(said: line, at: now)
            case .left(let error): bridge.applianceLeft(because: error.description, at: now)
            }
        }
        guard descriptor >= 0 else { return }
        if bridge.isOverdue(at: now) {
            bridge.applianceLeft(because: giveUp().description, at: now)
        } else if let request = bridge.nextRequest(at: now) {
            send(request)
        }
    }
}
