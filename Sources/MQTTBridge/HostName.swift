import Glibc

/// What this machine is called in the network.
enum HostName {
    /// The first part of the host name, `workshop` of `workshop.lan`; `earshot` where it has none.
    static var current: String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let hasName = bytes.withUnsafeMutableBytes {
            gethostname($0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count - 1)
        }
        guard hasName == 0 else { return "earshot" }
        let name = String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: ".") }, as: UTF8.self)
        return name.isEmpty ? "earshot" : name
    }
}
