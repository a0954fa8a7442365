import CLinux
import CSndFile
import Glibc
import Platform

/// A recording on disk, read from its beginning in one go: WAV, FLAC, Ogg, Opus, MP3 and whatever else libsndfile reads.
///
/// Nothing but libsndfile's own buffers is held in memory, however long the recording is. A name that ends in `.raw` is
/// taken as headerless: 16 kHz mono 16 bit, if nothing else is said. Owned by one thread at a time.
///
/// ```swift
/// var file = try AudioFile(path: "meeting.flac")
/// let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024 * file.format.bytesPerFrame, alignment: 16)
/// defer { buffer.deallocate() }
/// while case let frames = file.read(into: buffer), frames > 0 { print("\(frames) frames more") }
/// ```
public struct AudioFile: ~Copyable, @unchecked Sendable {
    // Unchecked for libsndfile's pointer, which is tied to no thread: it cannot be copied, so one thread has it at a time.

    /// The file, as it was named.
    public let path: String
    /// Rate and channels of the file; samples come as 16-bit integers when the file holds no more, as floats otherwise.
    public let format: AudioFormat
    /// Its length in frames; nil when only reading to the end will tell.
    public let frameCount: UInt64?
    /// How many frames were read.
    public private(set) var position: UInt64 = 0

    private let handle: OpaquePointer
    /// Whether some floating-point samples were no numbers, or infinite; silence is in their place.
    private var hasNoNumbers = false
    private let file: OpenFile
    /// What its header promises beyond its end.
    private let missingFrames: UInt64
    /// How far its length may be wrong: an MPEG stream's is counted in whole blocks of 1152 frames, and how much of the
    /// first and last few is the encoder's padding is not always stored.
    private var tolerance: UInt64 { isMPEG ? 4 * 1_152 : 0 }
    private let isMPEG: Bool

    /// Whether a file of that name is taken as samples without a header.
    package static func isHeaderless(_ path: String) -> Bool { path.lowercased().hasSuffix(".raw") }

    /// Opens the recording.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - headerless: What a file whose name ends in `.raw` holds, lowest byte first; libsndfile has no 24 bits in 4 bytes.
    /// - Throws: What is wrong with it: `fileMissing`, `fileUnreadable`, `notAFile`, `fileEmpty`, `notAudio` or
    ///   `formatUnsupported`.
    public init(path: String, headerless: AudioFormat = .recognition) throws(CaptureError) {
        let isHeaderless = Self.isHeaderless(path)
        if isHeaderless, !headerless.isSupported {
            throw .formatUnsupported(of: path, format: headerless)
        }
        let file = try OpenFile(path)
        let descriptor = file.descriptor
        let expectation = isHeaderless ? Self.expectation(of: headerless) : SF_INFO()
        var info = expectation
        var handle = quietly { sf_open_fd(descriptor, Int32(SFM_READ), &info, 0) }
        if handle == nil {
            // libsndfile knows some headerless formats only by the file name extension.
            info = expectation
            handle = quietly { sf_open(path, Int32(SFM_READ), &info) }
        }
        try self.init(handle, info, file, named: path)
    }

    /// Takes a recording with a header that is open already, and closes it in the end.
    ///
    /// - Parameters:
    ///   - descriptor: At the first byte of the recording.
    ///   - name: What errors call it.
    init(descriptor: Int32, named name: String) throws(CaptureError) {
        let file = OpenFile(descriptor: descriptor)
        var info = SF_INFO()
        let handle = quietly { sf_open_fd(descriptor, Int32(SFM_READ), &info, 0) }
        try self.init(handle, info, file, named: name)
    }

    /// - Parameter opened: nil if libsndfile has just refused the file.
    private init(
        _ opened: OpaquePointer?, _ info: SF_INFO, _ file: consuming OpenFile, named path: String
    ) throws(CaptureError) {
        guard let handle = opened else { throw .notAudio(path: path, reason: Self.reason(sf_error(nil))) }
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
        self.file = file
        isMPEG = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG
        // libsndfile's largest number stands for an Ogg stream whose last page is missing.
        frameCount = info.frames == Int64.max ? nil : UInt64(info.frames)
        missingFrames = Self.missingFrames(Self.log(handle), present: UInt64(info.frames))
    }

    deinit { sf_close(handle) }

    /// Reads as many frames as `memory` has room for, in `format`. 0 at the end, which comes early in a file that is
    /// damaged or cut short: ``fault`` says so.
    public mutating func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        guard let base = memory.baseAddress else { return 0 }
        let room = Int64(memory.count / format.bytesPerFrame)
        let frames = isMPEG ? quietly { readFrames(to: base, room) } : readFrames(to: base, room)
        position += UInt64(max(frames, 0))
        return Int(max(frames, 0))
    }

    private mutating func readFrames(to memory: UnsafeMutableRawPointer, _ room: Int64) -> Int64 {
        if format.sample == .int16 {
            return sf_readf_short(handle, memory.assumingMemoryBound(to: Int16.self), room)
        }
        let samples = memory.assumingMemoryBound(to: Float.self)
        let frames = sf_readf_float(handle, samples, room)
        // A filter would never get rid of a number that is none.
        for index in 0..<Int(max(frames, 0)) * format.channelCount where !samples[index].isFinite {
            samples[index] = 0
            hasNoNumbers = true
        }
        return frames
    }

    /// Once `read` has given 0: why the recording ended too early, or nil if it ended where it should.
    var ending: SourceFault? {
        let code = sf_error(handle)
        guard let frameCount else { return .truncated(missing: nil) }
        let unread = frameCount - min(position, frameCount)
        let missing = missingFrames + (unread > tolerance ? unread : 0)
        let log = Self.log(handle)
        // The Ogg decoder skips damaged parts, and continues.
        if log.contains("Corrupted bitstream") { return .damaged(at: nil, code: code) }
        // Since libsndfile 1.1 an Ogg stream without its last page has a length, that of what is there.
        if log.contains("lacks an end-of-stream bit") { return .truncated(missing: nil) }
        if hasNoNumbers { return .damaged(at: nil, code: code) }
        if code == 0, missing == 0 { return nil }
        // A decoder that stops before the end of the file has met damage.
        return missing > 0 && file.isAtEnd ? .truncated(missing: missing) : .damaged(at: position, code: code)
    }

    /// Once `read` has given 0: what is wrong with a recording that ended too early, and what to do; nil if it ended where
    /// it should.
    public var fault: CaptureError? { ending.map { error(for: $0) } }

    func error(for fault: SourceFault) -> CaptureError {
        switch fault {
        case .truncated(let missing):
            .fileTruncated(path: path, missing: missing.map { .frames($0, at: format.sampleRate) })
        case .damaged(let position, let code):
            .fileDamaged(
                path: path, at: position.map { .frames($0, at: format.sampleRate) },
                reason: code == 0 ? "a part of it cannot be decoded" : Self.reason(code))
        default:
            .fileUnreadable(path: path, reason: "\(fault)")
        }
    }

    /// What has to be said of a file that does not say it itself.
    private static func expectation(of headerless: AudioFormat) -> SF_INFO {
        let encoding =
            switch headerless.sample {
            case .int16: SF_FORMAT_PCM_16
            case .int24: SF_FORMAT_PCM_24
            case .int32: SF_FORMAT_PCM_32
            case .float32: SF_FORMAT_FLOAT
            // None: libsndfile refuses the file.
            case .int24Padded: 0
            }
        var info = SF_INFO()
        info.samplerate = Int32(headerless.sampleRate)
        info.channels = Int32(headerless.channelCount)
        info.format = Int32(SF_FORMAT_RAW | encoding) | Int32(SF_ENDIAN_LITTLE)
        return info
    }

    /// Integers of up to 16 bits are read as they are; everything else as float, which holds 24 bits exactly.
    private static func sample(of info: SF_INFO) -> AudioFormat.Sample {
        switch Int(info.format) & SF_FORMAT_SUBMASK {
        case SF_FORMAT_PCM_16, SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_ULAW, SF_FORMAT_ALAW: .int16
        default: .float32
        }
    }

    /// libsndfile corrects a header that promises more than the file holds, and says so in its log only:
    /// `data : 89160 (should be 44558)`. Sizes near 2^31 or 2^32 are what streaming writers put, and promise nothing.
    private static func missingFrames(_ log: String, present: UInt64) -> UInt64 {
        for line in log.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "(" || $0 == ")" }
            guard words.count == 6, words[0] == "data" || words[0] == "SSND", words[3] == "should",
                let promised = UInt64(words[2]), let actual = UInt64(words[5]),
                promised > actual, actual > 0, promised < 0x7FFF_0000
            else { continue }
            return present * (promised - actual) / actual
        }
        return 0
    }

    /// What libsndfile has noticed so far and tells no other way.
    private static func log(_ handle: OpaquePointer) -> String {
        var log = [CChar](repeating: 0, count: 4096)
        sf_command(handle, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
        return String(decoding: log.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Why libsndfile failed, as a part of a sentence.
    static func reason(_ code: Int32) -> String {
        let text = String(cString: sf_error_number(code))
        // The file exists, as was checked: an MP3 of a few bytes gives this error.
        if text.contains("not a regular file") { return "too little of it is there" }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

/// Runs `body` without what libmpg123 prints of files that are damaged, or are no MP3 at all; errors say what matters of it.
private func quietly<Result>(_ body: () -> Result) -> Result {
    clinux_silence_stderr()
    defer { clinux_restore_stderr() }
    return body()
}

/// A file that is open to be read, closed with its last use.
private struct OpenFile: ~Copyable {
    let descriptor: Int32
    private let size: off_t

    /// - Parameter descriptor: Closed with its last use.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? status.st_size : 0
    }

    init(_ path: String) throws(CaptureError) {
        // O_NONBLOCK: opening a FIFO must not wait for its other end.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            // No file can have a name that is too long.
            throw [ENOENT, ENOTDIR, ENAMETOOLONG].contains(code)
                ? .fileMissing(path: path)
                : .fileUnreadable(path: path, reason: systemText(code))
        }
        var status = stat()
        let code = fstat(descriptor, &status)
        let type = status.st_mode & S_IFMT
        guard code == 0, type == S_IFREG, status.st_size > 0 else {
            close(descriptor)
            throw type == S_IFREG ? .fileEmpty(path: path) : .notAFile(path: path, isFolder: type == S_IFDIR)
        }
        self.descriptor = descriptor
        size = status.st_size
    }

    deinit { close(descriptor) }

    /// Whether everything has been read.
    var isAtEnd: Bool { lseek(descriptor, 0, SEEK_CUR) >= size }
}
