import Appliance
import Dispatch
import Glibc
import Models
import Platform
import Utterance

/// What labelled recordings come to with one acceptance of a wake phrase or another: they are searched once, and judged
/// as often as wanted.
///
/// As in ``Tuning``, one half of the recordings is for choosing, the other for telling how good the choice is.
///
///     let tuning = try WakeTuning(configuration, manifest: manifest, until: StopSignal())
///     let better = tuning.suggestion(for: tuning.phrases[0], falseAlarmsPerHour: 0.5)
///     print(tuning.outcome(of: better, on: .checking).missed.share)
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
        /// In the order in which they were found; one place may be there several times, with another score.
        package var places: [Place]
        /// Its length.
        package var audio: Duration
    }

    /// In the order of the manifest.
    package let recordings: [Recording]
    /// The phrases as they are configured, each with the trigger that it has in fact.
    package let phrases: [WakePhrase]
    /// What is to be expected of each phrase, by its text, with the usual acceptance; none in languages other than English.
    let predictions: [String: WakePrediction]
    private let halves: [Tuning.Half]

    init(recordings: [Recording], phrases: [WakePhrase], predictions: [String: WakePrediction] = [:]) {
        self.recordings = recordings
        self.phrases = phrases
        self.predictions = predictions
        var counts: [String?: Int] = [:]
        halves = recordings.map { recording in
            let count = counts[recording.label.wakePhrase, default: 0]
            counts[recording.label.wakePhrase] = count + 1
            return count.isMultiple(of: 2) ? .choosing : .checking
        }
    }

    /// Searches every recording, with triggers somewhat looser than configured.
    ///
    /// - Parameters:
    ///   - configuration: Its wake phrases, at least one.
    ///   - manifest: The recordings; those of a phrase are labelled with `wake`.
    ///   - noise: Mixed into every recording; nil plays them as they are.
    ///   - workers: How many recordings at once, at least 1, each worker a run of them in a row.
    ///   - stop: Ends it early; what was searched by then counts.
    ///   - progress: Hears the share of the recordings that is done, 0 to 1, on the calling thread.
    /// - Throws: `EvaluationError.line` for a recording or label that cannot be used, as ``Evaluator`` does.
    package init(
        _ configuration: ApplianceConfiguration, manifest: Manifest, noise: NoiseMix? = nil, workers: Int = 2,
        until stop: StopSignal, progress: (Double) -> Void = { _ in }
    ) throws(EvaluationError) {
        // Of dictation the phrases alone are tuned, with any recordings that have them.
        try manifest.check(against: configuration, isOfPhrasesOnly: configuration.grammar == nil)
        let (phrases, predictions) = try Self.phrases(of: configuration)
        var open = configuration
        open.wake = phrases.map { phrase in
            var open = phrase
            open.trigger = phrase.trigger.map { $0 * Self.loosest }
            open.acceptance = .infinity
            return open
        }
        let searched = open
        let mailbox = Mailbox<Message>()
        DispatchQueue.global().async {
            Self.search(manifest, searched, noise, workers, until: stop, mailbox)
        }
        var outcomes: [Int: Recording] = [:]
        var failure: EvaluationError?
        reading: while true {
            switch mailbox.next() {
            case .done(let index, let recording):
                outcomes[index] = recording
                progress(Double(outcomes.count) / Double(manifest.clips.count))
            case .failed(let error): failure = failure ?? error
            case .finished: break reading
            }
        }
        if let failure { throw failure }
        let recordings = outcomes.sorted { $0.key < $1.key }.map(\.value)
        self.init(recordings: recordings, phrases: phrases, predictions: predictions)
    }

    /// What workers tell whoever waits for them; recordings are numbered as in the manifest, from 0.
    private enum Message: Sendable {
        case done(Int, Recording)
        case failed(EvaluationError)
        case finished
    }

    private static func search(
        _ manifest: Manifest, _ configuration: ApplianceConfiguration, _ noise: NoiseMix?, _ workers: Int,
        until stop: StopSignal, _ mailbox: Mailbox<Message>
    ) {
        let runs = Shares.runs(of: manifest.clips.count, among: workers)
        DispatchQueue.concurrentPerform(iterations: runs.count) { worker in
            do throws(EvaluationError) {
                let listening = try OfflineWakeListening(configuration, refractoryTime: .zero)
                for index in runs[worker] where !stop.isRaised {
                    let clip = manifest.clips[index]
                    let samples: [Int16]
                    do {
                        samples = try WholeRecording.samples(of: clip.path)
                    } catch {
                        throw manifest.fault(of: clip, error)
                    }
                    let places = listening.detections(in: samples, noise: noise, index: index).map {
                        Place(
                            phrase: $0.detection.phrase, score: $0.detection.score,
                            trigger: $0.detection.trigger, frames: $0.at)
                    }
                    mailbox.post(
                        .done(
                            index,
                            Recording(
                                label: clip.label, places: places,
                                audio: .frames(UInt64(samples.count), at: 16_000))))
                }
            } catch {
                mailbox.post(.failed(error))
            }
        }
        mailbox.post(.finished)
    }

    /// The configured phrases with the triggers that they have in fact, and what is to be expected of them.
    private static func phrases(of configuration: ApplianceConfiguration) throws(EvaluationError)
        -> ([WakePhrase], [String: WakePrediction])
    {
        do {
            let words = Set(configuration.wake.flatMap(\.words))
            let pack = try configuration.modelPack()
            let lexicon = try configuration.lexicon(of: words, from: pack)
            let predictor = try WakePredictor(pack)
            let phrases = configuration.wake.map { phrase in
                var phrase = phrase
                phrase.trigger = phrase.trigger ?? phrase.usualTrigger(in: lexicon.text)
                return phrase
            }
            let predictions = configuration.wake.compactMap { phrase in
                predictor?.prediction(of: phrase.words, lexicon).map { (phrase.text, $0) }
            }
            return (phrases, Dictionary(predictions) { first, _ in first })
        } catch {
            throw .recording(reason: "\(error)")
        }
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
        /// In the others, save those whose text has the phrase in it: it woke. What lies within a second counts once.
        package var falseAlarms: EventRate
        /// Places that had to be looked at closely, in the same recordings: what the trigger costs.
        package var candidates: EventRate
    }

    /// What the recordings come to with these thresholds. No sound is searched for that.
    ///
    /// - Parameters:
    ///   - phrase: With the thresholds to judge by; a trigger of nil lets all places pass that were found.
    ///   - half: nil for all recordings.
    package func outcome(of phrase: WakePhrase, on half: Tuning.Half? = nil) -> Outcome {
        var (said, heard, alarms, candidates) = (0, 0, 0, 0)
        var others = Duration.zero
        for recording in recordings(in: half) {
            let places = recording.places(of: phrase)
            let accepted = places.filter { $0.score >= phrase.acceptance }
            if recording.label.wakePhrase == phrase.text {
                said += 1
                heard += accepted.isEmpty ? 0 : 1
            } else if !recording.label.says(phrase.text) {
                others += recording.audio
                alarms += Self.separate(accepted).count
                candidates += Self.separate(places).count
            }
        }
        return Outcome(
            missed: Proportion(said - heard, of: said), falseAlarms: EventRate(alarms, in: others),
            candidates: EventRate(candidates, in: others))
    }

    private func recordings(in half: Tuning.Half?) -> [Recording] {
        guard let half else { return recordings }
        return zip(recordings, halves).filter { $0.1 == half }.map(\.0)
    }

    /// The best of places that lie within a second of one another: after one the appliance is awake.
    private static func separate(_ places: [Place]) -> [Place] {
        var found: [Place] = []
        for place in places.sorted(by: { $0.frames.lowerBound < $1.frames.lowerBound }) {
            if let last = found.last, place.frames.lowerBound < last.frames.upperBound + 16_000 {
                if place.score > last.score { found[found.count - 1] = place }
            } else {
                found.append(place)
            }
        }
        return found
    }

    // MARK: - Choosing

    /// Fewer recordings of a phrase, or places in other sound, tell nothing about thresholds.
    package static let fewestForChoosing = 10

    /// The phrase with the least acceptance that keeps to a rate of false alarms, by the half for choosing; as it is
    /// configured where there is too little to tell.
    ///
    /// Alarms are rare, so their rate is not counted but extrapolated: scores of other sound fall off exponentially,
    /// which the highest of them show well.
    ///
    /// - Parameters:
    ///   - phrase: One of ``phrases``.
    ///   - target: The rate to keep to, in false alarms an hour; above 0.
    ///
    /// Source: peaks over a threshold with an exponential tail, J. Pickands, "Statistical inference using extreme order
    /// statistics", Annals of Statistics 3 (1975).
    package func suggestion(for phrase: WakePhrase, falseAlarmsPerHour target: Double) -> WakePhrase {
        let said = recordings(in: .choosing).count { $0.label.wakePhrase == phrase.text }
        guard said >= Self.fewestForChoosing,
            let least = extrapolatedAcceptance(of: phrase, falseAlarmsPerHour: target, on: .choosing)
        else { return phrase }
        var better = phrase
        // Rounded up to a quarter: more digits would promise more than there is.
        better.acceptance = (least * 4).rounded(.up) / 4
        better.trigger = trigger(for: better)
        return better
    }

    /// The acceptance that other sound exceeds as often as `target` says, by how its scores fall off; nil where there are too few
    /// of them to tell.
    func extrapolatedAcceptance(
        of phrase: WakePhrase, falseAlarmsPerHour target: Double, on half: Tuning.Half? = nil
    ) -> Double? {
        let others = recordings(in: half).filter {
            $0.label.wakePhrase != phrase.text && !$0.label.says(phrase.text)
        }
        // Swift 6.0 needs the type said to choose between the divisions of Duration.
        let hours: Double = others.reduce(Duration.zero) { $0 + $1.audio } / Duration.seconds(3600)
        let scores = others.flatMap { Self.separate($0.places(of: phrase)).map(\.score) }
        guard hours > 0, let tail = ScoreTail(scores, fewest: Self.fewestForChoosing) else { return nil }
        return tail.score(exceededTimes: target * hours)
    }

    /// Triggers to try, in multiples of the one that is configured; the first is what recordings are searched with.
    package static let triggerSteps = [1e-4, 1, 1e4, 1e8, 1e12]
    private static let loosest = 1e-4

    /// The nearest power of ten: more digits would promise more than there is.
    private static func powerOfTen(_ value: Double) -> Double {
        pow(10, log10(value).rounded())
    }

    /// A looser trigger than the phrase's if that hears one in fifty more, a tighter one if it hears as many and halves
    /// what must be looked at; else its own.
    private func trigger(for phrase: WakePhrase) -> Double? {
        guard let own = phrase.trigger else { return nil }
        func outcome(_ trigger: Double) -> Outcome {
            var trial = phrase
            trial.trigger = trigger
            return self.outcome(of: trial, on: .choosing)
        }
        let now = outcome(own)
        let looser = outcome(own * Self.loosest)
        if now.missed.count - looser.missed.count > now.missed.total / 50 {
            return Self.powerOfTen(own * Self.loosest)
        }
        let tighter = Self.triggerSteps.filter { $0 > 1 }.last { step in
            let trial = outcome(own * step)
            return trial.missed.count <= now.missed.count
                && trial.candidates.count * 2 <= now.candidates.count
        }
        return tighter.map { Self.powerOfTen(own * $0) } ?? own
    }
}

/// The upper tail of a sample of scores, taken to fall off exponentially.
private struct ScoreTail {
    private let start: Double
    private let count: Int
    private let meanExcess: Double

    /// - Parameter fewest: Nil is returned for a smaller sample.
    init?(_ scores: [Double], fewest: Int) {
        guard scores.count >= fewest else { return nil }
        // The upper quarter, and ten scores at least: far enough out for the form, enough for the mean.
        let tail = scores.sorted(by: >).prefix(max(fewest, scores.count / 4) + 1)
        let start = tail.last ?? 0
        self.start = start
        count = tail.count - 1
        meanExcess = tail.dropLast().reduce(0) { $0 + $1 - start } / Double(count)
    }

    /// The score that so many of a sample of the same size are expected to exceed.
    func score(exceededTimes times: Double) -> Double {
        start + meanExcess * log(Double(count) / times)
    }
}

extension WakeTuning.Recording {
    /// Places of `phrase` that its trigger lets pass.
    func places(of phrase: WakePhrase) -> [WakeTuning.Place] {
        places.filter { $0.phrase == phrase.text && $0.trigger >= phrase.trigger ?? 0 }
    }
}
