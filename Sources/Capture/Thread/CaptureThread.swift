import Glibc
import Platform

/// Threads that capture sound, or deliver it to taps.
enum CaptureThread {
    /// Enough for alsa-lib's and libsndfile's decoders.
    private static let stackSize = 1 << 20
    /// What a live source's turns reach of it.
    private static let lockedSize = 128 << 10

    /// Runs `body` on a new thread of this name (15 bytes at most).
    static func start(
        name: String, body: @escaping @Sendable () -> Void
    ) throws(CaptureError) -> SystemThread {
        do {
            return try SystemThread(name: name, stackSize: stackSize, body: body)
        } catch {
            throw .threadRefused(reason: "\(error)")
        }
    }

    /// Runs `work` with as much of the calling thread's stack held in memory as it reaches; `isLocked` tells whether
    /// that was allowed.
    static func withLockedStack<Result>(_ work: (_ isLocked: Bool) -> Result) -> Result {
        var marker: UInt8 = 0
        let end = withUnsafeMutablePointer(to: &marker) { UnsafeMutableRawPointer($0) }
        // Locking faults the pages in; the thread's own stack is larger than this.
        let start = end - lockedSize
        let isLocked = mlock(start, lockedSize) == 0
        defer { if isLocked { munlock(start, lockedSize) } }
        return work(isLocked)
    }
}
