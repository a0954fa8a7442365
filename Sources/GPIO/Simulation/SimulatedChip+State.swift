extension SimulatedChip {
    /// What the chip's lock guards.
    struct State {
        var lines: [Line]
        var now = Duration.zero
        var isForbidden = false
        /// Whether it was pulled out.
        var isGone = false
    }

    /// What one line does and has done.
    struct Line {
        var holder: LineHolder?
        var isActiveLow = false
        var isOutput = false
        var isHigh = false
        /// Whether its resistor, of the chip or on the board, pulls it up while it is not driven.
        var isPulledUp = false
        var history: [Change] = []
        var writeError: Int32?
        var readError: Int32?
        var hasInterrupt = true
        /// What the contact does, by time.
        var contact: [(at: Duration, isClosed: Bool)] = []
        var isClosed = false
        var debounce = Duration.zero
        var signal: EdgeSignal?
    }
}

extension SimulatedChip.State {
    mutating func record(_ isHigh: Bool, _ cause: SimulatedChip.Cause, at offset: Int) {
        lines[offset].isHigh = isHigh
        lines[offset].history.append(SimulatedChip.Change(at: now, isHigh: isHigh, cause: cause))
        // Many at once, since all others move up.
        if lines[offset].history.count == 2 * Self.historyKept {
            lines[offset].history.removeFirst(Self.historyKept)
        }
    }

    private static let historyKept = 4096
}

extension SimulatedChip.Line {
    /// What the kernel would have queued: at most 16 edges between two readings, the newest lost first.
    mutating func takeEdges(upTo now: Duration) -> [Edge] {
        var edges: [Edge] = []
        while let (at, isClosed) = contact.first, at + debounce <= now {
            contact.removeFirst()
            // A kernel that debounces reports a level once it has lasted.
            let lasted = contact.first.map { $0.at - at >= debounce } ?? true
            guard lasted, isClosed != self.isClosed else { continue }
            self.isClosed = isClosed
            if edges.count < 16 { edges.append(Edge(isActive: isClosed, at: at)) }
        }
        return edges
    }
}
