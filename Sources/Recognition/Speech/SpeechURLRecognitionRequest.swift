/// A request for a recording: WAV, FLAC, Ogg, Opus or MP3, of any rate and channel count.
///
/// It is read as fast as it is decoded, and never held in memory whole. ``SpeechRecognitionTask/fractionCompleted`` tells
/// how far it has come.
public final class SpeechURLRecognitionRequest: SpeechRecognitionRequest, @unchecked Sendable {
    /// The recording.
    public let url: URL

    /// - Parameter url: a file URL; there is no network here.
    public init(url: URL) {
        self.url = url
        super.init(Settings())
    }
}
