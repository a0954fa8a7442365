import EventSocket
import Platform
import Utterance

/// Another configuration while it runs: read and checked whole, its decoders made beside those at work, and taken over when
/// nothing is being said.
///
/// What both have stays as it is: an output that keeps its name and its line keeps its level and its times, and a light, a
/// button or the loudspeaker that is configured as before is not touched. An output that is gone gets its level at exit, and
/// its line is let go.
extension Appliance {
    /// Makes the decoders of a configuration, on any thread.
    typealias DecoderMaker = @Sendable (ApplianceConfiguration) throws(ApplianceError) -> Decoders

    /// A reload that was asked for.
    struct PendingReload {
        let prepared: PreparedReload
        /// Who asked, at the socket; nil for a signal.
        let asker: (request: SocketRequest, reader: Int)?
        /// What it came to, while something is being said.
        var outcome: Result<PreparedReload.Outcome, ApplianceError>?
    }

    /// Begins to read the configuration again.
    ///
    /// - Returns: why not; nil if its outcome follows.
    func beginReload(for asker: (request: SocketRequest, reader: Int)? = nil) -> String? {
        guard reload == nil else { return "the configuration is being reloaded already" }
        guard !configuration.path.isEmpty else { return "there is no configuration file to reload" }
        do throws(ApplianceError) {
            reload = PendingReload(
                prepared: try PreparedReload(of: configuration, board: options.board, makeDecoders),
                asker: asker)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Goes on with the new configuration once it is there and nothing is being said.
    func finishReload() {
        if let hangup = options.hangup, hangup.take(), let refusal = beginReload() {
            emit(.reload(problem: refusal))
        }
        guard var reload else { return }
        if reload.outcome == nil { reload.outcome = reload.prepared.take() }
        self.reload = reload
        guard let outcome = reload.outcome else { return }
        var problem: String?
        switch outcome {
        case .success where !mayReload: return
        case .success(let new): problem = goOn(with: new)
        case .failure(let error): problem = "\(error)"
        }
        self.reload = nil
        reporter.marking(reload.asker == nil ? nil : .socket) { emit(.reload(problem: problem)) }
        guard let asker = reload.asker else { return }
        server?.reply(SocketReply(to: asker.request, refusal: problem).json, to: asker.reader)
    }

    /// Whether nobody is heard, asked or answered now.
    private var mayReload: Bool {
        switch machine.state {
        case .idle, .listening, .muted, .unavailable, .fault: question == nil
        case .starting, .recording, .deciding, .speaking, .confirming: false
        }
    }

    /// - Returns: Why it stays with the one before; nil if it does not.
    private func goOn(with new: PreparedReload.Outcome) -> String? {
        let before = configuration
        let after = new.configuration
        let opened: BoardDevices.Opened
        do {
            opened = try devices.open(after, insteadOf: before, at: clock.now)
        } catch {
            guard case .taken(let line, let holder) = error, holder.consumer == OutputController.consumer
            else {
                return "\(error)"
            }
            return
                "\(line) is in use by this program for something else; to give it another use takes a restart: "
                + "sudo systemctl restart earshot"
        }
        // From here on nothing fails.
        configuration = after
        note(devices.adopt(after, opened, lock: new.lock, at: clock.now, outputTime: outputTime))
        input.cepstralMeans?.beginToSave()
        input.heard(by: new.decoders)
        segmenter.discard()
        segmenter = UtteranceSegmenter(
            after, decoders: new.decoders, isLockstep: !input.isLive, wakeWitness: options.wakeWitness)
        interpreter = after.interpreter
        dictation = DictationRecord(after, goingOn: dictation)
        pace = DictationPace(after.dictation.builtIn.profile)
        unfinished = nil
        if before.voice != after.voice, input.isLive {
            prompts = PromptPlayer(CardLoudspeaker(after.voice ?? VoiceOptions()))
            // What the one before was still playing nobody says the end of.
            handle(.quiet)
        }
        reporter.adopt(after)
        reporter.sinks?.adopt(after.dictation.sinks)
        if options.writesMetrics, before.metrics != after.metrics { metrics = MetricsFile(after.metrics) }
        // The press of a button that is gone is over.
        if before.buttons[.talk] != after.buttons[.talk] { programPress = nil }
        if before.buttons[.mute] != after.buttons[.mute] { mute(bySwitch: devices.buttons.isMuted) }
        handle(.configured(listen: after.listen, hasTones: after.voice?.hasTones ?? false))
        show(machine.state)
        return nil
    }
}
