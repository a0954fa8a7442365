import CALSA

/// An open ALSA playback device, for one clip. Owned by one thread.
package final class Playback {
    private let device: String
    private let pcm: OpaquePointer

    /// What the device holds of sound that was written and is not heard yet, at most: it bounds how long silence
    /// takes to come.
    private static let latency: UInt32 = 100_000

    /// Opens and sets up `device` for mono at `sampleRate`; ALSA converts where the card cannot.
    package init(device: String, sampleRate: Int) throws(PlaybackError) {
        self.device = device
        calsa_be_quiet()
        var handle: OpaquePointer?
        // A card that another program has is busy now, and may be so for ever: without this, opening it waits.
        let status = snd_pcm_open(&handle, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard status == 0, let pcm = handle else { throw .device(name: device, reason: Self.reason(status)) }
        self.pcm = pcm
        try check(snd_pcm_nonblock(pcm, 0))
        try check(
            snd_pcm_set_params(
                pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(sampleRate), 1, Self.latency
            ))
    }

    deinit { snd_pcm_close(pcm) }

    /// Plays `clip`, and returns when its last sample has been heard, or soon after `isSilenced` says so.
    package func play(_ clip: VoiceClip, isSilenced: () -> Bool) throws(PlaybackError) {
        let chunk = clip.sampleRate / 50
        var offset = 0
        while offset < clip.samples.count {
            guard !isSilenced() else {
                snd_pcm_drop(pcm)
                return
            }
            let count = min(chunk, clip.samples.count - offset)
            let written = clip.samples.withUnsafeBufferPointer {
                snd_pcm_writei(pcm, $0.baseAddress! + offset, UInt(count))
            }
            if written < 0 {
                try check(snd_pcm_recover(pcm, Int32(written), 1))
            } else {
                offset += written
            }
        }
        try check(snd_pcm_drain(pcm))
    }

    private func check(_ status: Int32) throws(PlaybackError) {
        if status < 0 { throw .device(name: device, reason: Self.reason(status)) }
    }

    private static func reason(_ status: Int32) -> String { String(cString: snd_strerror(status)) }
}
