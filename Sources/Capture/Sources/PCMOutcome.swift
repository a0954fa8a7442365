import CALSA
import Glibc

/// What an answer of alsa-lib means for the capture thread. Which error number a vanished device gives depends on the
/// driver, and on where in the call it vanished.
enum PCMOutcome: Equatable {
    /// Nothing is wrong.
    case proceed
    /// The card's buffer ran over.
    case xrun
    case fault(SourceFault)

    /// What a call that gave the negative error number `code` means, with the device in `state`.
    init(code: Int32, state: snd_pcm_state_t, call: StaticString) {
        switch -code {
        case EAGAIN, EINTR: self = .proceed
        case EPIPE: self = .xrun
        case ESTRPIPE: self = .fault(.suspended)
        case ENODEV, ENOTTY, ENXIO: self = .fault(.disconnected)
        default:
            // EBADFD, EIO and others only mean that the state does not allow the call.
            self = PCMOutcome(state: state) ?? .fault(.failed(call: call, errno: -code))
        }
    }

    /// What the events of a poll mean, after `snd_pcm_poll_descriptors_revents`.
    init(events: Int16, state: snd_pcm_state_t) {
        if events & Int16(POLLNVAL | POLLHUP) != 0 {
            self = .fault(.disconnected)
        } else if events & Int16(POLLERR) != 0 {
            // The next read finds the xrun and deals with it; anything else would be found again and again.
            self = PCMOutcome(state: state) ?? .fault(.failed(call: "poll", errno: EIO))
        } else {
            self = .proceed
        }
    }

    /// What the state alone tells; nil when it tells nothing.
    private init?(state: snd_pcm_state_t) {
        switch state {
        case SND_PCM_STATE_XRUN: self = .xrun
        case SND_PCM_STATE_SUSPENDED: self = .fault(.suspended)
        case SND_PCM_STATE_DISCONNECTED: self = .fault(.disconnected)
        default: return nil
        }
    }

    var fault: SourceFault? {
        if case .fault(let fault) = self { fault } else { nil }
    }
}
