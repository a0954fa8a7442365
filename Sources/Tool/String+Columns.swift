extension String {
    /// With spaces after it, up to a width.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// Its end, which of a path says most, where it is too long; with `separator` before it, or nothing at all where a few
    /// characters would have to do.
    func clipped(to width: Int, after separator: String) -> String {
        if count <= width { return separator + self }
        return width < 5 ? "" : separator + "…" + suffix(width - 1)
    }

    /// Its lines broken at spaces, so that each has `width` characters at most where words allow it; what follows a break is
    /// indented as its line is.
    func wrapped(to width: Int) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let indent = String(repeating: " ", count: line.prefix { $0 == " " }.count)
            guard line.count > width else { return String(line) }
            var lines: [String] = []
            for word in line.split(separator: " ") {
                if let last = lines.last, last.count + 1 + word.count <= width {
                    lines[lines.count - 1] += " " + word
                } else {
                    lines.append(indent + String(word))
                }
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// A bar that is filled as far as `share` says, 0 to 1, and takes a quarter of a terminal's columns, 4 to 30.
    static func bar(_ share: Double, full: String, empty: String, columns: Int) -> String {
        let width = Swift.min(30, Swift.max(4, columns / 4))
        let filled = Int((share * Double(width)).rounded())
        return String(repeating: full, count: filled) + String(repeating: empty, count: width - filled)
    }

    /// As a page or subtitles have it: without what begins a tag or an entity.
    var escaped: String {
        map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }.joined()
    }
}
