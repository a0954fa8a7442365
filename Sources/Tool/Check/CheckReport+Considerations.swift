import Appliance
import Configuration
import Diagnosis
import Evaluation
import GPIO
import Glibc
import Interpretation
import Platform

extension CheckReport {
    static func considerations(of review: ConfigurationReview) -> [Consideration] {
        locale(review) + guesses(review) + unused(review) + wakes(review) + phrases(review) + times(review)
            + steps(review) + board(review) + sinks(review) + places(review) + reach(review)
    }

    private static func locale(_ review: ConfigurationReview) -> [Consideration] {
        guard let asked = review.unspokenLocale, let pack = review.pack else { return [] }
        return [
            Consideration(
                .locale,
                "\(asked.variable) asks for \(asked.locale), which no installed language is, so it listens in "
                    + "\(pack.locale); write 'locale: \(pack.locale)' if that is meant")
        ]
    }

    private static func guesses(_ review: ConfigurationReview) -> [Consideration] {
        let guesses = review.lexicon?.guesses ?? []
        let width = guesses.map(\.word.count).max() ?? 0
        return guesses.map { guess in
            Consideration(
                .guess, "\(guess.word.padded(to: width))  \(guess.pronunciations[0].joined(separator: " "))")
        }
    }

    private static func unused(_ review: ConfigurationReview) -> [Consideration] {
        let words = review.configuration.words.sorted()
        return review.unusedPronunciations.map { word in
            let remedy = correction(of: word, among: words) ?? "remove it"
            return Consideration(
                .unusedPronunciation, "Under 'pronunciations:', no command says '\(word)'; \(remedy)")
        }
            + review.unusedRules.map { rule in
                Consideration(
                    .unusedRule,
                    "Under 'rules:', no command says <\(rule)>; write it where it is meant, or remove it")
            }
            + review.unusedOutputs.map { output in
                Consideration(
                    .unusedOutput,
                    "Under 'outputs:', no command moves '\(output)', and without 'socket: { output: on }' no program may; "
                        + "write what moves it, or remove it")
            }
    }

    private static func wakes(_ review: ConfigurationReview) -> [Consideration] {
        review.wakes.flatMap { wake -> [Consideration] in
            var found: [Consideration] = []
            if wake.isMostlyMissed {
                let most = WakePrediction.mostUseful.shortText
                found.append(
                    Consideration(
                        .wake,
                        "The wake phrase \"\(wake.phrase.text)\" is mostly missed: its 'acceptance' is "
                            + "\(wake.phrase.acceptance.shortText), and half of what is said clearly scores less than "
                            + "\(WakePrediction.halfMissed.shortText); leave it out for the usual "
                            + "\(WakeAcceptance.usual.shortText), or write \(most) or less"))
            }
            if wake.isTriggerTight, let trigger = wake.phrase.trigger {
                found.append(
                    Consideration(
                        .wake,
                        "The wake phrase \"\(wake.phrase.text)\" is missed more often than it need be: its 'trigger' is "
                            + "\(trigger), far above the usual \(wake.usualTrigger); leave it out"))
            }
            if wake.isShort {
                found.append(
                    Consideration(
                        .wake,
                        "The wake phrase \"\(wake.phrase.text)\" is short: it will be missed, or heard in other speech; "
                            + "three syllables and more are safer"))
            }
            if let prediction = wake.prediction, prediction.isOftenHeard {
                let reason =
                    wake.isBelievedTooEasily ? "is believed too easily" : "is like much that people say"
                found.append(
                    Consideration(
                        .wake,
                        "The wake phrase \"\(wake.phrase.text)\" \(reason): expect \(prediction.alarmsText); "
                            + remedies(for: wake).joined(separator: "; ")))
            }
            if let whole = wake.alike.first(where: { $0.other == wake.phrase.text })?.sentence {
                found.append(
                    Consideration(
                        .wake,
                        "The wake phrase \"\(wake.phrase.text)\" is also said in \"\(whole)\", and wakes there"
                    ))
            }
            let alike = wake.alike.filter { $0.other != wake.phrase.text }
            if !alike.isEmpty {
                let others = alike.prefix(3).map { alike in
                    let distance = alike.distance == 0 ? "no difference" : alike.distance.counted("sound")
                    return "\"\(alike.other)\" (\(distance))"
                }
                found.append(
                    Consideration(
                        .wake,
                        "The wake phrase \"\(wake.phrase.text)\" differs little from "
                            + others.joined(separator: ", ")))
            }
            return found
        }
    }

    /// What makes false alarms of a wake phrase rarer.
    private static func remedies(for wake: ConfigurationReview.Wake) -> [String] {
        let better = wake.better.map { "\"\($0.text)\" (\($0.prediction.rateText))" }
        let isLow = wake.phrase.acceptance < WakeAcceptance.usual
        let usual =
            isLow && (wake.isBelievedTooEasily || better.isEmpty)
            ? ["leave 'acceptance' out for the usual \(WakeAcceptance.usual.shortText)"] : []
        let longer = better.isEmpty ? [] : ["better: " + better.joined(separator: ", ")]
        return usual.isEmpty && longer.isEmpty ? ["take a longer one"] : usual + longer
    }

    private static func phrases(_ review: ConfigurationReview) -> [Consideration] {
        let short = review.shortPhrases.map { short in
            Consideration(
                .shortPhrase,
                "\(short.command): \"\(short.sentence)\" (\(short.words.counted("word")), "
                    + "\(short.phones.counted("sound")))")
        }
        let ambiguous = review.ambiguities.map { ambiguity in
            Consideration(
                .ambiguity,
                "\"\(ambiguity.sentence.joined(separator: " "))\": \(ambiguity.commands.joined(separator: " or "))"
            )
        }
        let unbelieved = review.neverBelieved.map { Consideration(.neverBelieved, $0) }
        let believed = review.alwaysBelieved.map { Consideration(.alwaysBelieved, $0) }
        let uncompared = review.uncompared.map { Consideration(.uncompared, $0.joined(separator: ", ")) }
        let opposites = review.missingOpposites.map { missing in
            Consideration(
                .missingOpposite, "\(missing.command): \"\(missing.sentence)\", at \"\(missing.opposite)\"")
        }
        return unbelieved + believed + short + soundAlikes(review) + opposites + ambiguous + uncompared
    }

    private static func soundAlikes(_ review: ConfigurationReview) -> [Consideration] {
        // Those that a person sees first are of many commands.
        let shown = SoundAlike.selection(
            review.soundAlikes, atMost: Consideration.Kind.soundAlike.mostShown)
        let known = Set(shown)
        return (shown + review.soundAlikes.filter { !known.contains($0) }).map { alike in
            let place =
                alike.commands[0] == alike.commands[1]
                ? "in \(alike.commands[0])" : alike.commands.joined(separator: ", ")
            let example = alike.pair == alike.sentences ? "" : ", as in \"\(alike.sentences[0])\""
            let distance =
                alike.distance == 0
                ? "no difference" : "\(alike.distance) of \(alike.length.counted("sound"))"
            return Consideration(
                .soundAlike, "\"\(alike.pair[0])\" and \"\(alike.pair[1])\": \(distance); \(place)\(example)")
        }
    }

    private static func times(_ review: ConfigurationReview) -> [Consideration] {
        let impossible = review.impossibleTimes
        let refused = review.refusedTimes.map { time in
            let example = impossible.first { $0.breaks(time) }.map { ", as in \"\($0.sentence)\"" } ?? ""
            let length = time.limit == "max_on" ? "longer" : "shorter"
            return Consideration(
                .refusedTime,
                "\(time.command): <\(time.slot)> can be \(length) than \(time.value.setting), the '\(time.limit)' of '\(time.output)'"
                    + example + time.remedy)
        }
        let others = impossible.filter { time in !review.refusedTimes.contains { time.breaks($0) } }.map {
            time in
            Consideration(
                .impossibleTime,
                "\(time.command): \"\(time.sentence)\"; the '\(time.limit)' of '\(time.output)' is \(time.value.setting)"
            )
        }
        let pauses = review.invertedPauses.map { key, other in
            Consideration(
                .pause,
                "Under 'limits:', '\(key)' is longer than '\(other)', so what is nearer to a whole command waits longer; "
                    + "change one of them")
        }
        let cancel = review.talkTimeBeforeCancel.map { span in
            Consideration(
                .cancelAfter,
                "The talk button drops what was said when it is held for \(span.setting), also in the middle of a "
                    + "sentence; remove 'cancel_after', or write 'mode: toggle'")
        }
        return refused + others + pauses + (cancel.map { [$0] } ?? [])
    }

    private static func steps(_ review: ConfigurationReview) -> [Consideration] {
        review.configuration.vainSteps.map { step in
            let reason =
                switch step.reason {
                case .rests:
                    "rests when it is to go on again, by its 'min_dwell' or 'cooldown', and is refused; wait longer"
                case .interlocked(let other):
                    "is refused while '\(other)' of the same interlock is on; switch that off before"
                case .replaced(let other):
                    "goes on, and off at the same instant for '\(other)' of the same interlock; put a 'wait' between them"
                case .exceedsMaxOn:
                    "would be on for longer than its 'max_on', with the time before, and is refused; let it go off before"
                }
            return Consideration(.vainStep, "\(step.command): '\(step.output)' \(reason)")
        }
    }

    private static func sinks(_ review: ConfigurationReview) -> [Consideration] {
        let configuration = review.configuration
        let sinks = configuration.dictation.sinks
        guard !sinks.isEmpty else { return [] }
        let writer = SinkCheck.Writer(of: configuration.path, asSystemdKnows: ServiceState.ofSystem())
        return SinkCheck(sinks, by: writer).examine().compactMap { finding in
            finding.remedy.map { Consideration(.sink, "Text: \(finding.text); \($0)") }
        }
    }

    /// Of files that the appliance makes, those whose place is not as it should be.
    private static func places(_ review: ConfigurationReview) -> [Consideration] {
        var found: [Consideration] = []
        var status = stat()
        if let path = review.configuration.socket.path, lstat(path, &status) == 0,
            status.st_mode & S_IFMT != S_IFSOCK
        {
            found.append(
                Consideration(
                    .place,
                    "Under 'socket:', '\(path)' is there already and is no socket; name another path, or remove it"
                ))
        }
        if let path = review.configuration.metrics?.path {
            let folder = SystemFiles.folder(of: path)
            if stat(folder, &status) != 0, errno == ENOENT {
                found.append(
                    Consideration(
                        .place,
                        "Under 'metrics:', there is no folder '\(folder)'; make it, or correct its path"
                    ))
            }
        }
        return found
    }

    private static func board(_ review: ConfigurationReview) -> [Consideration] {
        var found: [Consideration] = []
        if !review.configuration.canAsk {
            found.append(
                Consideration(
                    .question, "Nothing tells that a yes is waited for: add 'voice:', or a 'ready' light"))
        }
        found += review.numberedDevices.map { section, device in
            Consideration(
                .device,
                "Under '\(section):', the device \(device) goes by its card's number, which may change at every start; "
                    + "write the card's name, as in plughw:CARD=USB ('earshot devices' and 'aplay -L' list them)"
            )
        }
        found += review.missingDevices.map { section, device in
            Consideration(
                .device,
                "Under '\(section):', this machine has no device \(device) at the moment; "
                    + "\(section == "voice" ? "'aplay -L'" : "'earshot devices'") lists those that it has")
        }
        if let talk = review.configuration.buttons[.talk],
            talk.isActiveLow ? talk.pull == .down : talk.pull == .up
        {
            found.append(
                Consideration(
                    .pin,
                    "The talk button counts as pressed while nobody presses it, unless its contact opens then: its line is "
                        + "pulled \(talk.pull.rawValue); remove 'active_low', which goes by 'pull'"))
        }
        let known = review.configuration.profile.forChecks().name
        found += review.pins.filter { $0.isOffHeader }.map {
            Consideration(.pin, "\($0.line) is on no pin of the header; the board may use it itself")
        }
        found += review.pins.filter { $0.isUnknown }.map {
            Consideration(
                .pin,
                "\($0.line) is no line that a \(known) is known to have; 'earshot pins' lists your board's")
        }
        if !review.pins.isEmpty, review.configuration.profile.forChecks() == .bare {
            found.append(
                Consideration(
                    .pin,
                    "No board profile knows this machine, so header pins were not checked; put one for it, in the "
                        + "manner of \(DataFolders.first("board/raspberry-pi.yaml") ?? "the Raspberry Pi's"), into "
                        + BoardProfile.searchPaths.joined(separator: " or ")))
        }
        return found
    }

    /// Of the service's configuration, what the service cannot read, see or write.
    private static func reach(_ review: ConfigurationReview) -> [Consideration] {
        guard ServiceUser.reads(review.configuration.path) else { return [] }
        return ReachCheck(review, asSystemdKnows: ServiceState.ofSystem()).examine().compactMap { finding in
            finding.remedy.map { Consideration(.permission, "Files: \(finding.text); \($0)") }
        }
    }
}

extension ConfigurationReview.RefusedTime {
    /// What leaves these times out.
    fileprivate var remedy: String {
        guard slot == "duration", let taken else { return "" }
        return "; write <duration \(taken.lowerBound.setting)..\(taken.upperBound.setting)>"
    }
}

extension ConfigurationReview.ImpossibleTime {
    /// Whether it is an example of `time`.
    fileprivate func breaks(_ time: ConfigurationReview.RefusedTime) -> Bool {
        limit == time.limit && command == time.command && output == time.output
    }
}
