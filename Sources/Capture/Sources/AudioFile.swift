import CSndFile
import Glibc
import Journal

/// A recording on disk, read from its beginning in one go: WAV, FLAC, Ogg, Opus, MP3 and whatever else libsndfile reads.
///
/// Nothing but libsndfile's own buffers is held in memory, however long the recording is. A name that ends in `.raw` is
/// taken as headerless 16 kHz mono 16 bit. Owned by one thread at a time.
///
///     var file = try AudioFile(path: "meeting.flac")
///     while case let frames = file.read(into: buffer), frames > 0 { … }
public struct AudioFile: ~Copyable, @unchecked Sendable {
    public let path: String
    /// Rate and channels of the file; samples come as 16-bit integers when the file holds no more, as floats otherwise.
    public let format: AudioFormat
    /// Its length in frames; nil when only reading to the end will tell.
    public let frameCount: UInt64?
    /// How many frames were read.
    public private(set) var position: UInt64 = 0

    private let handle: OpaquePointer
    /// What its header promises beyond its end.
    private let missingFrames: UInt64

    /// Opens the recording; throws what is wrong with it and what to do.
    public init(path: String) throws(CaptureError) {
        try Self.checkReadable(path)
        var info = SF_INFO()
        if path.hasSuffix(".raw") {
            info.samplerate = 16_000
            info.channels = 1
            info.format = Int32(SF_FORMAT_RAW | SF_FORMAT_PCM_16) | Int32(SF_ENDIAN_LITTLE)
        }
        guard let handle = sf_open(path, Int32(SFM_READ), &info) else {
            throw .notAudio(path: path, reason: String(cString: sf_strerror(nil)))
        }
        let format = AudioFormat(
            sampleRate: Int(info.samplerate), channelCount: Int(info.channels), sample: Self.sample(of: info))
        guard format.isSupported else {
            sf_close(handle)
            throw .formatUnsupported(of: path, format: format)
        }
        guard info.frames > 0 else {
            sf_close(handle)
            throw .fileEmpty(path: path)
        }
        self.path = path
        self.format = format
        self.handle = handle
        // libsndfile's largest number stands for an Ogg stream whose last page is missing.
        frameCount = info.frames == Int64.max ? nil : UInt64(info.frames)
        missingFrames = Self.missingFrames(handle, present: UInt64(info.frames))
    }

    deinit { sf_close(handle) }

    /// Reads as many frames as `memory` has room for, in `format`; 0 at the end, early or not (see `ending`).
    public mutating func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        guard let base = memory.baseAddress else { return 0 }
        let room = Int64(memory.count / format.bytesPerFrame)
        let frames =
            switch format.sample {
            case .int16: sf_readf_short(handle, base.assumingMemoryBound(to: Int16.self), room)
            default: sf_readf_float(handle, base.assumingMemoryBound(to: Float.self), room)
            }
        position += UInt64(max(frames, 0))
        return Int(max(frames, 0))
    }

    /// Once `read` has given 0: why the recording ended too early, or nil if it ended where it should.
    var ending: SourceFault? {
        let code = sf_error(handle)
        if code != 0 { return .damaged(at: position, code: code) }
        guard let frameCount else { return .truncated(missing: 0) }
        let missing = missingFrames + (frameCount - min(position, frameCount))
        return missing > 0 ? .truncated(missing: missing) : nil
    }

    /// Integers of up to 16 bits are read as they are; everything else as float, which holds 24 bits exactly.
    private static func sample(of info: SF_INFO) -> AudioFormat.Sample {
        switch Int(info.format) & SF_FORMAT_SUBMASK {
        case SF_FORMAT_PCM_16, SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_ULAW, SF_FORMAT_ALAW: .int16
        default: .float32
        }
    }

    private static func checkReadable(_ path: String) throws(CaptureError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw errno == ENOENT
                ? .fileMissing(path: path)
                : .fileUnreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw .fileUnreadable(path: path, reason: "it is a directory: name a file in it")
        }
        // To look at a pipe is to take from it, and to open it again may wait for ever.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .fileUnreadable(path: path, reason: "it is a pipe or a device: feed it to standard input")
        }
        guard access(path, R_OK) == 0 else {
            throw .fileUnreadable(path: path, reason: String(cString: strerror(errno)))
        }
        if status.st_size == 0 { throw .fileEmpty(path: path) }
    }

    /// libsndfile corrects a header that promises more than the file holds, and says so in its log only:
    /// `data : 89160 (should be 44558)`. Sizes near 2^31 or 2^32 are what streaming writers put, and promise nothing.
    private static func missingFrames(_ handle: OpaquePointer, present: UInt64) -> UInt64 {
        var log = [CChar](repeating: 0, count: 4096)
        sf_command(handle, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
        let text = String(decoding: log.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        for line in text.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "(" || $0 == ")" }
            guard words.count == 6, words[0] == "data" || words[0] == "SSND", words[3] == "should",
                let promised = UInt64(words[2]), let actual = UInt64(words[5]),
                promised > actual, actual > 0, promised < 0x7FFF_0000
            else { continue }
            return present * (promised - actual) / actual
        }
        return 0
    }
}
