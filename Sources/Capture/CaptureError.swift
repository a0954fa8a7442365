import Platform

/// What can keep sound from coming in. Each case is one remedy; its description says which.
///
/// What is wrong when a source is opened is thrown. What goes wrong later comes as ``CaptureEvent/lost(_:)``, and so does
/// what is wrong with an awaited device (``DeviceOptions/isAwaited``).
///
/// ```swift
/// do {
///     let file = try AudioFile(path: path)
/// } catch .fileMissing {
///     print("there is no recording yet")
/// } catch {
///     print(error)
/// }
/// ```
public enum CaptureError: Error, Sendable, Hashable {
    // Recordings
    /// There is no file of this name.
    case fileMissing(path: String)
    /// The system does not let the file be opened or read; `reason` is its word for why.
    case fileUnreadable(path: String, reason: String)
    /// What has this name cannot be read from its beginning to its end.
    case notAFile(path: String, isFolder: Bool)
    /// The file has no bytes, or no frames.
    case fileEmpty(path: String)
    /// libsndfile knows no such format; `reason` is its word for why.
    case notAudio(path: String, reason: String)
    /// The file ends before its own header says, by this much (nil: unknown); what is there was delivered.
    case fileTruncated(path: String, missing: Duration?)
    /// A part of the file makes no sense, at this time (nil: unknown); what is before it was delivered.
    case fileDamaged(path: String, at: Duration?, reason: String)
    /// Rate or channels lie outside of what `AudioFormat` admits.
    case formatUnsupported(of: String, format: AudioFormat)
    /// A recording with a header comes through a pipe in real time, where nobody knows whether it has an end.
    case recordingOnPipe(format: String)
    /// Standard input fails in the middle; `reason` is the system's word for why.
    case standardInputUnreadable(reason: String)

    // Devices
    /// There is no card or PCM of this name, or none at all where no name was asked for; `available` are the short names of
    /// the cards that record.
    case deviceMissing(name: String?, available: [String])
    /// Another program has it open; `holder` is nil if it cannot be known which.
    case deviceBusy(name: String, holder: DeviceHolder?)
    /// This user may not record; the members of `group` may.
    case permissionDenied(name: String, group: String)
    /// The device has no such rate in Hz; `offered` says what it has, in words.
    case rateRefused(name: String, rate: Int, offered: String)
    /// The device has not this number of channels, or too few for the channel that was asked for.
    case channelsRefused(name: String, channels: Int, offered: String)
    /// The device has no sample type that was asked for, or that this program knows.
    case sampleRefused(name: String, offered: String)
    /// Unplugged, or its driver is gone.
    case disconnected(name: String)
    /// It sleeps with the machine.
    case suspended(name: String)
    /// A call of alsa-lib failed; `reason` is its word for why.
    case deviceFailed(name: String, call: String, reason: String)
    /// The device is open and gives no frames.
    case stalled(name: String, after: Duration)
    /// The mixer has no control for what was asked. It is written to the log, and sound comes all the same.
    case mixerFailed(name: String, reason: String)

    // This process
    /// The system gives no thread to capture on.
    case threadRefused(reason: String)
    /// The system gives no memory, or no file descriptor, for a buffer.
    case memoryRefused(reason: String)
    /// All places for readers and taps of this engine are taken; there are `limit`.
    case tooManyReaders(limit: Int)
}

extension CaptureError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .fileMissing(let path):
            "'\(path)': no such file; check the name"
        case .fileUnreadable(let path, let reason):
            "'\(path)' cannot be read (\(reason)); check its permissions"
        case .notAFile(let path, let isFolder):
            isFolder
                ? "'\(path)' is a folder; name a file in it"
                : "'\(path)' is a pipe or a device; feed it to standard input"
        case .fileEmpty(let path):
            "'\(path)' holds no sound; record it again"
        case .notAudio(let path, let reason):
            "'\(path)' is not a recording this program can read (\(reason)); " + Self.conversion(of: path)
        case .fileTruncated(let path, let missing):
            "'\(path)' is cut short: \(missing.map { "\($0.inSeconds) are" } ?? "something is") missing at its end; "
                + "copy or record it again"
        case .fileDamaged(let path, let time, let reason):
            "'\(path)' is damaged\(time.map { " \($0.inSeconds) after its start" } ?? "") (\(reason)); copy or record it "
                + "again"
        case .formatUnsupported(let source, let format):
            "'\(source)' has \(format); it must have \(AudioFormat.sampleRates.lowerBound) to "
                + "\(AudioFormat.sampleRates.upperBound) Hz and 1 to \(AudioFormat.channelCounts.upperBound) channels"
        case .recordingOnPipe(let format):
            "standard input is a pipe with a recording in it (\(format)), which has to be there whole; name the file, or pipe "
                + "headerless samples, as 'arecord -t raw' gives them"
        case .standardInputUnreadable(let reason):
            "standard input cannot be read (\(reason)); pipe raw samples into it"

        case .deviceMissing(let name, let available):
            "no microphone" + (name.map { " '\($0)'" } ?? "")
                + (available.isEmpty
                    ? ": this machine has no sound card that records; plug one in"
                    : "; there are: \(available.joined(separator: ", "))")
        case .deviceBusy(let name, let holder):
            if let holder {
                "microphone '\(name)' is in use by \(holder); stop it, or listen through 'default' if it can share"
            } else {
                "microphone '\(name)' is in use by another program; see who with 'fuser -v /dev/snd/*'"
            }
        case .permissionDenied(let name, let group):
            "no permission to record from '\(name)'; add this user to the group '\(group)': "
                + "sudo adduser $USER \(group), then log in again"
        case .rateRefused(let name, let rate, let offered):
            "microphone '\(name)' has no \(rate) Hz, it offers \(offered); choose one of these, leave the rate out, "
                + "or use 'plughw:' to let alsa-lib convert"
        case .channelsRefused(let name, let channels, let offered):
            "microphone '\(name)' has no \(channels) channels, it offers \(offered); choose one of these or leave the "
                + "number out"
        case .sampleRefused(let name, let offered):
            "microphone '\(name)' offers only the formats \(offered); use 'plughw:' to let alsa-lib convert"
        case .disconnected(let name):
            "microphone '\(name)' is gone; plug it in again, it will be taken up by itself"
        case .suspended(let name):
            "microphone '\(name)' sleeps; it will be taken up when the machine wakes"
        case .deviceFailed(let name, let call, let reason):
            "microphone '\(name)' failed at \(call) (\(reason)); look into the kernel's log with 'dmesg'"
        case .stalled(let name, let span):
            "microphone '\(name)' is open but has given no sound for \(span.inSeconds); plug it in again"
        case .mixerFailed(let name, let reason):
            "the mixer of '\(name)' did not do as asked (\(reason))"
                // What is no card has no mixer to look at.
                + (PCMAddress.words(of: name).map { "; see 'amixer -c \($0.card)'" } ?? "")

        case .threadRefused(let reason):
            "the capture thread cannot be started (\(reason)); raise this process's limits for threads and memory"
        case .memoryRefused(let reason):
            "no memory for the capture buffer (\(reason)); free some, or raise this process's limit"
        case .tooManyReaders(let limit):
            "all \(limit) places for readers and taps are taken; remove one first"
        }
    }
}

extension CaptureError {
    /// What to do with a file that cannot be read. What telephones record, no package here decodes: the command is named that
    /// does.
    private static func conversion(of path: String) -> String {
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard ["m4a", "aac", "mp4", "3gp", "wma", "amr", "caf"].contains(ending) else {
            return
                "convert it to WAV, FLAC, Ogg or MP3, or name it .raw if it is headerless 16 kHz mono 16 bit"
        }
        let converted = path.dropLast(ending.count) + "wav"
        return "convert it first: ffmpeg -i '\(path)' '\(converted)'"
    }
}

extension Duration {
    /// For messages: `0.250 s`.
    var inSeconds: String {
        let thousandths = Int((seconds * 1000).rounded())
        let digits = String(thousandths % 1000)
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(thousandths / 1000).\(fraction) s"
    }
}
