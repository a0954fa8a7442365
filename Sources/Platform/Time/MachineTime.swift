import Glibc

/// A moment that can be told apart from others after the machine was started anew.
///
/// ```swift
/// if let ago = MachineTime.now.since(earlier), ago > .seconds(3600) { … }
/// ```
package struct MachineTime: Sendable, Hashable, Codable {
    /// The start of the machine that it belongs to, as the kernel names it.
    package var boot: String
    /// Seconds since that start, sleep included.
    package var uptime: Double
    /// Seconds since 1970 by the machine's clock, which may have been set meanwhile.
    package var clock: Double
    /// Whether that clock had been set by the network's time since the start; nil where nobody tells.
    package var isClockSet: Bool?

    /// A moment as it is given; ``now`` is this one.
    package init(boot: String, uptime: Double, clock: Double, isClockSet: Bool? = nil) {
        self.boot = boot
        self.uptime = uptime
        self.clock = clock
        self.isClockSet = isClockSet
    }

    /// This moment.
    package static var now: MachineTime {
        MachineTime(
            boot: currentBoot, uptime: seconds(of: CLOCK_BOOTTIME), clock: seconds(of: CLOCK_REALTIME),
            isClockSet: timesyncHasSetClock())
    }

    private static let currentBoot: String =
        SystemFiles.text(of: "/proc/sys/kernel/random/boot_id")?.filter { !$0.isWhitespace } ?? ""

    /// Whether both belong to the same start of the machine.
    package func isOfSameStart(as other: MachineTime) -> Bool { boot == other.boot && !boot.isEmpty }

    /// How long ago `earlier` was: since the same start as exactly as the kernel counts, whatever was done to the clock; since
    /// another one by the clock, and not at all where that had gone further then. A board without a battery goes on from when
    /// it was last on, until its clock is set: where it is now and was not then, nobody knows how long ago that was, and this is nil.
    package func since(_ earlier: MachineTime) -> Duration? {
        if isOfSameStart(as: earlier) { return .seconds(max(0, uptime - earlier.uptime)) }
        if earlier.isClockSet == false, isClockSet == true { return nil }
        return .seconds(max(0, clock - earlier.clock))
    }

    /// The same moment by the clock as it goes at `now`, if both belong to the same start of the machine.
    package func rebased(to now: MachineTime) -> MachineTime {
        guard isOfSameStart(as: now) else { return self }
        return MachineTime(
            boot: boot, uptime: uptime, clock: now.clock - (now.uptime - uptime), isClockSet: now.isClockSet)
    }

    /// By systemd-timesyncd(8), which tells it in files: the kernel would too (adjtimex(2)), but not a service that may not set the
    /// clock (`ProtectClock=`). Of other programs that set it nothing is known.
    ///
    /// - Parameter folder: where that program keeps them; tests lay out their own.
    package static func timesyncHasSetClock(in folder: String = "/run/systemd/timesync") -> Bool? {
        SystemFiles.exists(folder) ? SystemFiles.exists(folder + "/synchronized") : nil
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
