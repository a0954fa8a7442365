import Glibc
import Platform

/// Finds the processes that hold a line, by their open files in /proc.
///
/// A request of the kernel's second GPIO ABI (libgpiod 2) names its chip and lines in `fdinfo`. One of the first
/// (libgpiod 1) does not, so every process with such a request is a candidate. Without root, only this user's
/// processes can be looked into.
struct HolderSearch {
    /// The proc file system; tests lay out their own.
    var root = "/proc"

    /// The holders ("gpioset, process 812") of a line of a chip, by the chip's name in the kernel: those known to hold the line,
    /// else those that may.
    func processes(holding offset: Int, of chip: String) -> [String] {
        var certain: [String] = []
        var possible: [String] = []
        for process in SystemFiles.names(in: root).filter({ $0.allSatisfy(\.isNumber) }) {
            for file in SystemFiles.names(in: "\(root)/\(process)/fd") {
                switch target(of: "\(root)/\(process)/fd/\(file)") {
                case "anon_inode:gpio-line":
                    let text = SystemFiles.text(of: "\(root)/\(process)/fdinfo/\(file)") ?? ""
                    let facts = text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
                    // Kernels before 6.1 tell nothing there.
                    let lines = facts.filter { $0.first == "gpio-line:" }.compactMap { $0.last }
                    let chips = facts.filter { $0.first == "gpio-chip:" }.compactMap { $0.last }
                    if lines.isEmpty {
                        possible.append(process)
                    } else if lines.contains("\(offset)"), chips.isEmpty || chips.contains(chip[...]) {
                        certain.append(process)
                    }
                case "anon_inode:gpio-linehandle", "anon_inode:gpio-event":
                    possible.append(process)
                default: break
                }
            }
        }
        let found = Set(certain.isEmpty ? possible : certain)
        return found.compactMap(Int.init).sorted().map { process in
            let program = SystemFiles.program(ofProcess: "\(process)", proc: root)
            return "\(program ?? "unknown"), process \(process)"
        }
    }

    private func target(of link: String) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let length = readlink(link, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
