import Capture
import Utterance

/// The appliance without its hardware: recordings go in, events come out, no pin of this machine moves.
///
/// It keeps its decoders from one recording to the next, and nothing of what they learned: the words, times and confidence
/// of each are the same alone and after others. One thread at a time may use it; several may run at once.
///
/// ```swift
/// let appliance = OfflineAppliance(configuration)
/// let summary = try appliance.run("radio.flac", until: stop) { event in print(event.json) }
/// ```
package final class OfflineAppliance {
    /// Any speech starts an utterance.
    private let eager: ApplianceConfiguration
    /// A wake phrase does.
    private let patient: ApplianceConfiguration
    private var decoders: Decoders?

    /// Takes the words of a configuration, and none of its hardware. Models are loaded by the first run.
    ///
    /// - Parameter configuration: What may be said and what follows. Buttons are left out, and so are confirmations, which
    ///   cannot be answered.
    package init(_ configuration: ApplianceConfiguration) {
        var patient = configuration
        patient.listen = .wake
        patient.lights = [:]
        patient.buttons = [:]
        patient.voice = nil
        for index in patient.commands.indices { patient.commands[index].confirm = .none }
        self.patient = patient
        var eager = patient
        eager.listen = .always
        eager.wake = []
        self.eager = eager
    }

    /// Plays a recording as fast as it can be decoded; its length does not matter.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard input: a recording, or headerless samples.
    ///   - headerless: What samples without a header are: in a file whose name ends in `.raw`, and on standard input.
    ///   - needsWakePhrase: Whether an utterance is begun by one of the configuration's wake phrases, as by the appliance
    ///     that listens for them, and not by any speech. Without such phrases nothing begins one then.
    ///   - stop: Ends it early, in order.
    ///   - progress: Hears how much has been heard, about once a second of it.
    ///   - wakeWitness: Called with every place that sounded like a wake phrase, believed or not, on the same thread.
    ///   - observer: Called with every event, on the thread that calls; times count from the recording's beginning.
    /// - Returns: What the run came to.
    /// - Throws: `ApplianceError.unavailable` when the recording or a model cannot be read, `.configuration` when no model
    ///   speaks the configuration's language.
    package func run(
        _ path: String, headerless: AudioFormat = .recognition, needsWakePhrase: Bool = false,
        until stop: StopSignal,
        progress: (Duration) -> Void = { _ in }, wakeWitness: (@Sendable (WakeDetection) -> Void)? = nil,
        observer: @escaping (ApplianceEvent) -> Void
    ) throws(ApplianceError) -> ApplianceEvent.Summary {
        var options = Appliance.Options()
        options.board = .simulated
        options.logsWarnings = false
        options.isInputWhole = true
        options.wakeWitness = wakeWitness
        options.input =
            path == "-"
            ? .standardInput(headerless, pace: .asFastAsPossible)
            : .file(path: path, pace: .asFastAsPossible, headerless: headerless)
        let decoders = try loadDecoders(withWake: needsWakePhrase)
        decoders.utterance.forget()
        let appliance = try Appliance(
            needsWakePhrase ? patient : eager, options: options, decoders: decoders, observer: observer)
        return try appliance.run(until: stop, progress: progress)
    }

    /// Made when it is first needed, save the search for wake phrases: anew for each recording.
    private func loadDecoders(withWake: Bool) throws(ApplianceError) -> Decoders {
        do {
            var made = try decoders ?? DecoderFactory.decoders(for: eager, isOffline: true)
            decoders = made
            // A search for wake phrases never ends, and forgets nothing; a new one is made in some hundredths of a second.
            made.wake = nil
            if withWake {
                let pack = try patient.modelPack()
                made.wake = try DecoderFactory.spotter(for: patient, pack, pack.phoneWeights())
            }
            return made
        } catch {
            throw ApplianceError(error, in: patient)
        }
    }
}
