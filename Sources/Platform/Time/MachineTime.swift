import Glibc

/// A moment that can be told apart from others after the machine was started anew.
///
/// ```swift
/// let ago = MachineTime.now.since(earlier)
/// ```
package struct MachineTime: Sendable, Hashable, Codable {
    /// The start of the machine that it belongs to, as the kernel names it.
    package var boot: String
    /// Seconds since that start, sleep included.
    package var uptime: Double
    /// Seconds since 1970 by the machine's clock, which may have been set meanwhile.
    package var clock: Double

    package init(boot: String, uptime: Double, clock: Double) {
        self.boot = boot
        self.uptime = uptime
        self.clock = clock
    }

    /// This moment.
    package static var now: MachineTime {
        MachineTime(
            boot: currentBoot, uptime: seconds(of: CLOCK_BOOTTIME), clock: seconds(of: CLOCK_REALTIME))
    }

    private static let currentBoot: String =
        SystemFiles.text(of: "/proc/sys/kernel/random/boot_id")?.filter { !$0.isWhitespace } ?? ""

    /// Whether both belong to the same start of the machine.
    package func isOfSameStart(as other: MachineTime) -> Bool { boot == other.boot && !boot.isEmpty }

    /// How long ago `earlier` was: since the same start as exactly as the kernel counts, whatever was done to the clock; since
    /// another one by the clock, and not at all where that had gone further then. A board without a battery goes on from when
    /// it was last on, until its clock is set.
    package func since(_ earlier: MachineTime) -> Duration {
        let seconds = isOfSameStart(as: earlier) ? uptime - earlier.uptime : clock - earlier.clock
        return .seconds(max(0, seconds))
    }

    /// The same moment by the clock as it goes at `now`, if both belong to the same start of the machine.
    package func rebased(to now: MachineTime) -> MachineTime {
        guard isOfSameStart(as: now) else { return self }
        return MachineTime(boot: boot, uptime: uptime, clock: now.clock - (now.uptime - uptime))
    }

    private static func seconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
