import Dispatch
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
/// after that once a minute at most, and by ``save()``; always as a whole, so that a power failure leaves the old one. A
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
        /// Changed since they were written, or could not be.
        var unsaved: Set<CepstralMeanKey> = []
        /// When writing was last begun without being asked for.
        var tried: [CepstralMeanKey: Duration] = [:]
        var hasWarned = false
    }

    private let locate: @Sendable () -> String?
    private let interval: Duration
    private let clock: any TimeSource
    private let state = Mutex(State())
    /// Writes happen here: a slow card delays no answer.
    private let queue = DispatchQueue(label: "earshot.cepstral-means", qos: .utility)

    /// A file of 13 numbers has some 300 bytes.
    private static let largestFile = 4096

    /// - Parameters:
    ///   - folder: where the files are; made when it is needed. nil keeps everything in memory.
    ///   - interval: the least time between two writes of one key.
    ///   - clock: tells the time between writes.
    package convenience init(
        folder: String?, interval: Duration = .seconds(60), clock: any TimeSource = MonotonicClock()
    ) {
        self.init(locate: { folder }, interval: interval, clock: clock)
    }

    private init(
        locate: @escaping @Sendable () -> String?, interval: Duration = .seconds(60),
        clock: any TimeSource = MonotonicClock()
    ) {
        self.locate = locate
        self.interval = interval
        self.clock = clock
    }

    private var folder: String? { locate() }

    /// `microphones` in the folder of ``StateFolder``; nil without one.
    package static var defaultFolder: String? {
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
        let isDue = state.withLock { state in
            if state.means[key] != mean {
                state.means[key] = mean
                state.unsaved.insert(key)
            }
            guard state.unsaved.contains(key) else { return false }
            if let last = state.tried[key], now - last < interval { return false }
            state.tried[key] = now
            return true
        }
        if isDue { queue.async { self.write(key) } }
    }

    /// Writes what has not been written yet, and waits until that is done or has failed.
    package func save() {
        let unsaved = state.withLock { $0.unsaved }
        queue.sync { for key in unsaved { write(key) } }
    }

    /// Waits until what is due is written.
    func settle() { queue.sync {} }

    // MARK: - Files

    /// The file of a key: its microphone's and model's names, without what file systems dislike. Should two keys
    /// have the same one, the newer overwrites the older: the file contains its key.
    func path(of key: CepstralMeanKey) -> String? {
        folder.map { folder in
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

    private func write(_ key: CepstralMeanKey) {
        guard let folder, let path = path(of: key) else { return }
        guard let mean = state.withLock({ $0.unsaved.contains(key) ? $0.means[key] : nil })
        else {
            return
        }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(Entry(key: key, mean: mean)).write(
                to: URL(filePath: path), options: .atomic)
            state.withLock { state in
                // A newer mean is still to be written.
                if state.means[key] == mean { state.unsaved.remove(key) }
            }
        } catch {
            let isFirst = state.withLock { state in
                defer { state.hasWarned = true }
                return !state.hasWarned
            }
            guard isFirst else { return }
            Log.warning(
                "what was learned about the microphone cannot be kept in '\(folder)': make it writable, or set "
                    + "STATE_DIRECTORY to a folder that is; until then the first utterance after a start is "
                    + "answered later than others", from: "recognition")
        }
    }
}
