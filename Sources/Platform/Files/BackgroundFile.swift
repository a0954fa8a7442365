import Glibc
import Synchronization

/// A small file that is replaced whole by a thread of its own: whoever writes never waits for the disk, and whoever reads sees
/// the old content or the new one, also after a power failure.
///
/// Of several contents that wait, the newest is written. Any thread may call.
///
/// ```swift
/// let file = BackgroundFile("/var/lib/earshot/outputs.json") { failure in
///     Log.warning("cannot write '\(failure.path)': \(failure.reason)", from: "outputs")
/// }
/// file.write(text)
/// ```
package final class BackgroundFile: Sendable {
    /// Why a content could not be written. It is told once, until one has been written again.
    package struct Failure: Sendable, Hashable {
        /// The file.
        package let path: String
        /// The errno.
        package let code: Int32

        /// The system's words for it.
        package var reason: String { systemText(code) }
    }

    private struct State {
        var waiting: String?
        var hasFailed = false
    }

    /// Where it is.
    package let path: String
    private let isDurable: Bool
    private let permissions: mode_t
    private let onFailure: @Sendable (Failure) -> Void
    private let state = Mutex(State())
    private let thread = OnDemandThread(name: "earshot-file")

    /// - Parameters:
    ///   - path: the file. Its folder is made if it can be; a file beside it, `path.new`, is written first.
    ///   - isDurable: whether a content is on the disk before it takes the place of the one before.
    ///   - permissions: who may read and write it, whatever the umask.
    ///   - onFailure: hears that it cannot be written, on the thread that writes.
    package init(
        _ path: String, isDurable: Bool = true, permissions: mode_t = 0o600,
        onFailure: @escaping @Sendable (Failure) -> Void
    ) {
        self.path = path
        self.isDurable = isDurable
        self.permissions = permissions
        self.onFailure = onFailure
    }

    /// Whether it could not be written when that was last tried.
    package var hasFailed: Bool { state.withLock { $0.hasFailed } }

    /// Has `text` written; returns at once.
    package func write(_ text: String) {
        state.withLock { $0.waiting = text }
        do {
            try thread.run { self.work() }
        } catch {
            fail(error.code)
        }
    }

    /// Waits until everything has been written, or could not be, and no longer than `limit`.
    package func settle(within limit: Duration = .seconds(3600)) {
        thread.settle(within: limit)
    }

    private func work() {
        let text = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        guard let text else { return }
        makeFolders()
        do {
            try FileReplacement(ofOwn: path, with: text, permissions: permissions, isDurable: isDurable)
                .commit()
            state.withLock { $0.hasFailed = false }
        } catch {
            fail(error.code)
        }
    }

    /// What cannot be made shows when the file is opened.
    private func makeFolders() {
        for index in path.indices.dropFirst() where path[index] == "/" {
            mkdir(String(path[..<index]), 0o755)
        }
    }

    private func fail(_ code: Int32) {
        let isNews = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if isNews { onFailure(Failure(path: path, code: code)) }
    }
}
