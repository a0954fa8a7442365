/// How much audio a task accepts, and when the limit is announced.
struct TimeLimit {
    /// In samples.
    private let limit: Int
    private let sampleRate: Int
    /// How long before the limit the notice comes, in seconds.
    private let notice: TimeInterval
    private var hasGivenNotice = false

    /// Nil where there is no limit, or one whose samples are beyond counting.
    init?(_ settings: SpeechRecognitionRequest.Settings, sampleRate: Int) {
        guard let seconds = settings.timeLimit,
            let limit = Int(exactly: (seconds * Double(sampleRate)).rounded(.down))
        else { return nil }
        self.limit = max(0, limit)
        self.sampleRate = sampleRate
        notice = settings.limitNotice
    }

    /// What may still be heard of `samples` after `heard` ones.
    func permitted(_ samples: [Int16], after heard: Int) -> [Int16] {
        Array(samples.prefix(max(0, limit - heard)))
    }

    /// Whether it is reached with so many samples.
    func isReached(at heard: Int) -> Bool { heard >= limit }

    /// The seconds that are left, once, when the notice is due.
    mutating func dueNotice(at heard: Int) -> TimeInterval? {
        let left = Double(limit - heard) / Double(sampleRate)
        guard !hasGivenNotice, left <= notice else { return nil }
        hasGivenNotice = true
        return left
    }
}
