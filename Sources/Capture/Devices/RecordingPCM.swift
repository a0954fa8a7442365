import CALSA
import Glibc

/// A PCM without hardware: alsa-lib's `null`, or its `file` plugin over it, which plays a recording as a microphone.
///
/// ```
/// pcm.recording { type file  slave.pcm null  file /dev/null  infile /path/to/goforward.raw  format raw }
/// ```
///
/// These have no clock (they give all they have at once) and no end (after the recording comes whatever was in memory),
/// so the capture thread paces them and stops where the recording does.
struct RecordingPCM {
    /// The length of the recording in bytes; nil when there is none, only silence for ever.
    let byteCount: UInt64?

    /// nil for a PCM with a clock of its own.
    init?(_ handle: borrowing PCMHandle) {
        switch snd_pcm_type(handle.pcm) {
        case SND_PCM_TYPE_NULL: byteCount = nil
        case SND_PCM_TYPE_FILE:
            guard let path = Self.infile(of: handle.name) else { return nil }
            var status = stat()
            byteCount = stat(path, &status) == 0 ? UInt64(status.st_size) : 0
        default: return nil
        }
    }

    /// What the configuration says is played: alsa-lib itself does not tell.
    private static func infile(of name: String) -> String? {
        var top: OpaquePointer?
        guard snd_config_update_ref(&top) >= 0, let top else { return nil }
        defer { snd_config_unref(top) }
        var definition: OpaquePointer?
        guard snd_config_search_definition(top, "pcm", name, &definition) >= 0, let definition else {
            return nil
        }
        defer { snd_config_delete(definition) }
        var entry: OpaquePointer?
        guard snd_config_search(definition, "infile", &entry) >= 0, let entry else { return nil }
        var path: UnsafePointer<CChar>?
        guard snd_config_get_string(entry, &path) >= 0, let path else { return nil }
        return String(cString: path)
    }
}
