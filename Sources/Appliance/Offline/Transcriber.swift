import Capture
import Platform

/// Transcribes sound files with the whole of the appliance but its pins: the same ears, the same words.
///
/// ```swift
/// let transcriber = Transcriber(.dictation)
/// print(try transcriber.transcribe("memo.flac", until: StopSignal()).text)
/// ```
///
/// One thread at a time may use it; several may work at once.
public final class Transcriber {
    private let appliance: OfflineAppliance

    /// Takes the words of a configuration. Models are loaded by the first file.
    ///
    /// - Parameter configuration: What may be said; its lights, buttons and outputs are left alone.
    public init(_ configuration: ApplianceConfiguration) {
        appliance = OfflineAppliance(configuration)
    }

    /// Reads the file as fast as it can be decoded; its length does not matter.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard input: a recording, or headerless samples.
    ///   - headerless: What samples without a header are: in a file whose name ends in `.raw`, and on standard input.
    ///   - stop: Ends the work early.
    ///   - progress: Called with the share that is done, 0 to 1, about once a second of audio; not for standard input.
    /// - Returns: What was said; of a file that cannot be read to its end, what was said up to there, and why.
    /// - Throws: `ApplianceError.unreadable` when nothing of the file can be read, or standard input has no sound; for all that
    ///   no file could be transcribed with, `.unavailable` or `.configuration`, as when a model cannot be read.
    public func transcribe(
        _ path: String, headerless: AudioFormat = .recognition, until stop: StopSignal,
        progress: @escaping (Double) -> Void = { _ in }
    ) throws(ApplianceError) -> FileTranscription {
        let length = try Self.length(of: path, headerless)
        var result = FileTranscription()
        // Of the newest utterance, and when that ended.
        var (words, end) = ("", Duration.zero)
        let summary = try appliance.run(path, headerless: headerless, until: stop) { heard in
            if let length, length > .zero { progress(min(1, heard / length)) }
        } observer: { event in
            switch event.kind {
            case .state(.recording): words = ""
            case .partial(let text): words = text
            case .final(let transcript):
                result.add(transcript)
                end = event.time
            case .rejected(let rejection): result.reject(rejection)
            case .retracted: result.takeBack()
            case .command(let command): result.note(command)
            case .availability(false, _, let reason):
                result.problem = reason
                if end == event.time { result.keepCutOff(words) }
            default: break
            }
        }
        if let problem = result.problem, summary.audio == .zero { throw .unreadable(problem) }
        if path == "-", summary.audio == .zero, !stop.isRaised {
            throw .unreadable(
                "standard input: there was no sound; feed it a recording, or headerless 16-bit samples")
        }
        result.duration = summary.audio
        result.realTimeFactor = summary.realTimeFactor
        return result
    }

    /// How long the file says it is; nil when only reading it will tell.
    private static func length(
        of path: String, _ headerless: AudioFormat
    ) throws(ApplianceError) -> Duration? {
        guard path != "-" else { return nil }
        do {
            let file = try AudioFile(path: path, headerless: headerless)
            return file.frameCount.map { .frames($0, at: file.format.sampleRate) }
        } catch {
            throw .unreadable("\(error)")
        }
    }
}
