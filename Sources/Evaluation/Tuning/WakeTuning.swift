import Appliance
import Capture
import Models
import Platform
import Utterance

/// What labelled recordings come to with one acceptance of a wake phrase or another: they are searched once, and judged
/// as often as wanted.
///
/// As in ``Tuning``, one half of the recordings is for choosing, the other for telling how good the choice is.
///
///     let tuning = try WakeTuning(configuration, manifest: manifest, until: StopSignal())
///     if let better = tuning.suggestion(for: tuning.phrases[0], falseAlarmsPerHour: 0.5) {
///         print(tuning.outcome(of: better, on: .checking).missed.share)
///     }
package struct WakeTuning: Sendable {
    /// A place that sounded like a wake phrase: from ``Recording/places``.
    package struct Place: Sendable, Hashable {
        /// As in ``WakePhrase/text``.
        package var phrase: String
        /// Compared with ``WakePhrase/acceptance``.
        package var score: Double
        /// Compared with ``WakePhrase/trigger``.
        package var trigger: Double
        /// Where in the recording, in frames of 16 kHz.
        package var frames: Range<Int>
    }

    /// A recording and everything in it that could be taken for a wake phrase: from ``recordings``.
    package struct Recording: Sendable, Hashable {
        /// What it should come to.
        package var label: Manifest.Label
        /// In the order in which they were found; one place may be there several times, with another score, or a better fit.
        package var places: [Place]
        /// Its length.
        package var audio: Duration
        /// As in the manifest, to name it in reports.
        var name = ""
    }

    /// What is known of a phrase before any recording is.
    struct Background: Sendable {
        /// What it is noticed by where its ``WakePhrase/trigger`` is left to its length: that of its longest pronunciation. An appliance
        /// asks more of shorter ones.
        var usualTrigger: Double
        /// What is to be expected of it with the usual acceptance; nil in languages other than English.
        var prediction: WakePrediction?
    }

    /// In the order of the manifest; those without a phrase in pieces of a minute at most.
    package var recordings: [Recording] { halves.all }
    /// The phrases as they are configured: a trigger that nobody set is none.
    package let phrases: [WakePhrase]
    /// Of each phrase, by its text.
    let background: [String: Background]
    let halves: Halves<Recording>

    init(recordings: [Recording], phrases: [WakePhrase], background: [String: Background] = [:]) {
        halves = Halves(recordings)
        self.phrases = phrases
        self.background = background
    }

    /// Searches every recording, with triggers somewhat looser than configured.
    ///
    /// - Parameters:
    ///   - configuration: Its wake phrases, at least one.
    ///   - manifest: The recordings; those of a phrase are labelled with `wake`.
    ///   - noise: Mixed into every recording; nil plays them as they are.
    ///   - workers: How many recordings at once, at least 1; what is found does not depend on it.
    ///   - stop: Ends it early; what was searched by then counts.
    ///   - progress: Hears the share of the recordings that is done, 0 to 1, on the calling thread.
    /// - Throws: `EvaluationError.line` for a recording or label that cannot be used, as ``Evaluator`` does.
    package init(
        _ configuration: ApplianceConfiguration, manifest: Manifest, noise: NoiseMix? = nil, workers: Int = 2,
        until stop: StopSignal, progress: (Double) -> Void = { _ in }
    ) throws(EvaluationError) {
        // Of dictation the phrases alone are tuned, with any recordings that have them.
        try manifest.check(
            against: configuration, aspect: configuration.grammar == nil ? .phrases : .everything)
        let background = try Self.background(of: configuration)
        var open = configuration
        for (index, phrase) in configuration.wake.enumerated() {
            let trigger = phrase.trigger ?? background[phrase.text]?.usualTrigger
            open.wake[index].trigger = trigger.map { $0 * Self.triggerSteps[0] }
            open.wake[index].acceptance = .infinity
        }
        let searched = open
        var recordings: [Int: Recording] = [:]
        let runs = ParallelRuns(manifest: manifest, workers: workers, stop: stop)
        try runs.run({ Self.searching(manifest, searched, noise) }) { (found: Found) in
            recordings[found.index] = found.recording
            progress(Double(recordings.count) / Double(manifest.clips.count))
        }
        self.init(
            recordings: recordings.sorted { $0.key < $1.key }.map(\.value), phrases: configuration.wake,
            background: background)
    }

    /// What a worker tells of a recording, which is numbered as in the manifest, from 0.
    private struct Found: Sendable {
        var index: Int
        var recording: Recording
    }

    /// What one worker searches its recordings with.
    private static func searching(
        _ manifest: Manifest, _ configuration: ApplianceConfiguration, _ noise: NoiseMix?
    ) -> ParallelRuns.Work<Found> {
        let listening = OfflineWakeListening(configuration: configuration, refractoryTime: .zero)
        return { (index, tell) throws(EvaluationError) in
            let clip = manifest.clips[index]
            let heard = try listening.search(clip.path, noise: noise, index: index)
            let places = heard.found.map {
                Place(
                    phrase: $0.detection.phrase, score: $0.detection.score, trigger: $0.detection.trigger,
                    frames: $0.at)
            }
            let recording = Recording(
                label: clip.label, places: places,
                audio: .frames(UInt64(heard.frames), at: AudioFormat.recognition.sampleRate), name: clip.name)
            tell(Found(index: index, recording: recording))
        }
    }

    /// What is known of the configured phrases.
    private static func background(
        of configuration: ApplianceConfiguration
    ) throws(EvaluationError) -> [String: Background] {
        do {
            let words = Set(configuration.wake.flatMap(\.words))
            let pack = try configuration.modelPack()
            let lexicon = try configuration.lexicon(of: words, from: pack)
            let predictor = try WakePredictor(pack)
            let known = configuration.wake.map { phrase in
                let background = Background(
                    usualTrigger: phrase.usualTrigger(in: lexicon.text),
                    prediction: predictor?.prediction(of: phrase.words, lexicon))
                return (phrase.text, background)
            }
            return Dictionary(known) { first, _ in first }
        } catch {
            throw .recording(reason: "\(error)")
        }
    }

    /// What a place must come to for it to be looked at closely; nil where that is not known.
    package func trigger(of phrase: WakePhrase) -> Double? {
        phrase.trigger ?? background[phrase.text]?.usualTrigger
    }

    // MARK: - Judging

    /// What a half, or all, of the recordings come to with one phrase.
    ///
    /// ```swift
    /// for phrase in tuning.phrases {
    ///     let now = tuning.outcome(of: phrase)
    ///     print(phrase.text, now.missed.share, now.falseAlarms.perHour)
    /// }
    /// ```
    package struct Outcome: Sendable, Hashable {
        /// Of the recordings that are labelled with the phrase: it did not wake.
        package var missed: Proportion
        /// Of those in which no configured phrase is said, by their label or in their text: it woke. What lies within a second counts
        /// once.
        package var falseAlarms: EventRate
        /// Places that had to be looked at closely, in the same recordings: what the trigger costs.
        package var candidates: EventRate

        /// Whether more is missed than with `other` thresholds, and no false alarm spared for it.
        package func isWorse(than other: Outcome) -> Bool {
            missed.count > other.missed.count && falseAlarms.count >= other.falseAlarms.count
        }
    }

    /// What the recordings come to with these thresholds. No sound is searched for that.
    ///
    /// - Parameters:
    ///   - phrase: With the thresholds to judge by; without a trigger it has the usual one.
    ///   - half: nil for all recordings.
    package func outcome(of phrase: WakePhrase, on half: Tuning.Half? = nil) -> Outcome {
        var (said, heard, alarms, candidates) = (0, 0, 0, 0)
        var others = Duration.zero
        for recording in halves[half] {
            let places = places(of: phrase, in: recording)
            let accepted = places.filter { $0.score >= phrase.acceptance }
            if recording.label.wakePhrase == phrase.text {
                said += 1
                heard += accepted.isEmpty ? 0 : 1
            } else if isOther(recording) {
                others += recording.audio
                alarms += accepted.separated.count
                candidates += places.separated.count
            }
        }
        return Outcome(
            missed: Proportion(said - heard, of: said), falseAlarms: EventRate(alarms, in: others),
            candidates: EventRate(candidates, in: others))
    }

    /// Whether none of the phrases is said in it: one that is said in another is heard there rightly.
    func isOther(_ recording: Recording) -> Bool {
        !phrases.contains { recording.label.says($0.text) }
    }

    /// Places of `phrase` that its trigger lets pass.
    func places(of phrase: WakePhrase, in recording: Recording) -> [Place] {
        let least = trigger(of: phrase) ?? 0
        return recording.places.filter { $0.phrase == phrase.text && $0.trigger >= least }
    }
}

extension WakeTuning.Place: WakePlace {}

extension WakeTuning.Recording: TunedRecording {
    var said: String? { label.wakePhrase }

    func pieces(_ sound: OtherSound) -> [Self] {
        let pieces = sound.pieces(of: audio, places) { place in
            .frames(UInt64(max(0, place.frames.lowerBound)), at: AudioFormat.recognition.sampleRate)
        }
        return pieces.map { Self(label: label, places: $0.found, audio: $0.audio, name: name) }
    }
}
