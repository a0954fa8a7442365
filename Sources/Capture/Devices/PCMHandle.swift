import CALSA
import Glibc

/// An open PCM of alsa-lib for recording, closed with its last use.
struct PCMHandle: ~Copyable {
    let pcm: OpaquePointer
    /// How alsa-lib calls it.
    let name: String

    /// Opens it, without waiting for a device that is busy.
    init(_ name: String) throws(CaptureError) {
        calsa_be_quiet()
        var handle: OpaquePointer?
        let code = snd_pcm_open(&handle, name, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
        guard code == 0, let handle else { throw Self.error(name, code: -code) }
        pcm = handle
        self.name = name
    }

    deinit { snd_pcm_close(pcm) }

    /// What a device can do by itself; nil when it cannot be opened.
    static func capabilities(of name: String) -> CaptureDevice.Capabilities? {
        guard let handle = try? PCMHandle(name), let space = try? PCMConfiguration(handle) else { return nil }
        return space.capabilities
    }

    /// Why a PCM did not open.
    static func error(_ name: String, code: Int32, access: MicrophoneAccess = .check()) -> CaptureError {
        switch (code, access) {
        case (EBUSY, _), (EAGAIN, _):
            let address = PCMAddress(name)
            let holder = address.flatMap { DeviceHolder.find(card: $0.card, device: $0.device) }
            return .deviceBusy(name: name, holder: holder)
        // Without permission alsa-lib finds no card at all, and says so.
        case (EACCES, .denied(let group)), (ENOENT, .denied(let group)), (ENODEV, .denied(let group)),
            (ENXIO, .denied(let group)):
            return .permissionDenied(name: name, group: group)
        case (ENOENT, _), (ENODEV, _), (ENXIO, _):
            return .deviceMissing(name: name, available: SoundCard.names)
        default:
            return .deviceFailed(
                name: name, call: "snd_pcm_open", reason: String(cString: snd_strerror(-code)))
        }
    }
}

/// Which device of which card a PCM's name means.
struct PCMAddress: Equatable {
    var card: Int
    var device: Int

    /// Reads `hw:1`, `plughw:USB,0`, `hw:CARD=USB,DEV=0`; nil for other names and for cards that are not there.
    init?(_ name: String) {
        guard let words = Self.words(of: name) else { return nil }
        let index = snd_card_get_index(words.card)
        guard index >= 0 else { return nil }
        card = Int(index)
        device = words.device
    }

    /// Card and device as they are written.
    static func words(of name: String) -> (card: String, device: Int)? {
        guard let colon = name.firstIndex(of: ":") else { return nil }
        let arguments = name[name.index(after: colon)...].split(separator: ",").map { argument in
            argument.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
        }
        guard let card = arguments.first, !card.isEmpty else { return nil }
        return (card, arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0)
    }
}
