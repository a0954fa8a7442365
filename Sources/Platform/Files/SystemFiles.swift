import Glibc

/// Folders and small files as the kernel and its drivers lay them out, in /proc, /sys and /dev, and files like them.
///
/// Any thread may ask; each call looks anew.
package enum SystemFiles {
    /// The names in a folder, sorted, without those that begin with a dot; none when it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether there is anything of this name, or it cannot be known.
    package static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
    }

    /// A file's beginning, at most `limit` bytes; nil when it cannot be read.
    package static func bytes(of path: String, atMost limit: Int = 4096) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var count = -1
        // Only what is read is touched: of megabytes that a file may have, most have some kilobytes.
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initializedCount in
            count = read(file, buffer.baseAddress, limit)
            initializedCount = max(0, count)
        }
        return count < 0 ? nil : bytes
    }

    /// A file's first 4 KiB as text; nil when it cannot be read.
    package static func text(of path: String) -> String? {
        bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What `value` makes of the first line of a file, however long that is, of which it makes anything; nil when there is none.
    package static func firstValue<Value>(in path: String, _ value: (String) -> Value?) -> Value? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let text = line.map({ String(cString: $0) }) {
            if let found = value(text) { return found }
        }
        return nil
    }

    /// The name of a process's program, as `ps` shows it; nil when it cannot be looked at.
    ///
    /// - Parameter proc: the proc file system; tests lay out their own.
    package static func program(ofProcess process: some StringProtocol, proc: String = "/proc") -> String? {
        text(of: "\(proc)/\(process)/comm")?.split(separator: "\n").first.map(String.init)
    }

    /// The folder that a name is in: `/` of `/a`, and `.` of a name alone.
    package static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Has a name that is new, or another file's now, outlast a power failure: without this, one some seconds later may bring back
    /// what was before. Waits for the disk; where a file system refuses it, it does no more than that.
    package static func syncFolder(of path: String) {
        let opened = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return }
        fsync(opened)
        close(opened)
    }
}
