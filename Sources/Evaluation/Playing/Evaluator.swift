import Appliance
import Grammar
import Interpretation
import Synchronization
import Utterance

/// Plays labelled recordings to the appliance and scores what it did: how good it is on a site, before anybody relies
/// on it.
///
///     let evaluator = Evaluator(configuration, manifest: try Manifest(path: "site/manifest.jsonl"))
///     let score = try evaluator.run(until: StopSignal()) { result in print(result.clip.name, result.verdict) }
///
/// Where the configuration has wake phrases, a recording is heard as by the appliance: nothing is done before a phrase.
/// Those of a command that are labelled with no phrase are played as if one had just been heard, and so are those of
/// dictated text. Text beside commands stands for the command that it says, or for none, as ``Manifest`` has it.
///
/// Each recording is heard as if it were the first: it comes to the same alone and after others, with any number of workers,
/// and a phrase and a command in one breath come to what `earshot run` makes of them.
///
/// A value without state; any thread may run it.
package struct Evaluator: Sendable {
    /// How one recording went, given to `run`'s `report`.
    ///
    /// ```swift
    /// let score = try evaluator.run(until: StopSignal()) { result in
    ///     if result.verdict != .right { print(result.clip.name, result.texts) }
    /// }
    /// ```
    package struct Result: Sendable {
        /// Which recording, and what it should have come to: that command, where a text is one.
        package var clip: Manifest.Clip
        /// What it came to.
        package var verdict: Score.Verdict
        /// What was heard, utterance by utterance.
        package var texts: [String]
        /// What was done, in order.
        package var commands: [Command]
        /// The names of those for which the appliance would have waited for a yes.
        package var asking: Set<String> = []
        /// What was heard and not done, in order.
        package var rejections: [Rejection]
        /// When each of ``rejections`` was, since the recording's beginning.
        var rejectionTimes: [Duration] = []
        /// One for each command that did something; none where the recording's end decided the last.
        package var responses: [Response]
        /// How many there would be otherwise: how long these take where the sound goes on is not known.
        var untimedResponses = 0
        /// Whether the words of the label are what was to be heard.
        var expectsWords: Bool
        /// Places that sounded like a wake phrase, believed or not, and those where the appliance woke. Save where a command was
        /// to follow, half a second of quiet is heard before and after the recording to find them: a phrase is found only once
        /// what follows it is heard, and recordings are often cut close.
        package var places: [WakeDetection]
        /// Wake phrases that were heard and believed: those of ``places``.
        package var wakes: [WakeDetection] { places.filter(\.isAccepted) }
        /// Every command that was thought likely enough to be weighed, done or not.
        package var judgements: [Judgement]
        /// The appliance's own figures of the run: how long it is, how much of it was decoded, and in what time.
        package var summary: ApplianceEvent.Summary
    }

    /// How likely a command was thought to be, and whether it was the one that was said: from ``Result/judgements``.
    package struct Judgement: Sendable, Hashable {
        /// Between 0 and 1, as `Command.score`.
        package var probability: Double
        /// Whether the label says this command, with its slots.
        package var isRight: Bool
    }

    private let configuration: ApplianceConfiguration
    private let manifest: Manifest
    /// As of ``Manifest/scoredSlots(of:)``, texts that say a command among the labels.
    let scoredSlots: [String: Set<String>]
    private let noise: NoiseMix?
    private let aspect: Aspect
    /// The commands with a question, which no recording answers, so that they are done without.
    private let asking: Set<String>

    /// - Parameters:
    ///   - configuration: What may be said.
    ///   - manifest: The recordings and what they must come to.
    ///   - noise: Mixed into every recording; nil plays them as they are.
    ///   - aspect: What they are to show; of the phrases alone, ``WakeTuning`` searches.
    package init(
        _ configuration: ApplianceConfiguration, manifest: Manifest, noise: NoiseMix? = nil,
        aspect: Aspect = .everything
    ) {
        self.configuration = configuration
        self.manifest = manifest.understanding(configuration, aspect: aspect)
        scoredSlots = self.manifest.scoredSlots(of: configuration.grammar)
        self.noise = noise
        self.aspect = aspect
        asking = Set(configuration.commands.filter { $0.confirm.means != .none }.map(\.name))
    }

    /// Plays all recordings, several at once, each worker a run of them in a row.
    ///
    /// - Parameters:
    ///   - workers: How many at once, at least 1; each has decoders of its own.
    ///   - stop: Ends it early; what was scored by then counts, and a recording that it breaks off does not.
    ///   - report: Called with each recording when it is done, on the calling thread, which waits for them. Several workers
    ///     are done in any order; `Clip.line` tells which recording it is.
    ///   - progress: Hears the share of all sound that was heard, 0 to 1, on the calling thread.
    /// - Returns: What all of them came to.
    /// - Throws: `EvaluationError.line` or `lines`, before anything is played, for recordings that cannot be opened and
    ///   labels that cannot come true with the configuration, such as a command that is misspelt; `line`, as soon as it is
    ///   found, for a recording that is damaged or cut short.
    package func run(
        workers: Int = 2, until stop: StopSignal, report: (Result) -> Void = { _ in },
        progress: (Double) -> Void = { _ in }
    ) throws(EvaluationError) -> Score {
        let length = try manifest.check(against: configuration)
        var results: [Int: Result] = [:]
        var heard: [Int: Duration] = [:]
        var total = Duration.zero
        let runs = ParallelRuns(manifest: manifest, workers: workers, stop: stop)
        try runs.run({ playing(until: stop) }) { (message: Message) in
            switch message {
            case .heard(let index, let span):
                total += span - heard[index, default: .zero]
                heard[index] = span
                if length > .zero { progress(min(1, total / length)) }
            case .done(let index, let result):
                results[index] = result
                report(result)
            }
        }
        var score = Score()
        if listensForPhrases { score.wake = WakeCounts(phrases: configuration.wake.map(\.text)) }
        for (_, result) in results.sorted(by: { $0.key < $1.key }) { score.add(result) }
        return score
    }

    /// What a worker tells; recordings are numbered as in the manifest, from 0.
    private enum Message: Sendable {
        case heard(Int, Duration)
        case done(Int, Result)
    }

    /// What one worker plays its recordings with.
    private func playing(until stop: StopSignal) -> ParallelRuns.Work<Message> {
        let player = Player(configuration, words: said)
        return { (index, tell) throws(EvaluationError) in
            let result = try play(index, player, stop) { tell(.heard(index, $0)) }
            if let result { tell(.done(index, result)) }
        }
    }

    /// Every word of a command that the manifest has in words, or the grammar in its phrases, and of wake phrases.
    private var said: Set<String> {
        manifest.clips.reduce(into: configuration.words) { words, clip in
            if case .command = clip.label { words.formUnion(clip.words ?? []) }
        }
    }

    private var listensForPhrases: Bool { !configuration.wake.isEmpty && aspect != .commands }

    /// Whether the recording is to do nothing before a wake phrase is heard in it.
    private func needsWakePhrase(_ label: Manifest.Label) -> Bool {
        guard !configuration.wake.isEmpty else { return false }
        switch label {
        case .command(_, _, let phrase): return phrase != nil
        // Dictated text is meant for the appliance; next to commands, other text is background speech.
        case .text where configuration.recognize == .dictation: return false
        case .nothing, .text, .wake: return aspect != .commands
        }
    }

    /// Nil when it was broken off.
    private func play(
        _ index: Int, _ player: Player, _ stop: StopSignal, _ heard: (Duration) -> Void
    ) throws(EvaluationError) -> Result? {
        let clip = manifest.clips[index]
        let needsWakePhrase = needsWakePhrase(clip.label)
        var log = RunLog()
        let woken = Mutex<[WakeDetection]>([])
        func playFile(_ path: String) throws(ApplianceError) -> ApplianceEvent.Summary {
            try player.appliance.run(
                path, needsWakePhrase: needsWakePhrase, until: stop, progress: heard,
                wakeWitness: { detection in woken.withLock { $0.append(detection) } },
                observer: { log.note($0) })
        }
        let summary: ApplianceEvent.Summary
        do {
            if let noise {
                let file = try SoundInMemory { add throws(EvaluationError) in
                    try noise.add(to: RecordedSound(path: clip.path), index: index, add)
                }
                summary = try playFile(file.path)
            } else {
                summary = try playFile(clip.path)
            }
        } catch {
            throw .recording(reason: "\(error)")
        }
        // What follows may take as long again.
        guard !stop.isRaised else { return nil }
        if let failure = log.failure { throw .recording(reason: failure) }
        var places = woken.withLock { $0 }
        // Where a command was to follow the phrase, it did where the appliance woke, and nowhere else.
        if listensForPhrases, !needsWakePhrase || clip.label.commandName == nil {
            places = try player.places(in: clip, noise, index: index).adding(wakes: places)
        }
        let verdict = verdict(on: clip.label, log, places.filter(\.isAccepted))
        let isCutShort = log.decisionTime.map { $0 >= summary.audio } ?? false
        return Result(
            clip: clip, verdict: verdict, texts: log.texts, commands: log.commands,
            asking: asking.intersection(log.commands.map(\.name)),
            rejections: log.rejections, rejectionTimes: log.rejectionTimes,
            responses: try isCutShort
                ? [] : responses(to: clip, log, summary, isRight: verdict == .right, player),
            untimedResponses: isCutShort ? summary.responses.count : 0,
            expectsWords: expectsWords(clip.label),
            places: places, judgements: judgements(of: log, clip.label), summary: summary)
    }

    /// Commands that were done or refused for what they scored, each held against the label.
    private func judgements(of log: RunLog, _ label: Manifest.Label) -> [Judgement] {
        guard let grammar = configuration.grammar else { return [] }
        let refused = log.rejections.filter { $0.scores != nil && $0.nearest != nil }
            .compactMap { $0.command(in: grammar) }
        return (log.commands.filter { $0.scores != nil } + refused).map { command in
            let verdict = Score.verdict([command], label: label, scoredSlots: scoredSlots)
            return Judgement(probability: command.score, isRight: verdict == .right)
        }
    }

    /// What is to be written down of a recording, none without dictated text; nil where commands are listened for.
    private func dictated(by label: Manifest.Label) -> [String]? {
        guard configuration.recognize == .dictation else { return nil }
        return if case .text(let said) = label { said } else { [] }
    }

    private func expectsWords(_ label: Manifest.Label) -> Bool {
        switch label {
        case .text: configuration.recognize == .dictation
        case .command: !needsWakePhrase(label)
        case .nothing, .wake: false
        }
    }

    private func verdict(on label: Manifest.Label, _ log: RunLog, _ wakes: [WakeDetection]) -> Score.Verdict {
        let verdict =
            dictated(by: label).map { Score.verdict(log.texts, dictated: $0) }
            ?? Score.verdict(log.commands, label: label, scoredSlots: scoredSlots)
        if verdict == .right, case .wake(let phrase) = label,
            configuration.wake.contains(where: { $0.text == phrase }),
            !wakes.contains(where: { $0.phrase == phrase })
        {
            return .rejected
        }
        return verdict
    }

    /// How long each response took: after the true end of what was said, where that can be found.
    private func responses(
        to clip: Manifest.Clip, _ log: RunLog, _ summary: ApplianceEvent.Summary, isRight: Bool,
        _ player: Player
    ) throws(EvaluationError) -> [Response] {
        let sentence = clip.words ?? (isRight ? log.commands.first.map(clip.label.sentence(of:)) : nil)
        if let sentence, log.commands.count == 1, let response = summary.responses.first,
            let commandEnd = log.commandEnd, let end = try player.end(of: sentence, in: clip)
        {
            return [Response(time: response + commandEnd - end, reference: .alignment)]
        }
        return summary.responses.map { Response(time: $0, reference: .recognizer) }
    }
}

extension Manifest.Label {
    /// The words of a recording in which `command` was heard, and rightly.
    fileprivate func sentence(of command: Command) -> [String] {
        [wakePhrase, command.text].compactMap(\.self).flatMap(Manifest.words)
    }
}
