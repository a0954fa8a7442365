import Glibc
import Settings
import Station

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
        _ path: String, refusal: EvaluationError, edit: (String) throws -> String,
        isMeant: (Configuration) -> Bool
    ) throws(EvaluationError) {
        let text: String
        let edited: String
        do {
            text = try TextFile.text(path: path)
            edited = try edit(text)
        } catch let error as EvaluationError {
            throw error
        } catch {
            throw .unwritable(reason: "\(error)")
        }
        guard edited != text else { return }
        // A link is followed: its target is what holds the settings.
        guard let resolved = realpath(path, nil) else {
            throw .unwritable(reason: "\(path) is not there any more")
        }
        defer { free(resolved) }
        let target = String(cString: resolved)
        var status = stat()
        // In the same folder, so that what the file imports is found.
        let draft = target + ".new"
        guard stat(target, &status) == 0, store(edited, in: draft, mode: status.st_mode & 0o777) else {
            throw .unwritable(reason: "\(draft): cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { unlink(draft) }
        guard let read = try? Configuration.load(draft), isMeant(read) else { throw refusal }
        guard rename(draft, target) == 0 else {
            throw .unwritable(reason: "\(path): cannot be replaced: \(String(cString: strerror(errno)))")
        }
    }

    private static func store(_ text: String, in path: String, mode: mode_t) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return fsync(descriptor) == 0
    }
}
