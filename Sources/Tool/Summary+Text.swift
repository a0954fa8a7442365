import Appliance
import Platform

extension ApplianceEvent.Summary {
    /// The run in four lines.
    var text: String {
        let response =
            medianResponse.map { "\(($0.seconds * 1000).rounded().shortText) ms (median)" }
            ?? "no command was given"
        return """
            sound heard                \(audio.seconds.shortText) s, \(decoded.seconds.shortText) s of it in \(utterances.counted("utterance"))
            commands, refusals         \(commands), \(rejections)
            decode time                \(decodeTime.seconds.shortText) s (real-time factor \(realTimeFactor.shortText))
            end of speech to pin       \(response)
            """
    }
}
