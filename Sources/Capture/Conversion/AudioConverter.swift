/// Turns a stream of frames into another format: sample type, channels, rate.
///
/// Frame indices keep their meaning: what stands at source frame *n* comes out at target frame *n* × target rate /
/// source rate, and `flush` yields the tail, so that a stream of *n* source frames becomes exactly ⌈*n* × ratio⌉ frames.
/// When both formats are alike, bytes are copied untouched. Nothing is allocated after `init`. Not for the capture
/// thread: conversion belongs to the reader's side.
///
/// ```swift
/// var converter = AudioConverter(from: file.format, to: .recognition)
/// let (read, written) = converter.convert(input, into: output)
/// let tail = converter.flush(into: output)
/// ```
package struct AudioConverter: ~Copyable {
    /// What is converted.
    package let source: AudioFormat
    /// What it becomes.
    package let target: AudioFormat

    private let map: ChannelMap
    private var resampler: Resampler?
    /// Decoded and resampled floats of one chunk.
    private let decoded: UnsafeMutablePointer<Float>
    private let resampled: UnsafeMutablePointer<Float>
    /// Where this stretch without a gap began, and how far it has come.
    private var start: UInt64 = 0
    private var read: UInt64 = 0
    private var written: UInt64 = 0

    private static let chunk = 512

    /// `channels` says which channel a mono target takes; otherwise channel goes to channel, and where the source has
    /// fewer than the target, its last one is repeated. Both formats must be `isSupported`.
    package init(from source: AudioFormat, to target: AudioFormat, channels: ChannelChoice = .mix) {
        precondition(source.isSupported && target.isSupported, "unsupported audio format")
        self.source = source
        self.target = target
        map = ChannelMap(from: source.channelCount, to: target.channelCount, choice: channels)
        decoded = .allocate(capacity: Self.chunk * target.channelCount)
        resampled = .allocate(capacity: Self.chunk * target.channelCount)
        if source.sampleRate != target.sampleRate {
            resampler = Resampler(
                from: source.sampleRate, to: target.sampleRate, channels: target.channelCount)
            precondition(resampler != nil, "no memory for a resampler")
        }
    }

    deinit {
        decoded.deallocate()
        resampled.deallocate()
    }

    /// Whether frames come out as they went in, byte for byte.
    var isIdentity: Bool { source == target }

    /// The target frame that stands at, or first after, source frame `index`.
    func targetIndex(of index: UInt64) -> UInt64 {
        index.rescaled(from: source.sampleRate, to: target.sampleRate)
    }

    /// Converts as much as `output` has room for, in whole frames.
    ///
    /// - Returns: How many frames of `input` were used up, and how many stand in `output` now. What was not used is given
    ///   again with the next call.
    package mutating func convert(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> (framesRead: Int, framesWritten: Int) {
        let frames = input.count / source.bytesPerFrame
        let room = output.count / target.bytesPerFrame
        guard frames > 0, room > 0, let input = input.baseAddress, let output = output.baseAddress else {
            return (0, 0)
        }
        var read = 0
        var written = 0
        while read < frames, written < room {
            let from = input + read * source.bytesPerFrame
            let to = output + written * target.bytesPerFrame
            let step = convertChunk(from, frames: frames - read, into: to, room: room - written)
            read += step.read
            written += step.written
        }
        self.read += UInt64(read)
        self.written += UInt64(written)
        return (read, written)
    }

    /// What is still on its way at the end of the stream or before a gap. Call until it gives 0.
    ///
    /// - Returns: How many frames were put into `output`.
    package mutating func flush(into output: UnsafeMutableRawBufferPointer) -> Int {
        guard resampler != nil, let memory = output.baseAddress else { return 0 }
        let due = targetIndex(of: start + read) - targetIndex(of: start)
        let room = min(output.count / target.bytesPerFrame, Self.chunk, Int(due - min(due, written)))
        guard room > 0 else { return 0 }
        // For a large rate reduction, the filter is longer than one block of zeros.
        var count = 0
        while count == 0 { count = resampler!.drain(into: resampled, room: room) }
        FrameCoding.encode(resampled, frames: count, format: target, into: memory)
        written += UInt64(count)
        return count
    }

    /// Begins anew at source frame `index`, after a gap: what was heard before leaves no trace.
    package mutating func restart(at index: UInt64) {
        if resampler != nil { resampler!.restart() }
        start = index
        read = 0
        written = 0
    }

    private mutating func convertChunk(
        _ input: UnsafeRawPointer, frames: Int, into output: UnsafeMutableRawPointer, room: Int
    ) -> (read: Int, written: Int) {
        if isIdentity {
            let count = min(frames, room)
            output.copyMemory(from: input, byteCount: count * source.bytesPerFrame)
            return (count, count)
        }
        guard resampler != nil else {
            let count = min(frames, room, Self.chunk)
            decode(input, frames: count)
            FrameCoding.encode(decoded, frames: count, format: target, into: output)
            return (count, count)
        }
        let room = min(room, Self.chunk)
        // No more is decoded than the room can take, or it would be decoded again at the next call.
        let useful = room * source.sampleRate / target.sampleRate + 1
        let count = min(frames, useful, Self.chunk)
        decode(input, frames: count)
        let step = resampler!.process(decoded, frames: count, into: resampled, room: room)
        FrameCoding.encode(resampled, frames: step.written, format: target, into: output)
        return step
    }

    private func decode(_ input: UnsafeRawPointer, frames: Int) {
        FrameCoding.decode(
            input, frames: frames, format: source, map: map, into: decoded, channels: target.channelCount)
    }
}

extension AudioConverter {
    /// A whole recording at once.
    mutating func convertAll(_ input: UnsafeRawBufferPointer) -> [UInt8] {
        let frames = targetIndex(of: UInt64(input.count / source.bytesPerFrame))
        return [UInt8](unsafeUninitializedCapacity: Int(frames) * target.bytesPerFrame) { output, count in
            let whole = UnsafeMutableRawBufferPointer(output)
            var written = convert(input, into: whole).framesWritten
            while true {
                let rest = UnsafeMutableRawBufferPointer(rebasing: whole[(written * target.bytesPerFrame)...])
                let tail = flush(into: rest)
                if tail == 0 { break }
                written += tail
            }
            count = written * target.bytesPerFrame
        }
    }
}

extension UInt64 {
    /// ⌈self × target / source⌉: the first frame at or after this one, at another rate.
    func rescaled(from source: Int, to target: Int) -> UInt64 {
        let (source, target) = (UInt64(source), UInt64(target))
        let (whole, rest) = quotientAndRemainder(dividingBy: source)
        return whole * target + (rest * target + source - 1) / source
    }
}
