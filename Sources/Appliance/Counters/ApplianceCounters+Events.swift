import Capture
import EventSocket
import Platform

extension ApplianceCounters {
    /// Counts what happens.
    mutating func note(_ kind: ApplianceEvent.Kind) {
        switch kind {
        case .gap(_, let reason, _): gapReasons[reason, default: 0] += 1
        case .rejected(let rejection):
            rejected[rejection.reason.rawValue, default: 0] += 1
            if rejection.nearest != nil { nearly[rejection.reason.rawValue, default: 0] += 1 }
        default: break
        }
    }

    /// With what a run has come to by now.
    func with(_ summary: ApplianceEvent.Summary, uptime: Duration, _ capture: CaptureCounters?) -> Self {
        var counters = self
        counters.uptime = uptime.seconds.rounded(toPlaces: 3)
        counters.audio = summary.audio.seconds.rounded(toPlaces: 3)
        counters.frames = capture?.framesCaptured ?? summary.audio.frames(at: Appliance.sampleRate)
        counters.framesDropped = capture?.framesDropped ?? 0
        counters.xruns = capture?.xruns ?? 0
        counters.utterances = summary.utterances
        counters.commands = summary.commands
        counters.rejections = summary.rejections
        counters.gaps = summary.gaps
        counters.missing = summary.missing.seconds.rounded(toPlaces: 3)
        counters.outages = summary.outages
        counters.warnings = summary.warnings
        counters.decoded = summary.decoded.seconds.rounded(toPlaces: 3)
        counters.decodeTime = summary.decodeTime.seconds.rounded(toPlaces: 3)
        counters.realTimeFactor = summary.realTimeFactor.rounded(toPlaces: 4)
        counters.decodeLoad =
            uptime > .zero ? (summary.decodeTime.seconds / uptime.seconds).rounded(toPlaces: 4) : 0
        counters.medianResponse = summary.medianResponse?.seconds.rounded(toPlaces: 4)
        return counters
    }
}
