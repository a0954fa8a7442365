import Testing

@testable import Wyoming

struct WyomingParserTests {
    private static let stream: [UInt8] = {
        let info =
            #"{"asr": [{"name": "faster-whisper", "models": [{"name": "base", "languages": ["en", "de"]}]}], "wake": []}"#
        var lines = #"{"type": "info", "version": "1.8.0", "data_length": \#(info.utf8.count)}"# + "\n" + info
        lines += #"{"type": "audio-chunk", "payload_length": 5}"# + "\n" + "\n{\"\n\0"
        lines += #"{"type": "transcript", "data": {"text": "inline"}, "data_length": null}"# + "\n"
        lines += #"{"type": "transcript", "data": {"text": "inline"}, "data_length": 18}"# + "\n"
        lines += #"{"text": "behind"}"# + #"{"type": "transcript-stop"}"# + "\n"
        return Array(lines.utf8)
    }()

    @Test("Messages are the same however their bytes are cut", arguments: [1, 2, 3, 7, 64, 1000])
    func cuts(length: Int) throws {
        var parser = WyomingParser()
        var events: [WyomingEvent] = []
        var rest = Self.stream[...]
        while !rest.isEmpty {
            parser.append(rest.prefix(length))
            rest = rest.dropFirst(length)
            while let event = try parser.next() { events.append(event) }
        }
        #expect(
            events == [
                .info([
                    WyomingProgram(
                        name: "faster-whisper", models: [.init(name: "base", languages: ["en", "de"])])
                ]), .other(type: "audio-chunk"), .transcript("inline"), .transcript("behind"),
                .transcriptStop,
            ])
    }
}
