import Platform

extension DecoderFactory {
    /// About words, in the log.
    private static let said = SaidOnce()

    /// Makes everything news: who starts an appliance, or has it read its words again, is to see what is still wrong with them.
    static func forgetNews() {
        said.forget()
    }

    /// Warns of words, once: recordings by the hundred have decoders of their own for the same ones.
    static func warn(_ message: String) {
        if said.isNews(message) { Log.warning(message, from: "words") }
    }

    /// As ``warn(_:)``, of what a person should know.
    static func notice(_ message: String) {
        if said.isNews(message) { Log.notice(message, from: "words") }
    }
}
