import EventSocket

extension OutputCommand {
    /// What a program asks of an output.
    init(_ output: String, _ change: SocketRequest.OutputChange) {
        self =
            switch change {
            case .set(let isOn): .set(output, isOn)
            case .toggle: .toggle(output)
            case .onFor(let span): .onFor(output, span)
            }
    }
}
