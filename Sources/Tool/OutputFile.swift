import Console
import Evaluation
import Glibc
import Platform

/// A file that a command is to write in the end: whether it can be is found before the work, and what was there stays until
/// there is something whole to put in its place.
final class OutputFile {
    let path: String
    /// What is written to straight away, since nothing can take its place: a pipe, a device, or wherever standard output goes.
    /// Nil for an ordinary file.
    private let stream: Int32?

    /// - Parameters:
    ///   - path: A file, which need not be there; or a pipe or a device.
    ///   - inputs: Files that the work reads, and what each is.
    /// - Throws: `UsageError` when it cannot be written to, or is one of the inputs.
    init(path: String, sparing inputs: [(path: String, what: String)]) throws(UsageError) {
        self.path = path
        let there = FileIdentity(of: path)
        if let there, there == FileIdentity(of: STDOUT_FILENO) {
            stream = dup(STDOUT_FILENO)
        } else if let there, !there.isOrdinaryFile {
            let opened = open(path, O_WRONLY | O_CLOEXEC)
            guard opened >= 0 else { throw Self.unwritable(path, errno) }
            stream = opened
        } else {
            stream = nil
            if let there, let input = inputs.first(where: { FileIdentity(of: $0.path) == there }) {
                throw UsageError("'\(path)' is \(input.what), which would be lost; name another file")
            }
            guard there == nil || access(path, W_OK) == 0 else { throw Self.unwritable(path, errno) }
            do {
                // Goes again at once.
                _ = try FileReplacement(of: path, with: "")
            } catch {
                throw Self.unwritable(path, error.code)
            }
        }
    }

    deinit {
        if let stream { close(stream) }
    }

    /// Replaces what the file holds, whole or not at all.
    ///
    /// - Throws: `EvaluationError.unwritable` when there is no room.
    func write(_ text: String) throws(EvaluationError) {
        do {
            if let stream {
                try Descriptors.write(text, to: stream)
            } else {
                try FileReplacement(of: path, with: text).commit()
            }
        } catch {
            throw .unwritable(
                reason: "'\(path)' could not be written (\(error)); make room, or name another file")
        }
    }

    private static func unwritable(_ path: String, _ code: Int32) -> UsageError {
        UsageError("'\(path)' cannot be written (\(systemText(code))); name another file")
    }
}
