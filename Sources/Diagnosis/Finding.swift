/// What a check found: one line, and what to do about it.
package struct Finding: Sendable, Hashable, Encodable {
    /// How grave it is; the raw values stand in JSON and on the page.
    package enum Level: String, Sendable, Hashable, Encodable, CaseIterable, Comparable {
        /// As it should be.
        case ok
        /// It works, and could be better, or may not be meant.
        case warn
        /// It does not work.
        case fail

        package static func < (a: Level, b: Level) -> Bool {
            allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
        }
    }

    package let level: Level
    /// What was found.
    package let text: String
    /// What to do; nil where nothing is wrong.
    package let remedy: String?

    static func ok(_ text: String) -> Finding { Finding(level: .ok, text: text, remedy: nil) }
    static func warn(_ text: String, _ remedy: String) -> Finding {
        Finding(level: .warn, text: text, remedy: remedy)
    }
    static func fail(_ text: String, _ remedy: String) -> Finding {
        Finding(level: .fail, text: text, remedy: remedy)
    }
}
