import Glibc
import Platform
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps what was learned about microphones from one start of a program to the next, so that the first utterance is
/// recognized as well and as fast as any later one.
///
/// A key's file holds the names of the microphone and the model, and the mean: 13 numbers over hours of sound, no
/// audio, nothing that reveals words or a voice. It is written when something was learned for the first time,
/// after that every ten minutes at most, and by ``save()``; always as a whole, so that a power failure leaves the old one. A
/// file that cannot be written or read is a warning that names the remedy, once, and never a failure; writing is tried
/// again after a later utterance, and by ``save()``.
///
///     let key = CepstralMeanKey(microphone: "hw:CARD=USB,DEV=0", pack: pack, use: .words)
///     if let mean = CepstralMeanStore.shared.mean(of: key) { try decoder.setCepstralMean(mean) }
///     …
///     CepstralMeanStore.shared.keep(decoder.cepstralMean, of: key)      // after an utterance
///     CepstralMeanStore.shared.save()                                      // at the end
///
/// ``SpeechRecognizer`` and the appliance do this by themselves for microphones; never for recordings and pipes, whose
/// results must not depend on what was heard before. Any thread may use it; only ``mean(of:)`` and ``save()`` wait for
/// the disk.
package final class CepstralMeanStore: Sendable {
    /// In ``defaultFolder``, as the environment names it when it is needed; that of all recognizers of the process.
    package static let shared = CepstralMeanStore(locate: { defaultFolder })

    private struct Entry: Codable {
        let key: CepstralMeanKey
        let mean: CepstralMean

        private enum CodingKeys: String, CodingKey {
            case key = "channel"
            case mean
        }
    }

    private struct State {
        var means: [CepstralMeanKey: CepstralMean] = [:]
        /// Changed since they were given to their files.
        var unsaved: Set<CepstralMeanKey> = []
        /// When writing was last begun without being asked for.
        var tried: [CepstralMeanKey: Duration] = [:]
        /// By path, since two keys may have the same one.
        var files: [String: BackgroundFile] = [:]
    }

    private let locate: @Sendable () -> String?
    private let interval: Duration
    private let clock: any TimeSource
    private let state = Mutex(State())
    private let hasWarned = Atomic(false)

    /// A file of 13 numbers has some 300 bytes.
    private static let largestFile = 4096

    /// - Parameters:
    ///   - folder: where the files are; made when it is needed. nil keeps everything in memory.
    ///   - interval: the least time between two writes of one key: a card wears by each, and what is learned lasts.
    ///   - clock: tells the time between writes.
    package convenience init(
        folder: String?, interval: Duration = .seconds(600), clock: any TimeSource = MonotonicClock()
    ) {
        self.init(locate: { folder }, interval: interval, clock: clock)
    }

    private init(
        locate: @escaping @Sendable () -> String?, interval: Duration = .seconds(600),
        clock: any TimeSource = MonotonicClock()
    ) {
        self.locate = locate
        self.interval = interval
        self.clock = clock
    }

    /// `microphones` in the folder of ``StateFolder``; nil without one.
    static var defaultFolder: String? {
        StateFolder.path.map { $0 + "/microphones" }
    }

    // MARK: - Means

    /// The mean of a key; nil if none is known.
    package func mean(of key: CepstralMeanKey) -> CepstralMean? {
        if let known = state.withLock({ $0.means[key] }) { return known }
        guard let stored = read(key) else { return nil }
        return state.withLock { state in
            // Another thread may have learned meanwhile.
            if state.means[key] == nil { state.means[key] = stored }
            return state.means[key]
        }
    }

    /// Remembers what was learned.
    package func keep(_ mean: CepstralMean, of key: CepstralMeanKey) {
        let now = clock.now
        state.withLock { state in
            if state.means[key] != mean {
                state.means[key] = mean
                state.unsaved.insert(key)
            }
            if let last = state.tried[key], now - last < interval { return }
            if write(key, &state) { state.tried[key] = now }
        }
    }

    /// Writes what has not been written yet, and waits until that is done or has failed.
    package func save() {
        beginToSave()
        settle()
    }

    /// Has what has not been written yet written, and waits for nothing.
    package func beginToSave() {
        state.withLock { state in
            for key in state.means.keys { write(key, &state) }
        }
    }

    /// Waits until what is due is written.
    func settle() {
        for file in state.withLock({ Array($0.files.values) }) { file.settle() }
    }

    // MARK: - Files

    /// The file of a key: its microphone's and model's names, without what file systems dislike. Should two keys
    /// have the same one, the newer overwrites the older: the file contains its key.
    func path(of key: CepstralMeanKey) -> String? {
        locate().map { folder in
            let model = key.acousticModel.split(separator: "/").last ?? ""
            let name = "\(key.microphone) \(model) \(key.sampleRate) \(key.use.rawValue)"
            return
                "\(folder)/\(String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })).json"
        }
    }

    private func read(_ key: CepstralMeanKey) -> CepstralMean? {
        guard let path = path(of: key), access(path, F_OK) == 0 else { return nil }
        guard let text = Self.contents(of: path),
            let entry = try? JSONDecoder().decode(Entry.self, from: Data(text)),
            !entry.mean.values.isEmpty, entry.mean.values.allSatisfy(\.isFinite)
        else {
            Log.warning(
                "'\(path)' does not hold what it should; it is ignored, and replaced after the next utterance",
                from: "recognition")
            return nil
        }
        return entry.key == key ? entry.mean : nil
    }

    /// All of a small file; nil if it cannot be read, or is too large to be one of these.
    private static func contents(of path: String) -> [UInt8]? {
        SystemFiles.bytes(of: path, atMost: largestFile + 1).flatMap { $0.count > largestFile ? nil : $0 }
    }

    /// Has the mean of a key written in the background, unless its file has it.
    ///
    /// - Returns: Whether it had to be.
    @discardableResult
    private func write(_ key: CepstralMeanKey, _ state: inout State) -> Bool {
        guard let path = path(of: key) else { return false }
        let file = state.files[path] ?? makeFile(path)
        state.files[path] = file
        guard state.unsaved.contains(key) || file.hasFailed, let mean = state.means[key] else { return false }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let text = try? encoder.encode(Entry(key: key, mean: mean)) else { return false }
        state.unsaved.remove(key)
        // Within the lock: an older mean must not overtake a newer one.
        file.write(String(decoding: text, as: UTF8.self))
        return true
    }

    private func makeFile(_ path: String) -> BackgroundFile {
        BackgroundFile(path) { [weak self] failure in
            guard let self, !self.hasWarned.exchange(true, ordering: .relaxed) else { return }
            Log.warning(
                "what was learned about the microphone cannot be kept in '\(failure.path)': make its folder writable, or "
                    + "set STATE_DIRECTORY to a folder that is; until then the first utterance after a start is "
                    + "answered later than others", from: "recognition")
        }
    }
}
