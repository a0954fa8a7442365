import Appliance
import Dispatch
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
        /// In the order in which they were found; one place may be there several times, with another score.
        package var places: [Place]
        /// Its length.
        package var audio: Duration
    }

    /// In the order of the manifest; those without a phrase in pieces of a minute at most.
    package let recordings: [Recording]
    /// The phrases as they are configured, each with the trigger that it has in fact.
    package let phrases: [WakePhrase]
    /// What is to be expected of each phrase, by its text, with the usual acceptance; none in languages other than English.
    let predictions: [String: WakePrediction]
    private let halves: [Tuning.Half]

    init(recordings: [Recording], phrases: [WakePhrase], predictions: [String: WakePrediction] = [:]) {
        self.recordings = Recording.divided(recordings)
        self.phrases = phrases
        self.predictions = predictions
        var counts: [String?: Int] = [:]
        halves = self.recordings.map { recording in
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
    ///   - workers: How many recordings at once, at least 1; what is found does not depend on it.
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
            open.trigger = phrase.trigger.map { $0 * Self.triggerSteps[0] }
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
        let listening = OfflineWakeListening(configuration: configuration, refractoryTime: .zero)
        let runs = Shares.runs(of: manifest.clips.count, among: workers)
        DispatchQueue.concurrentPerform(iterations: runs.count) { worker in
            do throws(EvaluationError) {
                for index in runs[worker] where !stop.isRaised {
                    let clip = manifest.clips[index]
                    let heard: (found: [(detection: WakeDetection, at: Range<Int>)], frames: Int)
                    do {
                        heard = try listening.search(clip.path, noise: noise, index: index)
                    } catch {
                        throw manifest.fault(of: clip, error)
                    }
                    let places = heard.found.map {
                        Place(
                            phrase: $0.detection.phrase, score: $0.detection.score,
                            trigger: $0.detection.trigger, frames: $0.at)
                    }
                    mailbox.post(
                        .done(
                            index,
                            Recording(
                                label: clip.label, places: places,
                                audio: .frames(UInt64(heard.frames), at: 16_000))))
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

        /// Whether more is missed than with `other` thresholds, and no false alarm spared for it.
        package func isWorse(than other: Outcome) -> Bool {
            missed.count > other.missed.count && falseAlarms.count >= other.falseAlarms.count
        }
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

    func recordings(in half: Tuning.Half?) -> [Recording] {
        guard let half else { return recordings }
        return zip(recordings, halves).filter { $0.1 == half }.map(\.0)
    }

    /// The best of places that lie within a second of one another: after one the appliance is awake.
    static func separate(_ places: [Place]) -> [Place] {
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
}

extension WakeTuning.Recording {
    /// Other sound in pieces, what has a phrase as it is.
    fileprivate static func divided(_ recordings: [Self]) -> [Self] {
        let others = recordings.filter { $0.label.wakePhrase == nil }
        let sound = OtherSound(lengths: others.map(\.audio))
        return recordings.flatMap { recording -> [Self] in
            guard recording.label.wakePhrase == nil else { return [recording] }
            let pieces = sound.pieces(of: recording.audio, recording.places) { place in
                .frames(UInt64(max(0, place.frames.lowerBound)), at: 16_000)
            }
            return pieces.map { Self(label: recording.label, places: $0.found, audio: $0.audio) }
        }
    }

    /// Places of `phrase` that its trigger lets pass.
    func places(of phrase: WakePhrase) -> [WakeTuning.Place] {
        places.filter { $0.phrase == phrase.text && $0.trigger >= phrase.trigger ?? 0 }
    }
}
