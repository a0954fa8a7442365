import Configuration

/// Which Earshot this is.
package enum Version {
    /// The release that this is, or will be: what the topmost section of Changelog.md is about, and its tag names. `board/version`
    /// reads it here.
    package static let release = "0.1.0"

    /// As `board/install` wrote it down, by the rule of `board/version`: "0.1.0" at the tag, "0.1.0~0git202611230703.61.299f3f5" before it,
    /// and with a package's release of Debian where that is told, too: "0.1.0~deb12".
    /// A program that was not installed, or whose file is of another release, knows its release only.
    ///
    /// A file, for what the package manager compiles in stays as it was when only the commit changes.
    package static var installed: String {
        guard let file = DataFolders.folders("version").first,
            let version = try? TextFile.text(path: file, atMost: 256).split(separator: "\n").first,
            version.hasPrefix(release), [nil, "+", "~"].contains(version.dropFirst(release.count).first)
        else { return release }
        return String(version)
    }
}
