import CALSA
import Glibc
import Journal
import Synchronization

/// Plays clips on an ALSA playback device, one after the other, on a thread of its own.
///
/// Any thread may call it. `isPlaying` falls only when the last sample has left the device, so that a question can be
/// followed by an answer without the microphone hearing the question.
///
///     let speaker = Speaker(device: "default")
///     speaker.play(.tone(880, for: .milliseconds(120)))
public final class Speaker: Sendable {
    public let device: String

    private struct Queue {
        var clips: [VoiceClip] = []
        var isThreadRunning = false
    }

    private let queue = Mutex(Queue())

    /// - Parameter device: An ALSA PCM name, as `aplay -L` lists them.
    public init(device: String = "default") {
        self.device = device
    }

    /// Whether something is sounding or waits to.
    public var isPlaying: Bool { queue.withLock { $0.isThreadRunning } }

    /// Plays `clip` when what was asked for before has ended. A device that fails is logged, and the clip dropped.
    public func play(_ clip: VoiceClip) {
        let mustStart = queue.withLock { queue in
            queue.clips.append(clip)
            defer { queue.isThreadRunning = true }
            return !queue.isThreadRunning
        }
        guard mustStart else { return }
        let box = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { box in
                Unmanaged<Speaker>.fromOpaque(box!).takeRetainedValue().playAll()
                return nil
            }, box.toOpaque())
        guard failure == 0 else {
            box.release()
            queue.withLock { $0 = Queue() }
            Log.warning("no thread to play sound on: \(String(cString: strerror(failure)))", from: "voice")
            return
        }
        pthread_detach(thread)
    }

    /// Drops what waits to be played; what sounds is played to its end.
    public func clear() {
        queue.withLock { $0.clips = [] }
    }

    private func playAll() {
        while let clip = nextClip() {
            do {
                try Self.play(clip, on: device)
            } catch {
                Log.warning("\(error)", from: "voice")
            }
        }
    }

    private func nextClip() -> VoiceClip? {
        queue.withLock { queue in
            guard !queue.clips.isEmpty else {
                queue.isThreadRunning = false
                return nil
            }
            return queue.clips.removeFirst()
        }
    }

    private static func play(_ clip: VoiceClip, on device: String) throws(VoiceError) {
        func check(_ status: Int32) throws(VoiceError) {
            if status < 0 { throw .device(name: device, reason: String(cString: snd_strerror(status))) }
        }
        var handle: OpaquePointer?
        try check(snd_pcm_open(&handle, device, SND_PCM_STREAM_PLAYBACK, 0))
        guard let pcm = handle else { return }
        defer { snd_pcm_close(pcm) }
        try check(
            snd_pcm_set_params(
                pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(clip.sampleRate), 1, 100_000
            ))
        var offset = 0
        while offset < clip.samples.count {
            let written = clip.samples.withUnsafeBufferPointer {
                snd_pcm_writei(pcm, $0.baseAddress! + offset, UInt(clip.samples.count - offset))
            }
            if written < 0 {
                try check(snd_pcm_recover(pcm, Int32(written), 1))
            } else {
                offset += written
            }
        }
        try check(snd_pcm_drain(pcm))
    }
}
