import Glibc
import Platform

/// A file to which text is added. It is opened anew for every piece, so that it may be moved or deleted at any time, and a piece
/// counts only once it is on the disk.
struct FileDestination: SinkDestination {
    /// What may fail of a disk that has failed or is full; tests put others in.
    struct Disk: Sendable {
        var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = {
            Glibc.write($0, $1.baseAddress, $1.count)
        }
        var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }
        var shorten: @Sendable (Int32, off_t) -> Int32 = { ftruncate($0, $1) }
        var move: @Sendable (String, String) -> Int32 = { rename($0, $1) }
    }

    /// A piece that was written: what can be taken back.
    private struct Mark {
        let text: String
        let file: FileIdentity
        let start: off_t
        let end: off_t
    }

    private let path: String
    private let format: SinkOptions.Format
    private let rotation: SinkOptions.Rotation?
    private let disk: Disk
    /// The newest last.
    private var marks: [Mark] = []

    init(
        _ path: String, _ format: SinkOptions.Format, _ rotation: SinkOptions.Rotation? = nil,
        on disk: Disk = Disk()
    ) {
        self.path = path
        self.format = format
        self.rotation = rotation
        self.disk = disk
    }

    var title: String { "the file '\(path)'" }

    mutating func put(_ piece: SinkPiece) throws(SinkTrouble) -> SinkProgress {
        guard let bytes = piece.bytes(in: format), !piece.isRetraction else { return try takeBack(piece) }
        let mark = try append(bytes, of: piece.text)
        marks = (marks + [mark]).suffix(DictationRecord.longest)
        return .done
    }

    /// Takes the newest text out again, if it is still the end of the file, or of the one that this was moved to; where it is not, says
    /// so there.
    private mutating func takeBack(_ piece: SinkPiece) throws(SinkTrouble) -> SinkProgress {
        var reason = "it is not the last one there"
        var place = ""
        if let mark = marks.last, mark.text == piece.text {
            let (outcome, file) = try takeOut(mark)
            marks.removeLast()
            if file != path { place = " in '\(file)'" }
            switch outcome {
            case .gone: return .done
            case .unkept:
                return .remarked("may have a text again\(place) that was taken back; look at its disk")
            case .fixed: reason = "it may only grow"
            case .elsewhere: break
            }
        }
        guard let bytes = piece.bytes(in: format) else {
            return .remarked("has a text\(place) that was taken back, as \(reason); remove it by hand")
        }
        _ = try append(bytes, of: "")
        return .done
    }

    /// What became of a text that was to be taken out.
    private enum Removal {
        case gone
        /// It is gone, which the disk may not have kept.
        case unkept
        /// It was not the end of the file.
        case elsewhere
        /// The file cannot become shorter, as after `chattr +a`.
        case fixed
    }

    /// - Returns: what became of it, and the file that has it, or had.
    private func takeOut(_ mark: Mark) throws(SinkTrouble) -> (Removal, file: String) {
        let older = rotation.map { rotation in (1...rotation.keep).map { "\(path).\($0)" } } ?? []
        // Another's file with such a name is not touched, nor one that cannot be.
        for name in [path] + older where FileIdentity(of: name) == mark.file {
            guard let file = try OpenFile(existing: name), try file.identity() == mark.file else { continue }
            guard try file.size() == mark.end else { return (.elsewhere, name) }
            guard try file.shorten(to: mark.start, disk) else { return (.fixed, name) }
            // Once it is shorter it must not be tried again: another text would be the last one.
            return (file.isKept(disk) ? .gone : .unkept, name)
        }
        return (.elsewhere, path)
    }

    private mutating func append(_ bytes: [UInt8], of text: String) throws(SinkTrouble) -> Mark {
        var file = try OpenFile(path)
        var start = try file.size()
        if let rotation, start > 0, Int(start) + bytes.count > rotation.size.bytes {
            try rotate(rotation)
            file = try OpenFile(path)
            start = try file.size()
        }
        // What a power failure has cut off stays a line of its own.
        let line = try file.endsWithinLine(size: start) ? [UInt8(ascii: "\n")] + bytes : bytes
        try file.append(line, after: start, disk)
        return Mark(text: text, file: try file.identity(), start: start, end: start + off_t(line.count))
    }

    /// Moves the texts on by one number each, up to the first that is free: where it is tried again after trouble, none is overwritten that
    /// need not be.
    private mutating func rotate(_ rotation: SinkOptions.Rotation) throws(SinkTrouble) {
        var end = 1
        while end < rotation.keep, access("\(path).\(end)", F_OK) == 0 { end += 1 }
        // The file that is overwritten, whose number a new one may get.
        if let gone = FileIdentity(of: "\(path).\(end)") { marks.removeAll { $0.file == gone } }
        for number in stride(from: end, through: 1, by: -1) {
            let older = "\(path).\(number)"
            let newer = number == 1 ? path : "\(path).\(number - 1)"
            guard disk.move(newer, older) == 0 || errno == ENOENT else {
                throw SinkTrouble(
                    "cannot be moved to '\(older)' (\(systemText(errno))); let this user write into its folder, or remove 'rotate'"
                )
            }
        }
        SystemFiles.syncFolder(of: path)
    }
}

/// A file of texts while something is done with it. Closed with this value.
private struct OpenFile: ~Copyable {
    private let descriptor: Int32
    private static let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

    /// Opens it, or makes it.
    init(_ path: String) throws(SinkTrouble) {
        var opened = open(path, Self.flags)
        if opened < 0, errno == ENOENT {
            opened = open(path, Self.flags | O_CREAT | O_EXCL, 0o640)
            if opened < 0, errno == EEXIST {
                opened = open(path, Self.flags)
            } else if opened >= 0 {
                // Its group reads it, whatever the umask.
                fchmod(opened, 0o640)
                SystemFiles.syncFolder(of: path)
            }
        }
        guard opened >= 0 else { throw Self.refusal(errno) }
        try self.init(descriptor: opened)
    }

    /// Opens it; nil if there is none.
    init?(existing path: String) throws(SinkTrouble) {
        let opened = open(path, Self.flags)
        guard opened >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.refusal(errno)
        }
        try self.init(descriptor: opened)
    }

    private init(descriptor: Int32) throws(SinkTrouble) {
        self.descriptor = descriptor
        guard try status().st_mode & S_IFMT == S_IFREG else {
            throw SinkTrouble("is no file; name one under 'dictation: to:'")
        }
    }

    deinit { close(descriptor) }

    private func status() throws(SinkTrouble) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.refusal(errno) }
        return status
    }

    func size() throws(SinkTrouble) -> off_t { try status().st_size }

    func identity() throws(SinkTrouble) -> FileIdentity { try FileIdentity(status()) }

    func endsWithinLine(size: off_t) throws(SinkTrouble) -> Bool {
        var last: UInt8 = 0
        guard size > 0 else { return false }
        guard pread(descriptor, &last, 1, size - 1) == 1 else { throw Self.refusal(errno) }
        return last != UInt8(ascii: "\n")
    }

    /// Adds all of `bytes`, or nothing.
    func append(
        _ bytes: [UInt8], after size: off_t, _ disk: FileDestination.Disk
    ) throws(SinkTrouble) {
        let written: Int
        let failure: Int32
        (written, failure) = bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = disk.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return (written, count < 0 ? errno : EIO) }
                written += count
            }
            return (written, disk.sync(descriptor) == 0 ? 0 : errno)
        }
        guard failure != 0 else { return }
        // It is tried again, and must not be there twice. What others have added since stays.
        if try self.size() == size + off_t(written) { ftruncate(descriptor, size) }
        throw Self.refusal(failure)
    }

    /// - Returns: false where it never can be.
    func shorten(to size: off_t, _ disk: FileDestination.Disk) throws(SinkTrouble) -> Bool {
        if disk.shorten(descriptor, size) == 0 { return true }
        guard [EPERM, EACCES, EINVAL].contains(errno) else { throw Self.refusal(errno) }
        return false
    }

    /// Whether it outlasts a power failure as it is.
    func isKept(_ disk: FileDestination.Disk) -> Bool { disk.sync(descriptor) == 0 }

    private static func refusal(_ code: Int32) -> SinkTrouble {
        let remedy =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: "make room there"
            case ENOENT, ENOTDIR: "make its folder"
            case ELOOP: "it is a link; name the file itself"
            case EACCES, EPERM, EROFS: "let this user write there ('earshot check' says how)"
            default: "look at its disk"
            }
        return SinkTrouble("cannot be written (\(systemText(code))); \(remedy)")
    }
}
