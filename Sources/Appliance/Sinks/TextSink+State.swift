import Platform

extension TextSink {
    /// What waits for a sink, and how it is. A value, which the sink's lock guards.
    struct State {
        /// The oldest first.
        var waiting: [SinkPiece] = []
        /// Whether the first of them is being handed over.
        var isTaking = false
        /// So many that came before this one have not yet said what they leave to it.
        var predecessors: Int
        /// How many texts were handed over, and how many of them lie unread.
        var handedOver = 0
        var unread = 0
        private(set) var lost = 0
        var name: String?
        var trouble: String?
        /// Whether it can never be well again.
        var isGone = false
        var news: [String] = []
        var end: End?
        var isOver = false
        /// The newest texts that were lost, which may be taken back.
        private var lostTexts: [String] = []
        private var hasToldLoss = false

        init(predecessors: Int) { self.predecessors = predecessors }
    }

    /// Until when what waits may be handed over, and who gets the rest.
    struct End {
        let since: Duration
        let limit: Duration
        let leave: (@Sendable ([SinkPiece]) -> Void)?
    }

    /// How it went lately. Of the thread alone.
    struct Course {
        var backOff: BackOff
        /// When it is tried again, after trouble.
        var retryAt: Duration?
        /// Since when a piece is being handed over.
        var waitsSince: Duration?
        /// When the newest was handed over.
        var doneAt = Duration.zero
        /// Whether another one has to end before, and since when none has.
        var isHeld = false
        var freeSince = Duration.zero
        /// Whether it has begun to end.
        var isLast = false

        /// When it is given up, at the end.
        func deadline(_ end: End, _ limits: Limits) -> Duration {
            let since = max(end.since, freeSince)
            return min(since + end.limit, max(since, doneAt) + limits.farewell)
        }
    }
}

extension TextSink.State {
    /// So many texts it has handed over that were read, as far as that can be known. Never falls.
    var written: Int { handedOver - unread }

    /// This one waits now.
    mutating func add(_ piece: SinkPiece) {
        waiting.append(piece)
        // What was lost before it is not the newest any more.
        if !piece.isRetraction { lostTexts = [] }
    }

    /// These were handed over, and not read.
    mutating func takeBack(_ pieces: [SinkPiece]) {
        handedOver -= pieces.textCount
        unread = 0
        waiting = pieces + waiting
    }

    /// These have no room, or nobody takes them.
    mutating func lose(_ pieces: [SinkPiece], _ title: String) {
        guard !pieces.isEmpty else { return }
        lost += pieces.textCount
        let texts = pieces.filter { !$0.isRetraction }.map(\.text)
        lostTexts = (lostTexts + texts).suffix(DictationRecord.longest)
        // Of one that is gone it is told already.
        guard !hasToldLoss, !isGone else { return }
        hasToldLoss = true
        news.append("\(title): \(waiting.count) texts wait, and more have no room: they are lost there")
    }

    /// These were not handed over before the end, and nobody gets them.
    mutating func leaveBehind(_ pieces: [SinkPiece], _ title: String) {
        guard !pieces.isEmpty else { return }
        lost += pieces.textCount
        news.append("\(title) has not taken all text; lost there: \(lost)")
    }

    /// Takes back a text that was not handed over; false if none such is the newest.
    mutating func withdraw(_ text: String) -> Bool {
        // What was lost last came after all that waits.
        if lostTexts.last == text {
            lostTexts.removeLast()
            return true
        }
        if let newest = waiting.last {
            guard !newest.isRetraction, newest.text == text, waiting.count > (isTaking ? 1 : 0) else {
                return false
            }
            waiting.removeLast()
            return true
        }
        return false
    }

    /// Trouble is over; that of a queue that was full, once there is room again.
    mutating func recover(_ title: String, hasRoom: Bool) {
        guard trouble != nil || hasToldLoss && hasRoom else { return }
        news.append("\(title) takes text again" + (lost > 0 ? "; lost there until now: \(lost)" : ""))
        trouble = nil
        if hasRoom { hasToldLoss = false }
    }
}

extension [SinkPiece] {
    /// How many of them are text.
    var textCount: Int { count { !$0.isRetraction } }
}
