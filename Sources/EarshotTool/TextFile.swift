import FoundationEssentials

/// A small text file, whole.
enum TextFile {
    static func read(_ path: String) throws(UsageError) -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw UsageError("cannot read '\(path)' as text; check the path and its permissions")
        }
    }
}
