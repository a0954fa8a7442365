import Appliance
import Configuration
import Glibc
import Platform

/// A configuration file whose text is edited.
///
///     try ConfigurationFile.requireReplaceable("site.yaml")     // before the work whose result it is to hold
package enum ConfigurationFile {
    /// Finds before long work what would keep the writers from the file at `path`.
    ///
    /// - Throws: `EvaluationError.unwritable`, as for a pipe, or in a folder in which nobody may write.
    package static func requireReplaceable(_ path: String) throws(EvaluationError) {
        var status = stat()
        // Of a file that is not there whoever reads it tells.
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unwritable(
                reason:
                    "\(path): is no ordinary file, so it cannot be replaced; save it as one, or leave out --write"
            )
        }
        do {
            // Goes again at once.
            _ = try FileReplacement(of: path, with: "")
        } catch {
            throw unwritable(path, error)
        }
    }

    /// Rewrites the file at `path`, all of it or nothing: it is replaced only by a text that was read back and says
    /// what was meant.
    ///
    /// - Parameters:
    ///   - refusal: What is thrown if it does not.
    ///   - edit: Makes the new text of the old.
    ///   - isMeant: Judges the configuration as it was, and that which was read back.
    /// - Throws: `EvaluationError.unwritable`, also when the file cannot be replaced.
    static func rewrite(
        _ path: String, refusal: EvaluationError, edit: (String) throws(EvaluationError) -> String,
        isMeant: (_ before: ApplianceConfiguration, _ after: ApplianceConfiguration) -> Bool
    ) throws(EvaluationError) {
        let text: String
        do { text = try TextFile.text(path: path) } catch { throw .unwritable(reason: "\(error)") }
        let edited = try edit(text)
        guard edited != text else { return }
        let isWritten: Bool
        do {
            let replacement = try FileReplacement(of: path, with: edited)
            if let before = try? ApplianceConfiguration.load(path),
                let after = try? ApplianceConfiguration.load(replacement.path)
            {
                isWritten = isMeant(before, after)
            } else {
                isWritten = false
            }
            if isWritten { try replacement.commit() }
        } catch {
            throw unwritable(path, error)
        }
        guard isWritten else { throw refusal }
    }

    private static func unwritable(_ path: String, _ error: PlatformError) -> EvaluationError {
        .unwritable(reason: "\(path): cannot be replaced: \(error)")
    }

    /// What `text` says, for an edit of it.
    ///
    /// - Parameter name: Stands for the file in diagnostics.
    static func document(_ text: String, name: String) throws(EvaluationError) -> Document {
        do { return try Document(text: text, name: name) } catch { throw .unwritable(reason: "\(error)") }
    }
}
