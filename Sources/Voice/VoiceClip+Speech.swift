import CFlite
import Synchronization

extension VoiceClip {
    /// What flite says for `text`, in its voice "slt" (American English), 16 kHz.
    ///
    /// Takes about a hundredth of the time it then sounds. Any thread may call it, one at a time is served:
    /// flite's voices share state.
    ///
    /// - Throws: `VoiceError.synthesis` when nothing comes out.
    public static func speech(_ text: String) throws(VoiceError) -> VoiceClip {
        let clip: VoiceClip? = flite.withLock { voice in
            if voice == nil {
                flite_init()
                voice = Voice(pointer: register_cmu_us_slt(nil))
            }
            guard let voice, let wave = flite_text_to_wave(text, voice.pointer) else { return nil }
            defer { delete_wave(wave) }
            let samples = UnsafeBufferPointer(
                start: wave.pointee.samples, count: Int(wave.pointee.num_samples * wave.pointee.num_channels))
            return VoiceClip(samples: Array(samples), sampleRate: Int(wave.pointee.sample_rate))
        }
        guard let clip, !clip.samples.isEmpty else { throw .synthesis(text: text) }
        return clip
    }

    private struct Voice: @unchecked Sendable {
        // Unchecked for flite's pointer: it never leaves the lock below.

        let pointer: UnsafeMutablePointer<cst_voice>
    }

    private static let flite = Mutex<Voice?>(nil)
}
