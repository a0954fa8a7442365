import FoundationEssentials

/// Takes messages out of the bytes that a server sends: a line of JSON, then as much data and payload as that announces.
///
/// A value; owned by one thread. What is longer than any message that matters is refused before it takes memory; the payload
/// of a message, which is sound, is dropped as it comes.
///
/// ```swift
/// var parser = WyomingParser()
/// parser.append(bytes)
/// while let event = try parser.next() { print(event) }
/// ```
struct WyomingParser {
    /// The most bytes of a header, with its line break.
    static let longestHeader = 64 << 10
    /// The most bytes of data: what a server with many models says of itself.
    static let longestData = 1 << 20
    /// The most bytes of sound.
    static let longestPayload = 16 << 20

    private struct Header: Decodable {
        let type: String
        let dataLength: Int?
        let payloadLength: Int?

        enum CodingKeys: String, CodingKey {
            case type, dataLength = "data_length", payloadLength = "payload_length"
        }
    }

    /// What has not been taken out yet, and from where on.
    private var bytes: [UInt8] = []
    /// How many bytes to drop before the next message.
    private var toDrop = 0

    /// More has come.
    mutating func append(_ more: some Collection<UInt8>) {
        let dropped = min(toDrop, more.count)
        toDrop -= dropped
        bytes.append(contentsOf: more.dropFirst(dropped))
    }

    /// The next message that is complete; nil if there is none yet.
    ///
    /// - Throws: What makes all that follows unreadable.
    mutating func next() throws(WyomingError.FormatMistake) -> WyomingEvent? {
        guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            if bytes.count >= Self.longestHeader { throw .tooLong }
            return nil
        }
        guard lineEnd < Self.longestHeader else { throw .tooLong }
        let line = Data(bytes[..<lineEnd])
        guard let header = try? JSONDecoder().decode(Header.self, from: line) else { throw .noHeader }
        let (dataLength, payloadLength) = (header.dataLength ?? 0, header.payloadLength ?? 0)
        guard dataLength >= 0, payloadLength >= 0 else { throw .noHeader }
        guard dataLength <= Self.longestData, payloadLength <= Self.longestPayload else { throw .tooLong }
        let dataEnd = lineEnd + 1 + dataLength
        guard bytes.count >= dataEnd else { return nil }
        let data = Data(bytes[(lineEnd + 1)..<dataEnd])
        let payload = min(bytes.count - dataEnd, payloadLength)
        bytes.removeFirst(dataEnd + payload)
        toDrop = payloadLength - payload
        return try Self.event(header.type, inHeader: line, data)
    }

    // MARK: - What it means

    /// What stands in the header's own data; what follows the header counts more.
    private struct Envelope<Body: Decodable>: Decodable {
        let data: Body?
    }
    private struct Text: Decodable {
        let text: String?
    }
    private struct Info: Decodable {
        let asr: [WyomingProgram]?
    }

    private static func event(
        _ type: String, inHeader line: Data, _ data: Data
    ) throws(WyomingError.FormatMistake) -> WyomingEvent {
        switch type {
        case "transcript": return .transcript(try text(type, line, data))
        case "transcript-chunk": return .transcriptChunk(try text(type, line, data))
        case "transcript-start": return .transcriptStart
        case "transcript-stop": return .transcriptStop
        case "error": return .error(try text(type, line, data))
        case "info": return .info(try body(Info.self, type, line, data).compactMap(\.asr).last ?? [])
        default: return .other(type: type)
        }
    }

    private static func text(
        _ type: String, _ line: Data, _ data: Data
    ) throws(WyomingError.FormatMistake) -> String {
        guard let text = try body(Text.self, type, line, data).compactMap(\.text).last else {
            throw .noText(type: type)
        }
        return text
    }

    /// The header's own data and what followed it, as far as they are there.
    private static func body<Body: Decodable>(
        _: Body.Type, _ type: String, _ line: Data, _ data: Data
    ) throws(WyomingError.FormatMistake) -> [Body] {
        do {
            let inline = try JSONDecoder().decode(Envelope<Body>.self, from: line).data
            let behind = data.isEmpty ? nil : try JSONDecoder().decode(Body.self, from: data)
            return [inline, behind].compactMap { $0 }
        } catch {
            throw .noText(type: type)
        }
    }
}
