import Glibc

/// The pages of a file that a C library has mapped into memory, to read.
///
/// ```swift
/// MappedPages(path: "\(acousticModel)/mdef").giveBack()
/// ```
struct MappedPages {
    /// Of the file, or of a link to it.
    let path: String

    /// Gives back those that were read so far, of each place where this process has mapped the file. Those that are needed
    /// again come from the kernel's own copy, when they are.
    ///
    /// Loading an acoustic model reads all of its mdef, 2 MB, of which a search of a grammar then needs a few pages: three
    /// decoders kept 6.4 of 37.7 MB resident.
    ///
    /// Source: madvise(2), proc_pid_maps(5).
    func giveBack() {
        guard let real = realpath(path, nil) else { return }
        defer { free(real) }
        let ending = " " + String(cString: real) + "\n"
        guard let maps = fopen("/proc/self/maps", "re") else { return }
        defer { fclose(maps) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, maps) > 0, let text = line.map({ String(cString: $0) }) {
            // Shared and read only: none of it is anything but the file.
            guard text.hasSuffix(ending), text.contains(" r--s "), let place = Self.place(text) else {
                continue
            }
            madvise(place.baseAddress, place.count, MADV_DONTNEED)
        }
    }

    /// `7f3a5c000000-7f3a5c2d3000 r--s …`
    private static func place(_ line: String) -> UnsafeMutableRawBufferPointer? {
        let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard bounds.count == 2, let start = UnsafeMutableRawPointer(bitPattern: bounds[0]) else {
            return nil
        }
        return UnsafeMutableRawBufferPointer(start: start, count: Int(bounds[1] - bounds[0]))
    }
}
