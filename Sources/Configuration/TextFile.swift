import Glibc

/// Small text files, read whole, with refusals in plain words.
///
/// ```swift
/// let script = try TextFile.text(path: "buttons.txt", atMost: 65_536)
/// ```
package enum TextFile {
    /// The text of a UTF-8 file of at most `limit` bytes. Any thread may read; it waits for the disk, and some seconds for a program
    /// that writes to a pipe.
    ///
    /// - Throws: `unreadable` if the file cannot be read or is too large, `invalid` if it is empty or not UTF-8.
    package static func text(path: String, atMost limit: Int = 1 << 20) throws(ConfigurationError) -> String {
        try decode(read(path, atMost: limit), name: path)
    }

    /// The lines of a text as any editor leaves them, without their ends, LF, CRLF or CR, and without the byte order mark before
    /// the first. Empty ones count, so that the line at `index` is number `index + 1` of the file.
    ///
    /// ```swift
    /// TextFile.lines(of: "\u{FEFF}0.50 press talk\r\n\r\n3 unplug") == ["0.50 press talk", "", "3 unplug"]
    /// ```
    package static func lines(of text: String) -> [Substring] {
        let text = Substring(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
        // To Swift, CR and LF in a row are one character, and that is not "\n".
        return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    }

    static func read(
        _ path: String, atMost limit: Int, mayBeEmpty: Bool = false
    ) throws(ConfigurationError) -> [UInt8] {
        // O_NONBLOCK: a FIFO without a writer must not hang the start.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: reason(errno)) }
        defer { close(descriptor) }
        // Of a pipe, and of what the system makes up as it is read, the size is 0.
        var status = stat()
        let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(limit + 1, size))
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let got = Glibc.read(descriptor, &block, min(block.count, limit + 1 - bytes.count))
            if got < 0 {
                let code = errno
                if code == EINTR || code == EAGAIN && hasMore(descriptor) { continue }
                throw .unreadable(path: path, reason: reason(code))
            }
            if got == 0 { break }
            bytes += block[..<got]
        }
        guard bytes.count <= limit else {
            throw .unreadable(
                path: path, reason: "larger than \(limit / 1024) KiB; name the file that was meant")
        }
        guard mayBeEmpty || !bytes.isEmpty else {
            throw .invalid([
                Diagnostic(
                    "the file is empty; write it, or name the one that was meant",
                    at: Mark(file: path, line: 1, column: 1))
            ])
        }
        return bytes
    }

    /// How long a program may take for each piece that it writes to a pipe, in milliseconds.
    private static let patience: Int32 = 5000

    /// Waits for something to read from a pipe, or its end.
    private static func hasMore(_ descriptor: Int32) -> Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, patience) != 0
    }

    static func decode(_ bytes: [UInt8], name: String) throws(ConfigurationError) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let bad = firstInvalid(bytes)
        let before = lines(of: String(decoding: bytes[..<bad], as: UTF8.self))
        let column = before[before.count - 1].unicodeScalars.count + 1
        let mark = Mark(file: name, line: before.count, column: column)
        throw .invalid([Diagnostic("this is not UTF-8 text; save the file as UTF-8", at: mark)])
    }

    /// The index of the first byte that is not part of valid UTF-8.
    private static func firstInvalid(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var valid = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): valid += UTF8.width(scalar)
            case .emptyInput, .error: return min(valid, bytes.count - 1)
            }
        }
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT, ENOTDIR: "no such file; check the path"
        case EACCES: "may not be read by this user; check its permissions with 'ls -l'"
        case EISDIR: "a folder, not a file; name the file in it"
        case ELOOP: "a symbolic link that leads back to itself; name the file that was meant"
        case EAGAIN: "not an ordinary file, and nothing to read in it; name the file that was meant"
        default: "cannot be read (\(String(cString: strerror(code)))); check the path and the disk"
        }
    }
}
