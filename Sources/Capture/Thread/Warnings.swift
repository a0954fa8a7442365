import Platform
import Synchronization

/// Something this process may not do, that costs quality and no sound: said once, with its remedy.
final class Warnings: Sendable {
    static let priorityRefused = Warnings(
        """
        the capture thread runs without real-time priority, so a busy machine may lose sound; allow it with \
        'LimitRTPRIO=95' in the service, or '@audio - rtprio 95' in /etc/security/limits.d and membership in 'audio'
        """)
    static let memoryUnlocked = Warnings(
        """
        capture memory cannot be locked, so a machine short of memory may lose sound; allow it with \
        'LimitMEMLOCK=64M' in the service, or '@audio - memlock 65536' in /etc/security/limits.d and membership in \
        'audio'
        """)

    private let text: String
    private let isGiven = Atomic(false)

    private init(_ text: String) { self.text = text }

    func give() {
        guard !isGiven.exchange(true, ordering: .relaxed) else { return }
        Log.warning(text, from: "capture")
    }
}
