import CPocketSphinx
import Platform

/// PocketSphinx's log, which would go to the terminal: what it complains of is sent to ours at debug level, and what it says of
/// its own work to nobody.
///
/// The C callback belongs to the whole process, so it is set once, before the first decoder is made.
enum PocketSphinxLog {
    /// Touch it before any other call into PocketSphinx.
    static let isRedirected: Bool = {
        // Tables of options bypass the callback; without a file they are not printed.
        err_set_logfp(nil)
        cpocketsphinx_set_log { level, text in
            guard let text, level == ERR_WARN || level == ERR_ERROR || level == ERR_FATAL else { return }
            Log.debug(line(text), from: "pocketsphinx")
        }
        return true
    }()

    private static func line(_ text: UnsafePointer<CChar>) -> String {
        var line = String(cString: text)[...]
        while let last = line.last, last.isWhitespace { line.removeLast() }
        return String(line)
    }
}
