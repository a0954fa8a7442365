/// What a recognizer says, as far as it matters here.
///
/// The names are the protocol's.
package enum WyomingEvent: Sendable, Hashable {
    /// The text of what was said, whole.
    case transcript(String)
    /// A text will come in pieces.
    case transcriptStart
    /// The next piece of it, to be put right behind the one before.
    case transcriptChunk(String)
    /// That was all of it.
    case transcriptStop
    /// It cannot do what was asked of it.
    case error(String)
    /// What it is.
    case info([WyomingProgram])
    /// Anything else; it changes nothing.
    case other(type: String)
}

/// A program of a server that turns speech into text, as its `info` describes it.
package struct WyomingProgram: Sendable, Hashable, Decodable {
    /// A model that it may use.
    package struct Model: Sendable, Hashable, Decodable {
        /// What `transcribe` may ask for it by.
        package let name: String
        /// The languages of it, as `en` or `en-US`.
        package let languages: [String]?
    }

    /// Such as `faster-whisper`.
    package let name: String
    /// What it may use.
    package let models: [Model]?
}
