import Glibc

/// The system's words for an errno.
package func systemText(_ code: Int32) -> String { String(cString: strerror(code)) }
