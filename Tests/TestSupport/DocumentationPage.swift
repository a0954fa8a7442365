import Foundation

/// A page of the documentation, by headings and tables.
public struct DocumentationPage {
    private let sections: [String: [String]]

    /// One of EarshotAppliance.docc.
    public init(_ name: String) throws {
        let text = try ProjectFolder.text("Sources/EarshotAppliance/EarshotAppliance.docc/\(name)")
        var sections: [String: [String]] = [:]
        for section in text.components(separatedBy: "\n### ").dropFirst() {
            let lines = section.components(separatedBy: "\n")
            sections[lines[0]] = Array(lines.dropFirst())
        }
        self.sections = sections
    }

    /// The rows, as cells, of the tables under `heading` whose first column is called one of `columns`.
    public func rows(under heading: String, inTablesOf columns: Set<String>) -> [[String]] {
        var rows: [[String]] = []
        var column: String?
        for line in sections[heading] ?? [] {
            guard line.hasPrefix("|") else {
                column = nil
                continue
            }
            // A bar that stands for itself is no border.
            let cells = line.replacingOccurrences(of: "\\|", with: "/").dropFirst()
                .split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if column == nil {
                column = cells[0]
            } else if columns.contains(column!), !cells[0].hasPrefix("---") {
                rows.append(cells)
            }
        }
        return rows
    }

    /// What is named in code in the first cells of these rows.
    public func names(under heading: String, inTablesOf columns: Set<String>) -> Set<String> {
        Set(rows(under: heading, inTablesOf: columns).flatMap { Self.names(in: $0[0]) })
    }

    /// What stands between back quotes.
    public static func names(in cell: String) -> [String] {
        cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
}
