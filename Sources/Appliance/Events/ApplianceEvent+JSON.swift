import Decoding
import EventSocket
import Interpretation
import Platform

extension ApplianceEvent {
    /// The version of the event format; it changes when a reader of the old one would be wrong.
    public static let formatVersion = 1

    /// The event as one line of JSON without its line break: `{"event":"button","name":"talk","pressed":true,"t":0.5,"v":1}`.
    ///
    /// Times and durations are seconds, with microseconds. Keys are in alphabetical order.
    public var json: String { jsonLine(self) }

    /// The event without the words that were heard; nil if it is nothing else. A command keeps its slots: they are values that
    /// the configuration lists, and what automations go by.
    var withoutWords: ApplianceEvent? {
        var event = self
        switch kind {
        case .partial, .final, .retracted: return nil
        case .command(var command):
            command.text = ""
            event.kind = .command(command)
        case .rejected(var rejection):
            rejection.text = ""
            rejection.outOfRange?.said = nil
            event.kind = .rejected(rejection)
        case .confirm(let command, let outcome, _):
            event.kind = .confirm(command: command, outcome: outcome, question: "")
        case .state, .led, .wake, .button, .output, .gap, .limit, .availability, .warning, .reload, .end:
            break
        }
        return event
    }
}

extension ApplianceEvent: Encodable {
    private enum Key: String, CodingKey {
        case v, t, event, origin, problem, state, name, on, pattern, phrase, score, pressed, text, confidence,
            alternatives, segments, engine, more
        case slots, reason, scores, nearest, said, lowest, highest, command, outcome, duration, exact,
            remaining, available, source
        case message, start, end
        case audio, decoded, decodeTime = "decode_time", realTimeFactor = "real_time_factor"
        case utterances, commands, rejections, medianResponse = "median_response"
        case gaps, missing, outages, warnings
        case wordMean = "word_mean", worstWindow = "worst_window", worstWords = "worst_words"
        case lengthSpread = "length_spread"
        case worstOutside = "worst_outside"
        case phones, words, phoneRate = "phone_rate", signalToNoise = "signal_to_noise", clarity, weighed
    }

    /// Encodes the event as ``json`` has it, for other formats.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(Self.formatVersion, forKey: .v)
        try object.encode(time.roundedSeconds, forKey: .t)
        try object.encode(kind.name, forKey: .event)
        try object.encodeIfPresent(origin?.rawValue, forKey: .origin)
        switch kind {
        case .state(let state):
            try object.encode(state.rawValue, forKey: .state)
        case .led(let name, let on, let pattern):
            try object.encode(name, forKey: .name)
            try object.encode(on, forKey: .on)
            try object.encode(pattern, forKey: .pattern)
        case .wake(let phrase, let score):
            try object.encode(phrase, forKey: .phrase)
            try object.encode(score.rounded(toPlaces: 3), forKey: .score)
        case .button(let name, let pressed):
            try object.encode(name, forKey: .name)
            try object.encode(pressed, forKey: .pressed)
        case .partial(let text), .retracted(let text):
            try object.encode(text, forKey: .text)
        case .final(let transcript):
            try encode(transcript, into: &object)
        case .command(let command):
            try object.encode(command.name, forKey: .name)
            try object.encode(command.slots, forKey: .slots)
            try object.encode(command.score.rounded(toPlaces: 3), forKey: .score)
            try object.encode(command.text, forKey: .text)
        case .rejected(let rejection):
            try encode(rejection, into: &object)
        case .confirm(let command, let outcome, let question):
            try object.encode(command, forKey: .command)
            try object.encode(outcome.rawValue, forKey: .outcome)
            try object.encode(question, forKey: .text)
        case .output(let name, let on, let reason):
            try object.encode(name, forKey: .name)
            try object.encode(on, forKey: .on)
            try object.encode(reason, forKey: .reason)
        case .gap(let duration, let reason, let isExact):
            try object.encode(duration.roundedSeconds, forKey: .duration)
            try object.encode(reason, forKey: .reason)
            try object.encode(isExact, forKey: .exact)
        case .limit(let remaining):
            try object.encode(remaining.roundedSeconds, forKey: .remaining)
        case .availability(let available, let source, let reason):
            try object.encode(available, forKey: .available)
            try object.encode(source, forKey: .source)
            try object.encode(reason, forKey: .reason)
        case .warning(let message):
            try object.encode(message, forKey: .message)
        case .reload(let problem):
            try object.encodeIfPresent(problem, forKey: .problem)
        case .end(let summary):
            try encode(summary, into: &object)
        }
    }

    private func encode(_ transcript: Transcript, into object: inout KeyedEncodingContainer<Key>) throws {
        try object.encode(transcript.text, forKey: .text)
        try object.encode(transcript.confidence.rounded(toPlaces: 3), forKey: .confidence)
        try object.encode(transcript.alternatives, forKey: .alternatives)
        try object.encodeIfPresent(transcript.engine, forKey: .engine)
        try object.encodeIfPresent(transcript.problem, forKey: .problem)
        if transcript.hasMore { try object.encode(true, forKey: .more) }
        var segments = object.nestedUnkeyedContainer(forKey: .segments)
        for segment in transcript.segments {
            var item = segments.nestedContainer(keyedBy: Key.self)
            try item.encode(segment.text, forKey: .text)
            try item.encode(segment.start.roundedSeconds, forKey: .start)
            try item.encode(segment.end.roundedSeconds, forKey: .end)
            try item.encode(segment.confidence.rounded(toPlaces: 3), forKey: .confidence)
        }
    }

    private func encode(_ rejection: Rejection, into object: inout KeyedEncodingContainer<Key>) throws {
        try object.encode(rejection.text, forKey: .text)
        try object.encode(rejection.reason.rawValue, forKey: .reason)
        try object.encode(rejection.score.rounded(toPlaces: 3), forKey: .score)
        try object.encodeIfPresent(rejection.nearest, forKey: .nearest)
        try object.encodeIfPresent(rejection.weighed?.rawValue, forKey: .weighed)
        try object.encodeIfPresent(rejection.outOfRange?.said, forKey: .said)
        try object.encodeIfPresent(rejection.outOfRange?.lowest, forKey: .lowest)
        try object.encodeIfPresent(rejection.outOfRange?.highest, forKey: .highest)
        guard let scores = rejection.scores else { return }
        var item = object.nestedContainer(keyedBy: Key.self, forKey: .scores)
        try item.encode(scores.wordMean.rounded(toPlaces: 2), forKey: .wordMean)
        try item.encode(scores.worstWindow.rounded(toPlaces: 2), forKey: .worstWindow)
        try item.encode(scores.worstWords.rounded(toPlaces: 2), forKey: .worstWords)
        try item.encode(scores.lengthSpread.rounded(toPlaces: 3), forKey: .lengthSpread)
        try item.encode(scores.worstOutside.rounded(toPlaces: 2), forKey: .worstOutside)
        try item.encode(scores.phoneCount, forKey: .phones)
        try item.encode(scores.wordCount, forKey: .words)
        try item.encode(scores.phoneRate.rounded(toPlaces: 2), forKey: .phoneRate)
        try item.encode(scores.signalToNoise.rounded(toPlaces: 1), forKey: .signalToNoise)
        try item.encodeIfPresent(scores.clarity?.rounded(toPlaces: 3), forKey: .clarity)
    }

    private func encode(_ summary: Summary, into object: inout KeyedEncodingContainer<Key>) throws {
        try object.encode(summary.audio.roundedSeconds, forKey: .audio)
        try object.encode(summary.decoded.roundedSeconds, forKey: .decoded)
        try object.encode(summary.decodeTime.roundedSeconds, forKey: .decodeTime)
        try object.encode(summary.realTimeFactor.rounded(toPlaces: 4), forKey: .realTimeFactor)
        try object.encode(summary.utterances, forKey: .utterances)
        try object.encode(summary.commands, forKey: .commands)
        try object.encode(summary.rejections, forKey: .rejections)
        try object.encode(summary.gaps, forKey: .gaps)
        try object.encode(summary.missing.roundedSeconds, forKey: .missing)
        try object.encode(summary.outages, forKey: .outages)
        try object.encode(summary.warnings, forKey: .warnings)
        try object.encodeIfPresent(summary.medianResponse?.roundedSeconds, forKey: .medianResponse)
    }
}

extension ApplianceEvent.Kind {
    /// The event's name, as `event` in JSON.
    public var name: String {
        switch self {
        case .state: "state"
        case .led: "led"
        case .wake: "wake"
        case .button: "button"
        case .partial: "partial"
        case .final: "final"
        case .retracted: "retracted"
        case .command: "command"
        case .rejected: "rejected"
        case .confirm: "confirm"
        case .output: "output"
        case .gap: "gap"
        case .limit: "limit"
        case .availability: "availability"
        case .warning: "warning"
        case .reload: "reload"
        case .end: "end"
        }
    }
}

extension Duration {
    /// Seconds to the microsecond, so that a decimal text of it stays short.
    fileprivate var roundedSeconds: Double { seconds.rounded(toPlaces: 6) }
}
