import Glibc

/// The variables that this process was started with.
package enum Environment {
    /// What a variable holds; nil where it is not set, or empty. Any thread may ask while none sets one.
    package static func value(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
