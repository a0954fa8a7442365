import Foundation

/// This checkout.
public enum ProjectFolder {
    /// Where a file of it is.
    public static func path(_ name: String) -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return folder.appendingPathComponent(name).path
    }

    /// A text in it.
    public static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }
}
