import FoundationEssentials

/// What is asked of a recognizer, and the messages that ask it.
///
/// ```swift
/// let request = WyomingRequest(language: "en", hints: ["Ada", "Charles"])
/// let bytes = request.opening + WyomingRequest.chunk(samples) + WyomingRequest.closing
/// ```
package struct WyomingRequest: Sendable, Hashable {
    /// The model's name; nil is what the server takes by itself.
    package var model: String?
    /// The language that is spoken, as servers name it: `en`; nil is what the server takes by itself.
    package var language: String?
    /// Names and words that may be said, as `hints` in the context of the request. Most servers do not look at them.
    package var hints: [String]

    package init(model: String? = nil, language: String? = nil, hints: [String] = []) {
        self.model = model
        self.language = language
        self.hints = hints
    }

    // MARK: - Messages

    private struct Transcribe: Encodable {
        struct Context: Encodable {
            let hints: [String]
        }
        let name: String?
        let language: String?
        let context: Context?
    }
    private struct Format: Encodable {
        let rate = 16_000
        let width = 2
        let channels = 1
    }
    private struct Nothing: Encodable {}
    private struct Header: Encodable {
        let type: String
        let dataLength: Int
        let payloadLength: Int

        enum CodingKeys: String, CodingKey {
            case type, dataLength = "data_length", payloadLength = "payload_length"
        }
    }

    /// Asks what the server is; an `info` answers.
    static var describe: [UInt8] { message("describe", Nothing()) }

    /// Asks for a text, and announces sound.
    var opening: [UInt8] {
        let context = hints.isEmpty ? nil : Transcribe.Context(hints: hints)
        return Self.message("transcribe", Transcribe(name: model, language: language, context: context))
            + Self.message("audio-start", Format())
    }

    /// Sound, 16 kHz mono in 16 bit.
    static func chunk(_ samples: some Collection<Int16>) -> [UInt8] {
        var payload: [UInt8] = []
        payload.reserveCapacity(samples.count * 2)
        for sample in samples {
            payload.append(UInt8(truncatingIfNeeded: sample))
            payload.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return message("audio-chunk", Format(), payload)
    }

    /// That was all.
    static var closing: [UInt8] { message("audio-stop", Nothing()) }

    private static func message(_ type: String, _ data: some Encodable, _ payload: [UInt8] = []) -> [UInt8] {
        let body = json(data)
        return json(Header(type: type, dataLength: body.count, payloadLength: payload.count))
            + [UInt8(ascii: "\n")] + body + payload
    }

    private static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and whole numbers, which cannot fail to be encoded.
        return (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
    }
}
