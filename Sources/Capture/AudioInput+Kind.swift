/// What kind of source an input is.
extension AudioInput {
    /// Whether it is a microphone, which waits for nobody. Everything else does, and is heard in step with its frames, so that every
    /// run gives the same at the same times.
    package var isLive: Bool {
        if case .device = self { true } else { false }
    }

    /// How fast it comes in.
    package var pace: Pace {
        switch self {
        case .file(_, let pace, _), .standardInput(_, let pace): pace
        case .device: .realTime
        }
    }

    /// What to call it before a device has opened.
    package var name: String {
        switch self {
        case .device(let options): options.name ?? "microphone"
        case .file(let path, _, _): path.split(separator: "/").last.map(String.init) ?? path
        case .standardInput: "standard input"
        }
    }

    /// The device that was asked for; of other inputs any.
    var device: DeviceOptions {
        if case .device(let options) = self { options } else { DeviceOptions() }
    }

    /// Recordings are mixed; a microphone's channel can be chosen.
    var channels: ChannelChoice { isLive ? device.channels : .mix }
}
