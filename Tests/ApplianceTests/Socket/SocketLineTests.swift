import EventSocket
import Testing

/// What a program makes of a line of the socket.
@Suite struct SocketLineTests {
    private static let status = jsonLine(ApplianceStatus(configuration: "earshot.yaml", commands: ["go"]))

    @Test("The first line is how the appliance is")
    func greeting() {
        guard
            case .status(let status)? = SocketLine(
                #"{"event":"status","status":\#(Self.status),"t":0,"v":1}"#)
        else {
            Issue.record("it is no status")
            return
        }
        #expect(status.configuration == "earshot.yaml" && status.commands == ["go"])
    }

    @Test(
        "What happens is an event, also one that later versions may add, and a status that they have otherwise"
    )
    func events() {
        for (kind, rest) in [
            ("output", #","name":"lamp","on":true"#), ("dance", ""), ("status", #","status":"well""#),
        ] {
            guard case .event(let event)? = SocketLine(#"{"event":"\#(kind)"\#(rest),"t":1,"v":1}"#) else {
                Issue.record("'\(kind)' is no event")
                continue
            }
            #expect(event.event == kind && event.isOn == (kind == "output" ? true : nil))
        }
    }

    @Test("A reply is kept as it came, with the status that was asked for, or why nothing was done")
    func replies() {
        for (text, refusal) in [
            (#"{"id":3,"ok":true,"reply":"status","status":\#(Self.status),"v":1}"#, nil),
            (#"{"error":"not now","id":3,"ok":false,"reply":"mute","v":1}"#, "not now"),
            (#"{"id":3,"ok":false,"v":1}"#, "refused"),
        ] {
            guard case .reply(let answer)? = SocketLine(text) else {
                Issue.record("no reply: \(text)")
                continue
            }
            #expect(answer.line == text && answer.id == .number(3) && answer.refusal == refusal)
            #expect((answer.status != nil) == text.contains("commands"))
        }
    }

    @Test(
        "Anything else is nothing", arguments: ["", "no JSON", "[]", "{}", #"{"event":1}"#, #"{"ok":"yes"}"#])
    func others(text: String) {
        #expect(SocketLine(text) == nil)
    }
}
