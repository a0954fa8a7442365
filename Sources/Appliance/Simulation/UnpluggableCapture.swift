import Capture
import Platform

/// A sound source whose microphone is pulled out and plugged in again by a script, reported as the capture engine does for a
/// real one: `lost`; then `restored`, the gap, and the sound that follows it. Owned by one thread.
///
/// Its time is that of the frames, so nothing is pulled out before sound comes. While the microphone is out, blocks without
/// samples carry the time on, since a recording has no other clock. Events of the source meanwhile are not delivered: a
/// microphone that is lost, too, is back when it is both plugged in and heard.
///
/// ```swift
/// let feed = UnpluggableCapture(LiveCapture(input, logsEvents: true), name: "USB", script: script)
/// ```
final class UnpluggableCapture: CaptureFeed {
    private let feed: any CaptureFeed
    private let name: String
    private var steps: ArraySlice<BoardScript.Step>
    /// Items to deliver before the source is asked again: its samples are valid until then.
    private var pending: ArraySlice<CaptureItem> = []
    /// The source as it was opened last; nil before.
    private var opened: (device: String, format: AudioFormat)?
    /// The first frame that is missing; nil while the microphone is plugged in.
    private var unpluggedAt: UInt64?

    /// - Parameters:
    ///   - feed: What is heard while the microphone is plugged in.
    ///   - name: What the microphone is called when it is gone.
    ///   - script: When it is pulled out and plugged in again; presses are not looked at.
    init(_ feed: any CaptureFeed, name: String, script: BoardScript) {
        self.feed = feed
        self.name = name
        steps = script.unplugging[...]
    }

    var wakeDescriptor: Int32 { feed.wakeDescriptor }
    var microphone: String? { feed.microphone }
    func start() throws(CaptureError) { try feed.start() }
    func stop() { feed.stop() }
    func abandon() { feed.abandon() }

    func next() -> CaptureItem? {
        if let item = pending.popFirst() { return item }
        while let item = feed.next() {
            switch item {
            case .frames(let first, let samples):
                playScript(upTo: first)
                pending.append(unpluggedAt == nil ? item : .time(first + UInt64(samples.count)))
            case .event(let event):
                note(event)
                if unpluggedAt == nil { pending.append(item) }
            case .gap:
                // A single gap at the end covers what was missing while the microphone was out.
                if unpluggedAt == nil { pending.append(item) }
            case .end:
                pending.append(item)
            }
            if let item = pending.popFirst() { return item }
        }
        return nil
    }

    /// Does what the script has up to this frame.
    private func playScript(upTo frame: UInt64) {
        let now = Duration.frames(frame, at: AudioFormat.recognition.sampleRate)
        while let step = steps.first, step.time <= now {
            steps.removeFirst()
            switch step.action {
            case .unplug: unplug(at: frame)
            case .replug: replug(at: frame)
            case .press, .release: break
            }
        }
    }

    private func unplug(at frame: UInt64) {
        guard unpluggedAt == nil else { return }
        unpluggedAt = frame
        pending.append(.event(.lost(.disconnected(name: name))))
    }

    private func replug(at frame: UInt64) {
        guard let first = unpluggedAt else { return }
        unpluggedAt = nil
        if let opened { pending.append(.event(.restored(device: opened.device, format: opened.format))) }
        guard frame > first else { return }
        pending.append(
            .gap(CaptureGap(at: first, frames: frame - first, reason: .disconnected, isExact: false)))
    }

    private func note(_ event: CaptureEvent) {
        switch event {
        case .opened(let device, let format), .restored(let device, let format): opened = (device, format)
        case .lost, .muted, .silent, .clipping, .audible: break
        }
    }
}

extension CaptureItem {
    /// Time has come to this frame, and there is no sound.
    fileprivate static func time(_ frame: UInt64) -> CaptureItem {
        .frames(first: frame, UnsafeBufferPointer(start: nil, count: 0))
    }
}
