import Glibc

/// The names in a folder in no particular order, without those that begin with a dot; none if it cannot be read.
func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names
}

/// The beginning of a file, at most 4 KiB, as text; empty if it cannot be read. For files of /proc and /sys.
func beginning(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = read(file, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
}
