import CLinux
import Glibc

/// The acoustic scores of one utterance, on their way from the decoder that computes them to one that only searches.
///
/// Computing them is most of the work of searching a grammar or a phone loop, and both need the same ones.
/// PocketSphinx logs them where `-senlogdir` says, and `ps_decode_senscr` searches such a log; here the log is a pipe, so
/// nothing is written to a disk and the second search keeps pace with the first.
///
/// The stream must be read to its end: the computing decoder waits when the pipe is full (6 frames).
package final class ScoreStream: @unchecked Sendable {
    private let file: UnsafeMutablePointer<FILE>

    init(_ file: UnsafeMutablePointer<FILE>) {
        self.file = file
        // Without a buffer, the end of the program leaves it alone, however long its reader waits (`BufferedFiles`). It costs
        // nothing, since a frame is longer than a buffer and would be read past it.
        setvbuf(file, nil, _IONBF, 0)
        // Since glibc 2.41, of Debian 13, the end takes every file's lock, and waits for a reader that holds one for ever.
        clinux_use_without_lock(file)
    }

    deinit {
        fclose(file)
    }

    /// How many of the first `count` frames that were scored have come through for sure: the C library keeps back the end of
    /// what PocketSphinx logs, up to a buffer of it.
    ///
    /// Source: `_IO_new_file_xsputn` and `_IO_file_doallocate` of glibc.
    func delivered(of count: Int, senones: Int) -> Int {
        var pipe = stat()
        fstat(fileno(file), &pipe)
        let buffer = max(Int(BUFSIZ), Int(pipe.st_blksize))
        let frame = MemoryLayout<Int16>.size * (1 + senones)
        return max(0, count - (buffer + frame - 1) / frame)
    }

    /// Calls `search` with the log, and reads what that leaves, since closing it early would break the other end.
    package func read<Result>(_ search: (UnsafeMutablePointer<FILE>) -> Result) -> Result {
        defer { drain() }
        return search(file)
    }

    private func drain() {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { rest in
            while Glibc.read(fileno(file), rest.baseAddress, rest.count) > 0 {}
        }
    }
}
