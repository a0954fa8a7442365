import Platform
import Synchronization

extension DecoderFactory {
    /// Messages about words that were logged.
    private static let told = Mutex<Set<String>>([])

    /// Makes everything news: who starts an appliance, or has it read its words again, is to see what is still wrong with them.
    static func forgetNews() {
        told.withLock { $0 = [] }
    }

    /// Warns of words, once: recordings by the hundred have decoders of their own for the same ones.
    static func warn(_ message: String) {
        if isNews(message) { Log.warning(message, from: "words") }
    }

    /// As ``warn(_:)``, of what a person should know.
    static func notice(_ message: String) {
        if isNews(message) { Log.notice(message, from: "words") }
    }

    private static func isNews(_ message: String) -> Bool {
        told.withLock { $0.insert(message).inserted }
    }
}
