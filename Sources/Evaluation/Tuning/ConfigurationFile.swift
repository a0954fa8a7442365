import Appliance
import Configuration
import Glibc
import Platform

/// A configuration file whose text is edited.
enum ConfigurationFile {
    /// Rewrites the file at `path`, all of it or nothing: it is replaced only by a text that was read back and says
    /// what was meant.
    ///
    /// - Parameters:
    ///   - refusal: What is thrown if it does not.
    ///   - edit: Makes the new text of the old.
    ///   - isMeant: Judges the configuration that was read back.
    /// - Throws: `EvaluationError.unwritable`, also when the file cannot be replaced.
    static func rewrite(
        _ path: String, refusal: EvaluationError, edit: (String) throws(EvaluationError) -> String,
        isMeant: (ApplianceConfiguration) -> Bool
    ) throws(EvaluationError) {
        let text: String
        do { text = try TextFile.text(path: path) } catch { throw .unwritable(reason: "\(error)") }
        let edited = try edit(text)
        guard edited != text else { return }
        // A link is followed: its target is what holds the settings.
        guard let resolved = realpath(path, nil) else {
            throw .unwritable(reason: "\(path) is not there any more")
        }
        defer { free(resolved) }
        let target = String(cString: resolved)
        // In the same folder, so that what the file imports is found.
        let draft: String
        do {
            draft = try store(edited, beside: target)
        } catch {
            throw .unwritable(reason: "a new file beside \(target) cannot be written: \(error)")
        }
        defer { unlink(draft) }
        guard let read = try? ApplianceConfiguration.load(draft), isMeant(read) else { throw refusal }
        guard rename(draft, target) == 0 else {
            throw .unwritable(reason: "\(path): cannot be replaced: \(String(cString: strerror(errno)))")
        }
    }

    /// What `text` says, for an edit of it.
    ///
    /// - Parameter name: Stands for the file in diagnostics.
    static func document(_ text: String, name: String) throws(EvaluationError) -> Document {
        do { return try Document(text: text, name: name) } catch { throw .unwritable(reason: "\(error)") }
    }

    /// A new file with `text` and with the owner and mode of `target`; gives its path.
    private static func store(_ text: String, beside target: String) throws(PlatformError) -> String {
        var status = stat()
        guard stat(target, &status) == 0 else { throw .refused(call: "stat", code: errno) }
        // A name that nobody else has: whatever is there already is somebody's.
        var name = Array("\(target).XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw .refused(call: "mkstemp", code: errno) }
        defer { close(descriptor) }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The owner can be kept by root only, whose file would else be one that the service may not read.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        do throws(PlatformError) {
            guard fchmod(descriptor, status.st_mode & 0o777) == 0 else {
                throw .refused(call: "fchmod", code: errno)
            }
            try Descriptors.write(text, to: descriptor)
            guard fsync(descriptor) == 0 else { throw .refused(call: "fsync", code: errno) }
            return path
        } catch {
            unlink(path)
            throw error
        }
    }
}
