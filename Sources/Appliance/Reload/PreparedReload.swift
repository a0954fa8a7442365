import Platform
import Synchronization

/// A configuration that is read anew, and its decoders, made beside those at work: on a thread of its own, so that nothing that
/// is heard meanwhile waits.
///
/// ```swift
/// let reload = try PreparedReload(of: configuration, board: .system) { try DecoderFactory.decoders(for: $0) }
/// // some time later, on the thread that began it
/// if let outcome = reload.take() { let new = try outcome.get() }
/// ```
final class PreparedReload: Sendable {
    /// What the appliance goes on with.
    struct Outcome {
        let configuration: ApplianceConfiguration
        let decoders: Decoders
        /// The right to drive lines that are new.
        let lock: OutputLock?
    }

    /// Decoders are for one thread: made on this one's, and given away once.
    private struct Handover: @unchecked Sendable {
        let outcome: Result<Outcome, ApplianceError>
    }

    private let handover = Mutex<Handover?>(nil)

    /// Begins.
    ///
    /// - Parameters:
    ///   - current: what the appliance works by now; its file is read again, and held against it.
    ///   - board: whose lines are moved.
    ///   - makeDecoders: makes the decoders of a configuration, on another thread.
    /// - Throws: `unavailable` when the process can have no thread more.
    init(
        of current: ApplianceConfiguration, board: Appliance.Options.Board,
        _ makeDecoders: @escaping Appliance.DecoderMaker
    ) throws(ApplianceError) {
        do throws(PlatformError) {
            try SystemThread(name: "earshot-reload") { [self] in
                let handover = Handover(
                    outcome: Result { () throws(ApplianceError) in
                        try Self.prepare(current, board, makeDecoders)
                    })
                self.handover.withLock { $0 = handover }
            }.detach()
        } catch {
            throw .unavailable("cannot read the configuration again: \(error)")
        }
    }

    /// What came of it; nil until there is something, and after it was taken.
    func take() -> Result<Outcome, ApplianceError>? {
        handover.withLock { handover in
            defer { handover = nil }
            return handover?.outcome
        }
    }

    private static func prepare(
        _ current: ApplianceConfiguration, _ board: Appliance.Options.Board,
        _ makeDecoders: Appliance.DecoderMaker
    ) throws(ApplianceError) -> Outcome {
        let new = try ApplianceConfiguration.load(current.path)
        if let obstacle = current.obstacle(toGoingOnWith: new) { throw .unavailable(obstacle) }
        if board == .system, !current.usesLines, new.usesLines {
            throw .unavailable(
                "the first line that a configuration has takes a restart: sudo systemctl restart earshot")
        }
        let decoders = try makeDecoders(new)
        let lock = board == .system && current.hasOtherLines(than: new) ? OutputLock.acquire() : nil
        if lock != nil { try new.expectSameLinesInFile(or: "reload it again") }
        return Outcome(configuration: new, decoders: decoders, lock: lock)
    }
}

extension ApplianceConfiguration {
    /// Why an appliance that works by this cannot go on with `new`; nil if it can.
    func obstacle(toGoingOnWith new: ApplianceConfiguration) -> String? {
        if capture != new.capture { return "'capture:' has changed, which takes a restart" }
        if socket.location != new.socket.location {
            return "the path of the socket has changed, which takes a restart"
        }
        if dictation.writesToStandardOutput != new.dictation.writesToStandardOutput {
            return "'stdout' under 'dictation: to:' has changed, which takes a restart"
        }
        return nil
    }

    /// Holds it against its file once more, where that was written since. Whoever keeps outputs safe reads that when it lends their
    /// lines, which is long after this was read: decoders are made in between.
    ///
    /// - Parameter remedy: what to do where that says something else of lines by now.
    /// - Throws: `unavailable` with the remedy.
    func expectSameLinesInFile(or remedy: String) throws(ApplianceError) {
        // What is no file on a disk, such as a pipe, is not read twice.
        guard let version, FileVersion(of: path) != version else { return }
        let present: ApplianceConfiguration
        do throws(ApplianceError) {
            present = try ApplianceConfiguration.load(path)
        } catch {
            throw .unavailable(
                "'\(path)' was changed since it was read, and cannot be used as it is by now; mend it, and \(remedy):\n\(error)"
            )
        }
        if hasOtherLines(than: present) {
            throw .unavailable(
                "'\(path)' has other outputs or lights by now than when it was read; \(remedy)")
        }
    }

    /// Whether other lines are driven by `new`, or to other levels at the end.
    fileprivate func hasOtherLines(than new: ApplianceConfiguration) -> Bool {
        outputs != new.outputs || lights != new.lights
    }
}
