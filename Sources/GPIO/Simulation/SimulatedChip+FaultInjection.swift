import Glibc

/// What may happen to a chip and its lines: other holders, refusals, faults.
extension SimulatedChip {
    /// Pulls it out, for good: to the kernel, one that is plugged in again is another chip.
    package func unplug() {
        state.withLock { state in
            state.isGone = true
            for offset in state.lines.indices {
                state.lines[offset].writeError = ENODEV
                state.lines[offset].readError = ENODEV
            }
        }
    }

    /// Has another program hold a line; nil lets it go.
    public func setHolder(_ holder: LineHolder?, of name: String) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].holder = holder }
    }

    /// Refuses every request with `notPermitted`, as for a user outside the group; false ends that.
    public func forbid(_ isForbidden: Bool = true) {
        state.withLock { $0.isForbidden = isForbidden }
    }

    /// Makes every write to a line fail with this errno: a light that cannot be lit. Nil mends it.
    public func failWrites(to name: String, errno code: Int32?) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].writeError = code }
    }

    /// Makes every reading of a line fail with this errno: an adapter that was unplugged. Nil mends it.
    public func failReads(of name: String, errno code: Int32?) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].readError = code }
    }

    /// Takes the interrupt away: a request for edges throws `noInterrupt`, and the line must be polled.
    public func removeInterrupt(of name: String) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].hasInterrupt = false }
    }

    /// Sets which way the line's resistor pulls while it is not driven.
    public func setPull(up isPulledUp: Bool, of name: String) {
        let offset = offset(of: name)
        state.withLock { $0.lines[offset].isPulledUp = isPulledUp }
    }
}
