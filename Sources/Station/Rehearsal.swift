/// The appliance without its hardware: recordings go in, events come out, no pin of this machine moves.
///
/// It keeps its decoders from one recording to the next, as an appliance keeps it from one utterance to the next. One
/// thread at a time may use it; several rehearsals may run at once.
///
/// ```swift
/// let rehearsal = Rehearsal(configuration)
/// let summary = try rehearsal.run("radio.flac", until: stop) { event in print(event.json) }
/// ```
public final class Rehearsal {
    private let configuration: Configuration
    private var decoders: Decoders?

    /// Takes the words of a configuration, and none of its hardware. Models are loaded by the first run.
    ///
    /// - Parameter configuration: What may be said and what follows. Buttons are left out, so any speech starts an
    ///   utterance; so are confirmations, since nobody is there to give them.
    public init(_ configuration: Configuration) {
        var configuration = configuration
        configuration.listen = .always
        configuration.wake = []
        configuration.lights = [:]
        configuration.buttons = [:]
        configuration.voice = nil
        for index in configuration.commands.indices { configuration.commands[index].confirm = .none }
        self.configuration = configuration
    }

    /// Plays a recording as fast as it can be decoded; its length does not matter.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for raw 16 kHz 16-bit mono on standard input.
    ///   - stop: Ends it early, in order.
    ///   - progress: Hears how much has been heard, about once a second of it.
    ///   - observer: Hears of every event, on the thread that calls; times count from the recording's beginning.
    /// - Returns: What the run came to.
    /// - Throws: `StationError.unavailable` when the recording or a model cannot be read.
    public func run(
        _ path: String, until stop: StopSignal, progress: (Duration) -> Void = { _ in },
        observer: @escaping (StationEvent) -> Void
    ) throws(StationError) -> StationEvent.Summary {
        var options = Appliance.Options()
        options.board = .simulated
        options.logsWarnings = false
        options.input =
            path == "-"
            ? .standardInput(.recognition, pace: .asFastAsPossible)
            : .file(path: path, pace: .asFastAsPossible)
        let decoders = if let made = self.decoders { made } else { try makeDecoders() }
        let appliance = try Appliance(configuration, options: options, decoders: decoders, observer: observer)
        return try appliance.run(until: stop, progress: progress)
    }

    private func makeDecoders() throws(StationError) -> Decoders {
        do {
            let decoders = try DecoderFactory.decoders(for: configuration)
            self.decoders = decoders
            return decoders
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
