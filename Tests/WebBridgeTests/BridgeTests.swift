import EventSocket
import Foundation
import Testing

@testable import WebBridge

/// A bridge on a driven clock, without sockets.
@Suite struct BridgeTests {
    private var bridge: Bridge

    init() {
        var configuration = WebConfiguration()
        configuration.tellsWords = true
        configuration.mayPress = true
        configuration.mayMute = true
        bridge = Bridge(configuration)
    }

    private static let status = {
        var status = ApplianceStatus(
            configuration: "kiosk.yaml", outputs: [.init(name: "lamp", isOn: false)],
            allows: .init(words: true, output: true))
        status.state = "idle"
        return status
    }()

    private struct Greeting: Encodable {
        var event = "status"
        var status: ApplianceStatus
    }

    private struct Reply: Encodable {
        var id: Int
        var ok = true
        var error: String?
        var reply = "x"
        var status: ApplianceStatus?
    }

    /// An appliance that is there, and a page that follows.
    private mutating func meet(page stream: Int = 1) {
        bridge.applianceArrived(at: .zero)
        say(jsonLine(Greeting(status: Self.status)), at: .zero)
        bridge.pageArrived(stream)
        _ = bridge.takeOutputs()
    }

    /// What the appliance is asked for, one after the other, each with a yes, or a reason why not.
    private mutating func converse(at now: Duration = .zero, refusing: String? = nil) -> [String] {
        var names: [String] = []
        while names.count < 10, let request = bridge.nextRequest(at: now), case .number(let id)? = request.id
        {
            names.append(request.name)
            say(
                jsonLine(
                    Reply(
                        id: id, ok: refusing == nil, error: refusing,
                        status: request.action == .status ? Self.status : nil)), at: now)
        }
        return names
    }

    private mutating func say(_ text: String, at now: Duration) {
        if let line = SocketLine(text) { bridge.appliance(said: line, at: now) }
    }

    private mutating func answers() -> [Int: Bridge.Answer] {
        var answers: [Int: Bridge.Answer] = [:]
        for case .answer(let answer, let ticket) in bridge.takeOutputs() { answers[ticket] = answer }
        return answers
    }

    private mutating func told() -> [String] {
        bridge.takeOutputs().compactMap { if case .tell(let line, _, _) = $0 { line } else { nil } }
    }

    @Test("A page that begins to follow is told its number, and how the appliance is or why it is away")
    mutating func arrival() {
        bridge.pageArrived(3)
        let lines = told()
        #expect(lines[0] == #"{"event":"hello","stream":3}"#)
        #expect(lines[1].contains(#""event":"away""#))
        say(jsonLine(Greeting(status: Self.status)), at: .zero)
        #expect(told().contains { $0.contains(#""event":"status""#) && $0.contains(#""words":true"#) })
    }

    @Test("A page that follows again is told that it missed something, if it did, or if nobody knows")
    mutating func missed() {
        meet()
        func isMissed(_ lines: [String]) -> Bool { lines.contains(#"{"event":"missed"}"#) }
        let place = bridge.place
        say(#"{"event":"state","state":"recording","v":1}"#, at: .zero)
        say(#"{"event":"partial","text":"Buy","v":1}"#, at: .zero)
        bridge.pageArrived(2, from: place)
        var lines = told()
        #expect(!isMissed(lines), "how it is, is told anew")
        say(#"{"event":"final","text":"Buy milk.","v":1}"#, at: .zero)
        let later = bridge.place
        bridge.pageArrived(3, from: place)
        lines = told()
        #expect(isMissed(lines))
        bridge.pageArrived(4, from: later)
        bridge.pageArrived(5)
        lines = told()
        #expect(!isMissed(lines))
        let other = Bridge(WebConfiguration())
        bridge.pageArrived(6, from: other.place)
        lines = told()
        #expect(isMissed(lines), "its bridge was started again meanwhile")
    }

    @Test("What an event tells of the appliance is so at once, and one that tells nothing changes nothing")
    mutating func following() {
        meet()
        say(#"{"event":"output","name":"lamp","on":true,"v":1}"#, at: .zero)
        say(
            #"{"available":false,"event":"availability","reason":"unplugged","source":"USB","v":1}"#,
            at: .zero)
        say(#"{"event":"state","v":1}"#, at: .zero)
        #expect(bridge.status?.outputs.first?.isOn == true)
        #expect(bridge.status?.microphone == ApplianceStatus.Microphone(source: "USB", reason: "unplugged"))
        #expect(bridge.status?.state == "idle")
    }

    @Test("A page that leaves while it presses lets go, and what was being said is forgotten")
    mutating func leaving() {
        meet()
        bridge.page(asks: .press, stream: 1, ticket: 7)
        #expect(converse(at: .zero).contains("press"))
        #expect(answers()[7] == .done)
        bridge.pageLeft(1)
        #expect(converse().filter { $0 != "status" } == ["cancel", "release"])
    }

    @Test(
        "One that leaves when what it had pressed for is over cancels nothing: somebody else may be speaking",
        arguments: [true, false])
    mutating func leavingLate(isToldFirst: Bool) {
        meet()
        func state(_ name: String) -> String { #"{"event":"state","state":"\#(name)","v":1}"# }
        bridge.page(asks: .press, stream: 1, ticket: 7)
        // The light may be told of before the press is answered, or after it.
        if isToldFirst { say(state("recording"), at: .zero) }
        #expect(converse().first == "press")
        if !isToldFirst { say(state("recording"), at: .zero) }
        for name in ["deciding", "listening", "recording"] { say(state(name), at: .zero) }
        bridge.pageLeft(1)
        #expect(converse().filter { $0 != "status" } == ["release"])
        bridge.pageArrived(2)
        bridge.page(asks: .press, stream: 2, ticket: 8)
        #expect(converse().contains("press"))
        bridge.pageLeft(2)
        #expect(converse().filter { $0 != "status" } == ["cancel", "release"], "its own is another")
    }

    @Test("One that leaves before its press is answered lets go, too")
    mutating func leavingEarly() {
        meet()
        bridge.page(asks: .press, stream: 1, ticket: 7)
        let request = bridge.nextRequest(at: .zero)
        #expect(request?.action == .press)
        bridge.pageLeft(1)
        say(#"{"id":1,"ok":true,"reply":"press","v":1}"#, at: .zero)
        #expect(converse().filter { $0 != "status" } == ["cancel", "release"])
    }

    @Test(
        "A page that lets go and leaves at once loses nothing: its release is not answered yet, or not even its press",
        arguments: [true, false])
    mutating func lettingGoAndLeaving(isPressed: Bool) {
        meet()
        bridge.page(asks: .press, stream: 1, ticket: 1)
        if isPressed { #expect(converse() == ["press"]) }
        bridge.page(asks: .release, stream: 1, ticket: 2)
        if isPressed {
            let request = bridge.nextRequest(at: .zero)
            #expect(request?.action == .release)
        }
        bridge.pageLeft(1)
        if isPressed { say(#"{"id":2,"ok":true,"reply":"release","v":1}"#, at: .zero) }
        #expect(converse() == (isPressed ? [] : ["press", "release"]))
        bridge.pageArrived(2)
        bridge.page(asks: .press, stream: 2, ticket: 3)
        #expect(converse().contains("press") && answers()[3] == .done, "the button is free")
    }

    @Test(
        "What a page began by a tap is forgotten soon after it has left, unless it is over by itself: it may have been held",
        arguments: [true, false])
    mutating func leavingAfterTap(endsItself: Bool) {
        meet()
        bridge.page(asks: .press, stream: 1, ticket: 1)
        bridge.page(asks: .release, stream: 1, ticket: 2)
        _ = converse()
        say(#"{"event":"state","state":"recording","v":1}"#, at: .zero)
        _ = converse()
        bridge.pageLeft(1)
        var names = converse()
        #expect(names == [] && bridge.nextDeadline == Bridge.ending)
        if endsItself { say(#"{"event":"state","state":"deciding","v":1}"#, at: .milliseconds(300)) }
        names = converse(at: Bridge.ending)
        #expect(names == (endsItself ? [] : ["cancel"]))
        #expect(bridge.nextDeadline == nil)
    }

    @Test(
        "No page ends what is being said to another one; it may press once that is over, or the other has left"
    )
    mutating func otherPage() {
        meet()
        bridge.pageArrived(2)
        bridge.page(asks: .press, stream: 1, ticket: 1)
        bridge.page(asks: .release, stream: 1, ticket: 2)
        _ = converse()
        say(#"{"event":"state","state":"recording","v":1}"#, at: .zero)
        _ = answers()
        bridge.page(asks: .press, stream: 2, ticket: 3)
        #expect(answers()[3] == .refused(409, "somebody else is being heard; try again when that is over"))
        bridge.page(asks: .press, stream: 1, ticket: 4)
        _ = converse()
        #expect(answers()[4] == .done, "a tap of its own ends it")
        say(#"{"event":"state","state":"deciding","v":1}"#, at: .zero)
        bridge.page(asks: .press, stream: 2, ticket: 5)
        _ = converse()
        #expect(answers()[5] == .done)
        say(#"{"event":"state","state":"recording","v":1}"#, at: .zero)
        bridge.page(asks: .release, stream: 2, ticket: 6)
        _ = converse()
        bridge.pageLeft(2)
        bridge.page(asks: .press, stream: 1, ticket: 7)
        _ = converse()
        #expect(answers()[7] == .done)
    }

    @Test("Why the appliance is away is told anew when it is for another reason, and only then")
    mutating func awayReasons() {
        meet()
        for reason in ["it has gone", "nobody listens", "nobody listens"] {
            bridge.applianceLeft(because: reason, at: .zero)
        }
        let lines = told()
        #expect(
            lines == [
                #"{"event":"away","reason":"it has gone"}"#, #"{"event":"away","reason":"nobody listens"}"#,
            ])
    }

    @Test("What a page pressed anew after it had let go is let go when it leaves, and forgotten")
    mutating func pressingAnewAndLeaving() {
        meet()
        bridge.page(asks: .press, stream: 1, ticket: 1)
        bridge.page(asks: .release, stream: 1, ticket: 2)
        bridge.page(asks: .press, stream: 1, ticket: 3)
        bridge.pageLeft(1)
        #expect(converse() == ["press", "release", "press", "cancel", "release"])
    }

    @Test(
        "A tap is let go: a release comes through while the press waits for its turn, or for its answer",
        arguments: [true, false])
    mutating func tap(isAsked: Bool) {
        meet()
        bridge.page(asks: .press, stream: 1, ticket: 1)
        if isAsked {
            let request = bridge.nextRequest(at: .zero)
            #expect(request?.action == .press)
        }
        bridge.pageArrived(2)
        bridge.page(asks: .release, stream: 2, ticket: 2)
        bridge.page(asks: .release, stream: 1, ticket: 3)
        if isAsked { say(#"{"id":1,"ok":true,"reply":"press","v":1}"#, at: .zero) }
        let names = converse().filter { $0 != "status" }
        #expect(names == (isAsked ? ["release"] : ["press", "release"]))
        #expect(answers().mapValues(\.status) == [1: 200, 2: 409, 3: 200])
        bridge.page(asks: .release, stream: 1, ticket: 4)
        #expect(answers()[4]?.status == 409, "it presses no more")
    }

    @Test(
        "Words of commands are told as heard, not as text for a form: what is refused afterwards was told already"
    )
    mutating func commands() {
        var status = Self.status
        status.commands = ["lamp"]
        bridge.pageArrived(1)
        say(jsonLine(Greeting(status: status)), at: .zero)
        _ = bridge.takeOutputs()
        say(#"{"event":"final","text":"lamp on","v":1}"#, at: .zero)
        say(#"{"event":"rejected","reason":"background","text":"lamp on","v":1}"#, at: .zero)
        #expect(
            told() == [
                #"{"event":"heard","text":"lamp on","v":1}"#,
                #"{"event":"rejected","reason":"background","text":"lamp on","v":1}"#,
            ])
        // After a reload it takes dictation.
        say(jsonLine(Greeting(status: Self.status)), at: .zero)
        _ = bridge.takeOutputs()
        say(#"{"event":"final","text":"Lamp on.","v":1}"#, at: .zero)
        #expect(told() == [#"{"event":"final","text":"Lamp on.","v":1}"#])
    }

    @Test("Only the page that presses can release, and only one that follows can press")
    mutating func presser() {
        meet()
        bridge.pageArrived(2)
        bridge.page(asks: .press, stream: 9, ticket: 1)
        bridge.page(asks: .press, stream: nil, ticket: 2)
        bridge.page(asks: .press, stream: 1, ticket: 3)
        _ = converse()
        bridge.page(asks: .release, stream: 2, ticket: 4)
        bridge.page(asks: .release, stream: nil, ticket: 5)
        bridge.page(asks: .release, stream: 1, ticket: 6)
        _ = converse()
        #expect(answers().mapValues(\.status) == [1: 409, 2: 409, 3: 200, 4: 409, 5: 409, 6: 200])
    }

    @Test("What is not allowed is refused with the key that allows it, and does not reach the appliance")
    mutating func forbidden() {
        meet()
        bridge.page(asks: .output("lamp", .toggle), stream: nil, ticket: 1)
        bridge.page(asks: .say("lamp on"), stream: nil, ticket: 2)
        bridge.page(asks: .reload, stream: nil, ticket: 3)
        let answers = answers()
        #expect(answers.values.allSatisfy { $0.status == 403 } && answers.count == 3)
        #expect(answers[1]?.json.contains("'output: on' in web.yaml allows it") == true)
        #expect(converse().filter { $0 != "status" }.isEmpty)
    }

    @Test("What the appliance refuses is told as it says it")
    mutating func refused() {
        meet()
        bridge.page(asks: .mute, stream: nil, ticket: 1)
        _ = converse(refusing: "not now")
        #expect(answers()[1] == .refused(409, "not now"))
    }

    @Test("An appliance that does not answer is gone after ten seconds, and whoever waits is told")
    mutating func patience() {
        meet()
        bridge.page(asks: .mute, stream: nil, ticket: 1)
        bridge.page(asks: .unmute, stream: nil, ticket: 2)
        let request = bridge.nextRequest(at: .zero)
        #expect(request?.action == .mute)
        #expect(!bridge.isOverdue(at: .seconds(10)) && bridge.nextDeadline == .seconds(10))
        #expect(bridge.isOverdue(at: .milliseconds(10_001)))
        bridge.applianceLeft(because: "gone", at: .seconds(11))
        #expect(answers().mapValues(\.status) == [1: 503, 2: 503])
        bridge.page(asks: .mute, stream: nil, ticket: 3)
        #expect(answers()[3] == .refused(503, "gone"))
    }

    @Test("It is asked how it is twice a second while a page looks, and not at all while none does")
    mutating func polling() {
        meet()
        #expect(converse(at: .seconds(1)) == ["status"])
        #expect(converse(at: .milliseconds(1400)) == [] && bridge.nextDeadline == .milliseconds(1500))
        #expect(converse(at: .milliseconds(1500)) == ["status"])
        bridge.pageLeft(1)
        #expect(converse(at: .seconds(60)) == [] && bridge.nextDeadline == nil)
    }

    @Test("A flood of requests waits in bounded memory")
    mutating func flood() {
        meet()
        for ticket in 1...1000 { bridge.page(asks: .mute, stream: nil, ticket: ticket) }
        let answers = answers()
        #expect(answers.count == 1000 - Bridge.mostWaiting)
        #expect(answers.values.allSatisfy { $0.status == 503 })
    }

    @Test(
        "Without words, events that are words are not told, and of others no key that bears some or is unknown"
    )
    func wordless() {
        func line(_ text: String, words: Bool = false, commands: Bool = false) -> String? {
            guard case .event(let event)? = SocketLine(text) else { return nil }
            return EventLine(event, tellsWords: words, isOfCommands: commands)?.json
        }
        for event in ["partial", "final", "retracted"] {
            #expect(line(#"{"event":"\#(event)","text":"secret"}"#) == nil)
        }
        #expect(
            line(
                #"{"event":"command","name":"go","score":0.9,"slots":{"a":"secret"},"t":1.5,"text":"secret","later":"secret","v":1}"#
            ) == #"{"event":"command","name":"go","score":0.9,"t":1.5,"v":1}"#)
        #expect(
            line(#"{"event":"rejected","reason":"unlikely","said":"secret","scores":{},"text":"secret"}"#)
                == #"{"event":"rejected","reason":"unlikely"}"#)
        let final = #"{"event":"final","text":"a"}"#
        #expect(line(final, commands: true) == nil)
        #expect(line(final, words: true) == final)
    }
}
