import Platform

/// What one listener gets: 16 kHz mono 16-bit blocks of 10 ms, gaps and events, in the order they happened.
///
/// Owned by one thread, which may be any; `next` never waits. When it gives nil, wait until `wakeDescriptor` is readable
/// (poll, epoll), then call it again; a caller that waits for nothing else uses `waitForNext`. Conversion and resampling
/// happen in `next`; sound that is 16 kHz mono 16 bit already comes out of the ring without a copy. Releasing the reader
/// ends its part of the capture.
///
/// ```swift
/// while let item = reader.next() {
///     switch item {
///     case .frames(let first, let samples): print("\(samples.count) samples from frame \(first) on")
///     case .gap(let gap): print("\(gap.frames) frames are missing at \(gap.at)")
///     case .event(let event): print(event)
///     case .end: return
///     }
/// }
/// ```
package final class CaptureReader {
    /// Samples a block: 10 ms.
    package static let blockFrames = 160

    private var stream: StreamReader
    private var watch = SignalWatch()
    private var remark: CaptureEvent?
    private var hasEnded = false

    init(_ core: CaptureCore, channels: ChannelChoice) throws(CaptureError) {
        stream = StreamReader(
            core, try core.addPort(), format: .recognition, blockFrames: Self.blockFrames, channels: channels)
    }

    /// Readable when `next` may have something again after it gave nil. Only to be polled, never read.
    package var wakeDescriptor: Int32 { stream.wakeDescriptor }

    /// The microphone that is heard, by a name that it keeps when the machine starts again (ALSA's, `hw:CARD=USB,DEV=0`);
    /// nil before its first sound, and for recordings and pipes.
    package var microphone: String? { stream.microphone }

    /// What comes next, or nil when there is nothing at the moment and after `.end`. Never waits.
    ///
    /// Samples stay valid until the next call.
    package func next() -> CaptureItem? {
        if let remark {
            self.remark = nil
            return .event(remark)
        }
        switch stream.next() {
        case .frames(let first, let bytes):
            let samples = bytes.assumingMemoryBound(to: Int16.self)
            remark = watch.observe(samples)
            return .frames(first: first, samples)
        case .gap(let gap):
            watch.restart()
            return .gap(gap)
        case .event(let event):
            // Whoever hears of an opening takes its sound for well until told otherwise.
            if event.isOpening { watch = SignalWatch() }
            return .event(event)
        case .end:
            hasEnded = true
            return .end
        case nil: return nil
        }
    }

    /// What comes next; waits for it.
    ///
    /// - Parameter limit: How long at most; nil is for as long as it takes.
    /// - Returns: nil after `.end`, and when nothing came within `limit`.
    package func waitForNext(within limit: Duration? = nil) -> CaptureItem? {
        let clock = MonotonicClock()
        let deadline = limit.map { clock.now + $0 }
        while !hasEnded {
            if let item = next() { return item }
            let now = clock.now
            if let deadline, now >= deadline { return nil }
            Descriptors.waitUntilReadable([wakeDescriptor], within: deadline.map { $0 - now })
        }
        return nil
    }
}

extension CaptureEvent {
    /// Whether sound comes from now on.
    fileprivate var isOpening: Bool {
        switch self {
        case .opened, .restored: true
        case .lost, .muted, .silent, .clipping, .audible: false
        }
    }
}
