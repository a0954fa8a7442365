import EventSocket
import Platform

/// The status as a line that is told by itself: `{"event":"status",…}`.
struct StatusLine: Encodable {
    private enum CodingKeys: String, CodingKey { case v, t, event, status }

    var v = ApplianceEvent.formatVersion
    /// The moment, in seconds of the capture clock.
    var t: Double
    var event = "status"
    var status: ApplianceStatus

    init(_ status: ApplianceStatus, at time: Duration) {
        t = time.seconds.rounded(toPlaces: 6)
        self.status = status
    }
}
