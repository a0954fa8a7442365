/// A request for a recording: WAV, FLAC, Ogg, Opus or MP3, of 8 to 192 kHz and one to eight channels.
///
/// It is read as fast as it is decoded, and never held in memory whole. ``SpeechRecognitionTask/fractionCompleted`` tells
/// how far it has come. As many are decoded at once as the machine has processors, two at least; others wait for their turn. A
/// file that cannot be read, or is broken at its start, ends the task with ``RecognitionError/audio(_:)``.
///
/// ```swift
/// let request = SpeechURLRecognitionRequest(url: URL(filePath: "meeting.flac"))
/// let task = recognizer.recognitionTask(with: request) { result, error in
///     if let error { print(error) }
/// }
/// ```
public final class SpeechURLRecognitionRequest: SpeechRecognitionRequest, @unchecked Sendable {
    // Unchecked as its superclass is: the URL is constant.

    /// The recording, as it was given.
    public let url: URL

    /// Nothing is opened before the task starts.
    ///
    /// - Parameter url: a file URL, or a path. There is no network here: any other URL is the name of a file that is not
    ///   there, and ends the task with `.audio(.fileMissing)`.
    public init(url: URL) {
        self.url = url
        super.init(Settings())
    }
}

extension URL {
    /// The path of the file that it names, or it is. Of another scheme it is the whole, which is the name of no file.
    package var recordingPath: String {
        isFileURL || scheme == nil ? path(percentEncoded: false) : absoluteString
    }
}
