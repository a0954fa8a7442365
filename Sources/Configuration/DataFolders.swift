import Glibc

/// Where what comes with the program is found: models, examples, profiles of boards.
///
/// A program that was built in the project and not moved finds them there (`NAME` in the folder that holds `.build`), and one
/// of a package that depends on this one also where the package manager has put the project (`.build/checkouts`); one that
/// was installed as `PREFIX/bin/earshot` in `PREFIX/share/earshot/NAME`; any in `/usr/local/share/earshot/NAME` and
/// `/usr/share/earshot/NAME`. The working folder does not matter.
///
/// ```swift
/// let profile = DataFolders.first("board/raspberry-pi.yaml")  // "/usr/share/earshot/board/raspberry-pi.yaml"
/// ```
package enum DataFolders {
    /// The folders that may hold it, the first first; they need not exist.
    package static func folders(_ name: String) -> [String] {
        folders(name, program: programFolder)
    }

    /// The first that exists of the files or folders that `path` may mean; nil if none does.
    package static func first(_ path: String) -> String? {
        folders(path).first { access($0, R_OK) == 0 }
    }

    static func folders(_ name: String, program: String?) -> [String] {
        var folders: [String] = []
        if let program {
            let parts = program.split(separator: "/")
            if let build = parts.lastIndex(of: ".build") {
                let package = "/" + parts[..<build].joined(separator: "/")
                folders += ["\(package)/\(name)", "\(package)/.build/checkouts/earshot/\(name)"]
            } else if parts.last == "bin" {
                folders.append(
                    "/" + (parts.dropLast() + ["share", "earshot", name[...]]).joined(separator: "/"))
            }
        }
        for shared in ["/usr/local/share/earshot/\(name)", "/usr/share/earshot/\(name)"]
        where !folders.contains(shared) {
            folders.append(shared)
        }
        return folders
    }

    /// The folder of the running program, with no link on the way.
    private static var programFolder: String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        guard length > 0 else { return nil }
        let path = String(decoding: buffer[..<length], as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
