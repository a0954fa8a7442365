import Recognition

/// The appliance without its hardware: recordings go in, events come out, no pin of this machine moves.
///
/// It keeps its decoder from one recording to the next, as an appliance keeps it from one utterance to the next. One
/// thread at a time may use it; several rehearsals may run at once.
///
///     let rehearsal = Rehearsal(configuration)
///     try rehearsal.run("radio.flac", until: stop) { event in print(event.json) }
public final class Rehearsal {
    private let configuration: Configuration
    private var decoder: UtteranceDecoder?

    /// - Parameter configuration: What may be said and what follows. Buttons are left out, so any speech starts an
    ///   utterance; so are confirmations, since nobody is there to give them.
    public init(_ configuration: Configuration) {
        var configuration = configuration
        configuration.listen = .always
        configuration.wake = []
        configuration.lights = [:]
        configuration.buttons = [:]
        for index in configuration.commands.indices { configuration.commands[index].confirm = .none }
        self.configuration = configuration
    }

    /// Plays a recording as fast as it can be decoded; its length does not matter.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for raw 16 kHz 16-bit mono on standard input.
    ///   - stop: Ends it early.
    ///   - progress: Hears how much has been heard, about once a second of it.
    ///   - observer: Hears of every event.
    /// - Throws: `StationError.unavailable` when the recording or a model cannot be read.
    public func run(
        _ path: String, until stop: StopSignal, progress: (Duration) -> Void = { _ in },
        observer: @escaping (StationEvent) -> Void
    ) throws(StationError) -> StationEvent.Summary {
        var options = Appliance.Options()
        options.board = .simulated
        options.input =
            path == "-"
            ? .standardInput(.recognition, pace: .asFastAsPossible) : .file(path: path, pace: .asFastAsPossible)
        let decoder = if let made = self.decoder { made } else { try makeDecoder() }
        let appliance = try Appliance(configuration, options: options, decoder: decoder, observer: observer)
        return try appliance.run(until: stop, progress: progress)
    }

    private func makeDecoder() throws(StationError) -> UtteranceDecoder {
        do {
            let decoder = try DecoderFactory.decoder(for: configuration)
            self.decoder = decoder
            return decoder
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
