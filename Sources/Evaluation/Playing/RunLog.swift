import Appliance
import Interpretation

/// What the appliance reported about one recording.
struct RunLog {
    private(set) var texts: [String] = []
    private(set) var commands: [Command] = []
    private(set) var rejections: [Rejection] = []
    /// When each of them was, since the recording's beginning.
    private(set) var rejectionTimes: [Duration] = []
    /// The end of the first command's words: the noise after a command may be heard as more words.
    private(set) var commandEnd: Duration?
    /// When the last command was decided.
    private(set) var decisionTime: Duration?
    /// Why it could not listen.
    private(set) var failure: String?
    private var heardEnd: Duration?

    mutating func note(_ event: ApplianceEvent) {
        switch event.kind {
        case .final(let transcript):
            texts.append(transcript.text)
            heardEnd = transcript.segments.last?.end
        case .command(let command):
            if commands.isEmpty { commandEnd = heardEnd }
            commands.append(command)
            decisionTime = event.time
        case .rejected(let rejection):
            // The whole takes its place.
            if rejection.reason == .replaced,
                let half = commands.lastIndex(where: { $0.name == rejection.nearest })
            {
                commands.remove(at: half)
            }
            rejections.append(rejection)
            rejectionTimes.append(event.time)
        case .availability(false, _, let reason): failure = reason
        default: break
        }
    }
}
