/// What dictated words come to on paper: part of what a ``DictationFormatter`` gives.
///
/// ```swift
/// let written = formatter.text("buy milk scratch that buy bread")
/// written.text  // "Buy bread"
/// ```
package struct DictatedText: Sendable, Hashable {
    /// The text, with line breaks where these were dictated; empty where all of it was taken back.
    package var text: String
    /// How many utterances before this one are taken back by it.
    package var takesBack: Int

    package init(text: String, takesBack: Int = 0) {
        self.text = text
        self.takesBack = takesBack
    }
}
