import Glibc

/// Where the tool writes: results to standard output, everything about the work to standard error.
enum Terminal {
    /// Writes a line to standard output at once. A reader that has gone (`earshot run | head`) ends the program.
    static func print(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    static func complain(_ line: String, bare: Bool = false) {
        write((bare ? "" : "earshot: ") + line + "\n", to: STDERR_FILENO)
    }

    /// Replaces the current line of standard error, for progress; only ever called when `showsProgress`.
    static func progress(_ line: String) {
        write("\r\u{1B}[K" + line, to: STDERR_FILENO)
    }

    static let showsProgress = isatty(STDERR_FILENO) == 1

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return
                }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }
}
