import Appliance
import Interpretation

extension Evaluator.Result {
    /// Whether nothing was to come of it: no command, or no text where it is to be written down.
    fileprivate var isNegative: Bool {
        if expectsWords, case .text(let words) = clip.label { return words.isEmpty }
        return clip.label.commandName == nil
    }
}

extension Score {
    /// Counts one recording.
    mutating func add(_ result: Evaluator.Result) {
        clips += 1
        audio += result.summary.audio
        decoded += result.summary.decoded
        decodeTime += result.summary.decodeTime
        responses += result.responses
        untimedResponses += result.untimedResponses
        wake?.add(result.places, label: result.clip.label, audio: result.summary.audio)
        switch result.verdict {
        case .right:
            right += 1
            rightIgnoringExtraSlots += 1
        case .rightButForExtraSlots:
            wrong += 1
            rightIgnoringExtraSlots += 1
        case .wrong: wrong += 1
        case .rejected: rejected += 1
        case .falseAccept:
            falseAccepts += 1
            // Of dictation there are texts alone.
            falseCommands +=
                result.commands.isEmpty ? result.texts.count { !$0.isEmpty } : result.commands.count
            falseQuestions += result.commands.count { result.asking.contains($0.name) }
        }
        if result.isNegative {
            negatives += 1
            negativeAudio += result.summary.audio
        }
        if result.expectsWords, let said = result.clip.words {
            words.count(WordErrorRate.words(of: result.texts), against: WordErrorRate.words(of: said))
        }
    }
}
