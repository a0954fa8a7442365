import Appliance
import Decoding
import Grammar
import Interpretation

/// What labelled recordings come to with one trust or another: they are decoded once, and judged as often as wanted.
///
/// Half of the recordings are for choosing a probability, the other half for telling how good the choice is: it looks
/// better than it is on what it was chosen for.
///
///     let tuning = try Tuning(configuration, manifest: manifest, until: StopSignal())
///     let suggestion = tuning.suggestion()
///     print(tuning.outcome(on: .checking) { suggestion[$0]! }.falseAccepts.perHour)
package struct Tuning: Sendable {
    /// One of the two halves. Of every command's recordings, and of those without a command, each gets every second; a long one of
    /// these is cut into minutes before.
    package enum Half: Sendable, Hashable, CaseIterable {
        /// What is chosen on: the first, third, fifth recording of each command.
        case choosing
        /// What tells how good the choice is: the second, fourth, sixth.
        case checking
    }

    /// An utterance that would have been a command: from ``Recording/attempts``.
    package struct Attempt: Sendable, Hashable {
        /// Which one, with its slots.
        package var command: Command
        /// What a trust has to judge it by.
        package var scores: VerificationScores
        /// When it was refused, since the recording's beginning.
        var time = Duration.zero
    }

    /// A recording and everything in it that could be taken for a command: from ``recordings``.
    package struct Recording: Sendable, Hashable {
        /// What it should come to.
        package var label: Manifest.Label
        /// In the order in which they were heard; each is done that its command's trust accepts.
        package var attempts: [Attempt]
        /// Its length.
        package var audio: Duration
    }

    /// In the order of the manifest; those without a command in pieces of a minute at most.
    package var recordings: [Recording] { halves.all }
    /// The commands, in the configuration's order.
    package let commands: [String]
    /// The trust that each has now.
    package let configured: [String: Trust]
    private let scoredSlots: [String: Set<String>]
    private let halves: Halves<Recording>

    /// - Parameter scoredSlots: As of `Manifest.scoredSlots(of:)`.
    init(
        recordings: [Recording], commands: [String], configured: [String: Trust] = [:],
        scoredSlots: [String: Set<String>]
    ) {
        halves = Halves(recordings)
        self.commands = commands
        self.configured = configured
        self.scoredSlots = scoredSlots
    }

    /// Decodes every recording, as ``Evaluator`` does, but other sound as if a wake phrase had just been heard: trust is in
    /// what follows one.
    ///
    /// - Parameters:
    ///   - configuration: What may be said, and the trust that each command has now.
    ///   - manifest: The recordings and what they must come to.
    ///   - noise: Mixed into every recording; nil plays them as they are.
    ///   - workers: How many recordings at once, at least 1.
    ///   - stop: Ends it early; what was decoded by then counts.
    ///   - progress: Hears the share of all sound that was heard, 0 to 1, on the calling thread.
    /// - Throws: `EvaluationError.line` for a recording or label that cannot be used, as ``Evaluator`` does.
    package init(
        _ configuration: ApplianceConfiguration, manifest: Manifest, noise: NoiseMix? = nil, workers: Int = 2,
        until stop: StopSignal, progress: (Double) -> Void = { _ in }
    ) throws(EvaluationError) {
        // By line: which half a recording is in must not depend on which worker was done first.
        var recordings: [Int: Recording] = [:]
        let evaluator = Evaluator(
            configuration.refusingAll(), manifest: manifest, noise: noise, aspect: .commands)
        let note = { (result: Evaluator.Result) in
            let attempts = zip(result.rejections, result.rejectionTimes).compactMap {
                Attempt($0, at: $1, configuration)
            }
            recordings[result.clip.line] = Recording(
                label: result.clip.label, attempts: attempts, audio: result.summary.audio)
        }
        _ = try evaluator.run(workers: workers, until: stop, report: note, progress: progress)
        self.init(
            recordings: recordings.sorted { $0.key < $1.key }.map(\.value),
            commands: configuration.commands.map(\.name),
            configured: Dictionary(uniqueKeysWithValues: configuration.commands.map { ($0.name, $0.trust) }),
            scoredSlots: evaluator.scoredSlots)
    }

    // MARK: - Judging

    /// What a half, or all, of the recordings come to. Right, wrong and refused make up all recordings with a command.
    ///
    /// ```swift
    /// let now = tuning.outcome(on: .checking) { tuning.configured[$0] ?? .normal }
    /// print(now.right.share, now.falseAccepts.perHour)
    /// ```
    package struct Outcome: Sendable, Hashable {
        /// Of the recordings with a command: it was done, with its slots, and nothing else.
        package var right: Proportion
        /// Of the same: something else was done.
        package var wrong: Proportion
        /// Of the same: nothing was done.
        package var refused: Proportion
        /// Commands that were done in the recordings without one, an hour of these.
        package var falseAccepts: EventRate
    }

    /// What the recordings come to if each command is judged by `trust`. Nothing is decoded for that.
    ///
    /// - Parameters:
    ///   - half: nil for all recordings.
    ///   - trust: What each command is judged by, by its name.
    package func outcome(on half: Half? = nil, trust: (String) -> Trust) -> Outcome {
        var (said, right, wrong, falseAccepts) = (0, 0, 0, 0)
        var silence = Duration.zero
        for recording in halves[half] {
            let done = recording.attempts
                .filter { trust($0.command.name).accepts(CommandProbability($0.scores)) }.map(\.command)
            if recording.label.commandName == nil {
                silence += recording.audio
                falseAccepts += done.count
                continue
            }
            said += 1
            switch Score.verdict(done, label: recording.label, scoredSlots: scoredSlots) {
            case .right: right += 1
            case .rejected: break
            default: wrong += 1
            }
        }
        return Outcome(
            right: Proportion(right, of: said), wrong: Proportion(wrong, of: said),
            refused: Proportion(said - right - wrong, of: said),
            falseAccepts: EventRate(falseAccepts, in: silence))
    }
}

// MARK: - Choosing

extension Tuning {
    /// The trust for each command that did best on the half for choosing.
    ///
    /// A wrong command and one that nobody gave cost as much as `costOfMistake` that were refused. What a command has is kept
    /// where no other trust does better. Named trusts are preferred, normal first: a probability of one's own must be better
    /// by two recordings at least, and of those that do equally well the middle one is taken: at the end of them the next recording
    /// would be judged wrong. A command that was said in fewer than ``fewestForChoosing`` recordings keeps what it has, and none
    /// becomes looser than it is unless there are recordings without a command to show what that lets in.
    ///
    /// - Parameter costOfMistake: how many refusals are as bad as one mistake.
    /// - Returns: by command, for all of them.
    package func suggestion(costOfMistake: Double = 5) -> [String: Trust] {
        let choosing = halves[.choosing]
        let hasOthers = choosing.contains { $0.label.commandName == nil }
        return Dictionary(
            uniqueKeysWithValues: commands.map { name in
                let present = configured[name] ?? .normal
                guard count(of: name) >= Self.fewestForChoosing else { return (name, present) }
                let trials = Self.trials(of: name, in: choosing, scoredSlots)
                func gain(_ trust: Trust) -> Double {
                    trials.reduce(0) { sum, trial in
                        guard trust.accepts(trial.judgement) else { return sum }
                        return sum + (trial.isRight ? 1 : -costOfMistake)
                    }
                }
                let allowed: (Trust) -> Bool = { hasOthers || $0.probability >= present.probability }
                return (name, Self.best(gain, present, allowed))
            })
    }

    /// Fewer recordings of a command, of both halves, tell nothing.
    package static let fewestForChoosing = 10

    /// How many recordings have the command `name`.
    package func count(of name: String) -> Int {
        recordings.count { $0.label.commandName == name }
    }

    /// How much better a probability of one's own must be than a named trust.
    private static let worthwhile = 2.0

    private static func best(
        _ gain: (Trust) -> Double, _ present: Trust, _ allowed: (Trust) -> Bool
    ) -> Trust {
        func judged(_ all: [Trust]) -> [(trust: Trust, gain: Double)] {
            all.filter(allowed).map { ($0, gain($0)) }
        }
        let start = (trust: present, gain: gain(present))
        let named = judged([.normal, .strict, .loose]).reduce(start) { $1.gain > $0.gain ? $1 : $0 }
        let own = judged(grid)
        guard let most = own.map(\.gain).max(), most >= named.gain + worthwhile else { return named.trust }
        // Those side by side that the tightest of the best begins.
        let equals = own.drop { $0.gain < most }.prefix { $0.gain == most }.map(\.trust)
        return equals[(equals.count - 1) / 2]
    }

    /// What to try, the tightest first.
    private static let grid: [Trust] =
        [0.99, 0.98, 0.97].map(Trust.init)
        + stride(from: 95, through: 5, by: -5).map { Trust(Double($0) / 100) }
        + [0.03, 0.01].map(Trust.init)

    /// Attempts at the command `name`, and whether doing it would be right.
    private static func trials(
        of name: String, in recordings: [Recording], _ scoredSlots: [String: Set<String>]
    ) -> [(judgement: CommandProbability, isRight: Bool)] {
        recordings.flatMap { recording in
            recording.attempts.filter { $0.command.name == name }.map { attempt in
                let isRight =
                    recording.label.commandName != nil
                    && Score.verdict([attempt.command], label: recording.label, scoredSlots: scoredSlots)
                        == .right
                return (CommandProbability(attempt.scores), isRight)
            }
        }
    }
}

extension Tuning.Recording: TunedRecording {
    var said: String? { label.commandName }

    func pieces(_ sound: OtherSound) -> [Self] {
        sound.pieces(of: audio, attempts) { $0.time }.map {
            Self(label: label, attempts: $0.found, audio: $0.audio)
        }
    }
}

extension Tuning.Attempt {
    /// An utterance that was refused although its words are a command; nil for any other rejection.
    fileprivate init?(_ rejection: Rejection, at time: Duration, _ configuration: ApplianceConfiguration) {
        guard rejection.reason == .unlikely, let scores = rejection.scores,
            let command = configuration.grammar.flatMap({ rejection.command(in: $0) })
        else { return nil }
        self.init(command: command, scores: scores, time: time)
    }
}
