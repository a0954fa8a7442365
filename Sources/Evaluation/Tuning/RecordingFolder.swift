import FoundationEssentials
import Glibc
import Platform

/// A folder of recordings with its manifest, which grows by one line a recording.
///
/// Only this user may read what is kept in it.
///
///     let folder = try RecordingFolder(path: "site")
///     try folder.keep(samples, as: "ada", label: .command("lamp", slots: ["state": "on"]))  // "ada-1.wav"
package struct RecordingFolder: Sendable {
    /// The folder, as it was given.
    package let path: String

    /// Finds before anybody is asked for anything that there is no folder in which the one at `path` could be made.
    ///
    /// - Throws: `EvaluationError.unwritable`.
    package static func requirePlace(for path: String) throws(EvaluationError) {
        var name = path[...]
        while name.count > 1, name.hasSuffix("/") { name.removeLast() }
        let place = SystemFiles.folder(of: String(name))
        guard !SystemFiles.exists(place) else { return }
        throw .unwritable(
            reason: "\(path): there is no folder '\(place)'; make that first: mkdir -p \(place.asShellWord)")
    }

    /// The folder at `path`, made if there is none; the folder that it stands in has to be there.
    ///
    /// - Throws: `EvaluationError.unwritable`, before anything was recorded in vain.
    package init(path: String) throws(EvaluationError) {
        self.path = path
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure(path) }
        // What was there may be a file, or somebody else's.
        guard access("\(path)/.", W_OK | X_OK) == 0 else { throw Self.failure(path) }
    }

    /// The path of its manifest, `manifest.jsonl`; there is none before the first recording.
    package var manifest: String { "\(path)/manifest.jsonl" }

    /// Writes a recording, then its line in the manifest.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz mono.
    ///   - name: What its file is called, before a number that is not taken yet; it is part of a file's name.
    ///   - label: What was said in it.
    /// - Returns: The file's name in the folder.
    /// - Throws: `EvaluationError.unwritable`, as when the disk is full; neither sound nor line is then added.
    @discardableResult
    package func keep(
        _ samples: [Int16], as name: String, label: Manifest.Label
    ) throws(EvaluationError) -> String {
        var number = 1
        var descriptor: Int32 = -1
        var file = ""
        repeat {
            file = "\(name)-\(number).wav"
            descriptor = open("\(path)/\(file)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            number += 1
        } while descriptor < 0 && errno == EEXIST
        guard descriptor >= 0 else { throw Self.failure("\(path)/\(file)") }
        do throws(EvaluationError) {
            try Self.append(WaveFile.bytes(of: samples), to: descriptor, path: "\(path)/\(file)")
            let list = open(manifest, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard list >= 0 else { throw Self.failure(manifest) }
            let line = (Self.hasOpenLine(list) ? "\n" : "") + Self.line(file, label)
            try Self.append(Array(line.utf8), to: list, path: manifest)
        } catch {
            unlink("\(path)/\(file)")
            throw error
        }
        return file
    }

    /// A line as `Manifest` reads it.
    static func line(_ file: String, _ label: Manifest.Label) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, and maps of strings, can always be encoded.
        let data = (try? encoder.encode(Line(audio: file, label: label))) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private struct Line: Encodable {
        let audio: String
        let label: Manifest.Label

        private enum Key: String, CodingKey { case audio, command, slots, text, wake }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(audio, forKey: .audio)
            switch label {
            case .command(let name, let slots, let phrase):
                try object.encode(name, forKey: .command)
                if !slots.isEmpty { try object.encode(slots, forKey: .slots) }
                try object.encodeIfPresent(phrase, forKey: .wake)
            case .nothing: try object.encodeNil(forKey: .command)
            case .text(let words): try object.encode(words.joined(separator: " "), forKey: .text)
            case .wake(let phrase): try object.encode(phrase, forKey: .wake)
            }
        }
    }

    /// Whether the last line of a file was not ended, as many editors leave it.
    private static func hasOpenLine(_ descriptor: Int32) -> Bool {
        var last: UInt8 = 0
        let end = lseek(descriptor, 0, SEEK_END)
        return end > 0 && pread(descriptor, &last, 1, end - 1) == 1 && last != UInt8(ascii: "\n")
    }

    /// Writes all of `bytes` behind what is there, or none of them, and closes `descriptor`.
    private static func append(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(EvaluationError) {
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        let end = lseek(descriptor, 0, SEEK_END)
        do {
            try Descriptors.write(bytes, to: descriptor)
        } catch {
            // Half a line would spoil the manifest.
            ftruncate(descriptor, end)
            throw failure(path, error)
        }
    }

    /// What went wrong at `path`: the newest errno, unless the error is at hand.
    private static func failure(_ path: String, _ error: PlatformError? = nil) -> EvaluationError {
        let reason = error?.description ?? systemText(errno)
        return .unwritable(reason: "\(path): cannot be written: \(reason)")
    }
}
