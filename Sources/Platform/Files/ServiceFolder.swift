import Glibc

/// The folders that systemd makes for the service, and names to it in variables (systemd.exec(5)); there are none elsewhere.
package enum ServiceFolder {
    /// For what is of this run of the machine alone: under `/run`, which is in memory.
    package static var runtime: String? { first(of: "RUNTIME_DIRECTORY") }
    /// For what it must not forget.
    static var state: String? { first(of: "STATE_DIRECTORY") }

    /// systemd separates several by colons.
    static func first(of variable: String) -> String? {
        getenv(variable).flatMap { String(cString: $0).split(separator: ":").first.map(String.init) }
    }
}
