import Glibc
import Platform

/// Where one decoder logs the acoustic scores of its utterances.
///
/// PocketSphinx opens the log by name, so the pipe needs a name for that moment: a folder of this user's alone, made
/// before and removed after.
struct ScoreLog: Sendable {
    private let place: String
    /// The folder in it, absent save while an utterance is started.
    let folder: String

    /// - Throws: `noTemporaryFiles` when no folder for them can be written to.
    init() throws(DecoderError) {
        let places = [Environment.value("TMPDIR"), "/dev/shm", "/tmp"].compactMap { $0 }
        guard let place = places.first(where: { access($0, W_OK | X_OK) == 0 }) else {
            throw .noTemporaryFiles(folder: places.joined(separator: " or "), code: errno)
        }
        self.place = place
        folder = "\(place)/earshot-\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    }

    /// Has the log of a decoder's utterance number `utterance`, counted from 0, be the file at `target` while `start` starts it.
    func write(
        utterance: Int, to target: String, _ start: () throws(DecoderError) -> Void
    ) throws(DecoderError) {
        try withName(ofUtterance: utterance, made: { symlink(target, $0) }) { _ throws(DecoderError) in
            try start()
        }
    }

    /// Opens the log of a decoder's utterance number `utterance`, counted from 0, while `start` starts it.
    func stream(
        utterance: Int, _ start: () throws(DecoderError) -> Void
    ) throws(DecoderError) -> ScoreStream {
        try withName(ofUtterance: utterance, made: { mkfifo($0, S_IRUSR | S_IWUSR) }) {
            path throws(DecoderError) in
            // Without O_NONBLOCK, opening a pipe to read waits for a writer, and opening it to write waits for a reader.
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            try Self.check(descriptor, "open \(path)")
            guard let file = fdopen(descriptor, "r") else {
                let code = errno
                close(descriptor)
                throw .outOfResources(call: "fdopen", code: code)
            }
            let stream = ScoreStream(file)
            try start()
            try Self.check(fcntl(descriptor, F_SETFL, 0), "fcntl")
            Self.keepFromChildren(descriptor)
            return stream
        }
    }

    /// The name by which PocketSphinx opens the log of utterance number `utterance`, made by `make` and there while
    /// `use` is at work.
    private func withName<Result>(
        ofUtterance number: Int, made make: (String) -> Int32,
        _ use: (String) throws(DecoderError) -> Result
    ) throws(DecoderError) -> Result {
        guard mkdir(folder, S_IRWXU) == 0 else { throw .noTemporaryFiles(folder: place, code: errno) }
        defer { rmdir(folder) }
        let digits = String(number)
        let path = "\(folder)/\(String(repeating: "0", count: max(0, 9 - digits.count)))\(digits).sen"
        guard make(path) == 0 else { throw .noTemporaryFiles(folder: place, code: errno) }
        defer { unlink(path) }
        return try use(path)
    }

    /// Marks the pipe's other end, which PocketSphinx opened: in a program that starts others, these would hold it open,
    /// and the stream had no end.
    private static func keepFromChildren(_ descriptor: Int32) {
        guard let pipe = FileIdentity(of: descriptor) else { return }
        for name in SystemFiles.names(in: "/proc/self/fd") {
            guard let other = Int32(name), FileIdentity(of: other) == pipe else { continue }
            _ = fcntl(other, F_SETFD, FD_CLOEXEC)
        }
    }

    private static func check(_ status: Int32, _ call: String) throws(DecoderError) {
        guard status >= 0 else { throw .outOfResources(call: call, code: errno) }
    }
}
