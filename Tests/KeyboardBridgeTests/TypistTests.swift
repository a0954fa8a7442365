import EventSocket
import Testing

@testable import KeyboardBridge

/// What is typed of what an appliance says, and into whose session; the clock is driven.
@Suite struct TypistTests {
    private let reader = Reader("us")
    private let seat = PretendedSeat(.user("kiosk"))

    private func typist(_ change: (inout KeyboardConfiguration) -> Void = { _ in }) throws -> Typist {
        var configuration = KeyboardConfiguration(user: "kiosk")
        change(&configuration)
        var typist = try Typist(configuration)
        typist.appliance(said: greeting(), at: .zero, to: seat.occupant)
        return typist
    }

    /// How an appliance is that hears free text, and tells it.
    private func greeting(commands: [String] = [], words: Bool = true) -> SocketLine {
        .status(
            ApplianceStatus(configuration: "kiosk.yaml", commands: commands, allows: .init(words: words)))
    }

    private func final(_ text: String) throws -> SocketLine {
        try #require(SocketLine(#"{"event":"final","text":"\#(text)","t":1,"v":1}"#))
    }

    /// A piece of an utterance that goes on.
    private func piece(_ text: String) throws -> SocketLine {
        try #require(SocketLine(#"{"event":"final","more":true,"text":"\#(text)","t":1,"v":1}"#))
    }

    private func retracted(_ text: String) throws -> SocketLine {
        try #require(SocketLine(#"{"event":"retracted","text":"\#(text)","t":1,"v":1}"#))
    }

    /// Has it press what it wants to, from `start` on; returns the time when it was done.
    @discardableResult
    private func press(
        _ typist: inout Typist, from start: Duration = .zero, until end: Duration = .seconds(100)
    ) -> Duration {
        var now = start
        while let deadline = typist.nextDeadline, deadline < end {
            now = max(now, deadline)
            guard let event = typist.next(at: now, to: seat.occupant) else { break }
            reader.take(event)
        }
        return now
    }

    @Test("A final text is typed, with a space after it")
    func types() throws {
        var typist = try typist()
        typist.appliance(said: try final("Two oat milk."), at: .zero, to: seat.occupant)
        typist.appliance(said: try final("Large."), at: .zero, to: seat.occupant)
        press(&typist)
        #expect(reader.text == "Two oat milk. Large. ")
        #expect(typist.nextDeadline == nil)
    }

    @Test(
        "After the pieces of one utterance comes one key, at its end, which may have no text itself",
        arguments: [(KeyboardConfiguration.Ending.nothing, ""), (.space, " "), (.tab, "\t"), (.enter, "\n")])
    func pieces(after: KeyboardConfiguration.Ending, key: String) throws {
        for last in ["Call me.", ""] {
            var typist = try typist { $0.after = after }
            let before = reader.text
            for line in [try piece("Buy milk"), try piece(", and bread."), try final(last)] {
                typist.appliance(said: line, at: .zero, to: seat.occupant)
            }
            press(&typist)
            #expect(
                reader.text.dropFirst(before.count)
                    == "Buy milk, and bread.\(last.isEmpty ? "" : " ")\(last)\(key)")
        }
    }

    @Test("Around a line break, and where a mark belongs to its word, no space is typed between two pieces")
    func pieceMarks() throws {
        var typist = try typist { $0.returns = true }
        for line in [
            try piece(#"Dear Ada,\n"#), try piece("thank you"), try piece(#"\nbye"#), try piece("("),
            try piece("well"),
            try piece(")"), try final("now"),
        ] { typist.appliance(said: line, at: .zero, to: seat.occupant) }
        press(&typist)
        #expect(reader.text == "Dear Ada,\nthank you\nbye (well) now ")
    }

    @Test("A piece is taken back with the space before it, and what follows has one again")
    func takesBackPiece() throws {
        var typist = try typist()
        for line in [
            try piece("Buy milk"), try piece("and wine"), try retracted("and wine"), try piece("and bread"),
            try final(""), try retracted("and bread"), try retracted("Buy milk"), try final("Call me."),
        ] { typist.appliance(said: line, at: .zero, to: seat.occupant) }
        press(&typist)
        #expect(reader.text == "Call me. ")
    }

    @Test(
        "An utterance that breaks off keeps its pieces, and the next one is another, after a space",
        arguments: ["muted", "unavailable", "fault", nil])
    func breaksOff(state: String?) throws {
        var typist = try typist { $0.after = .tab }
        typist.appliance(said: try piece("Buy milk"), at: .zero, to: seat.occupant)
        if let state {
            let line = try #require(SocketLine(#"{"event":"state","state":"\#(state)","t":1,"v":1}"#))
            typist.appliance(said: line, at: .zero, to: seat.occupant)
        } else {
            typist.applianceLeft(because: "it has gone", at: .zero)
            typist.appliance(said: greeting(), at: .zero, to: seat.occupant)
        }
        typist.appliance(said: try final(""), at: .zero, to: seat.occupant)
        typist.appliance(said: try final("Call me."), at: .zero, to: seat.occupant)
        press(&typist)
        #expect(reader.text == "Buy milk Call me.\t")
    }

    @Test("Once the key after an utterance has left the field, none of its pieces is taken back")
    func piecesGone() throws {
        var typist = try typist { $0.after = .enter }
        for line in [
            try piece("Buy milk"), try final("and bread"), try retracted("and bread"),
            try retracted("Buy milk"),
        ] { typist.appliance(said: line, at: .zero, to: seat.occupant) }
        press(&typist)
        #expect(reader.text == "Buy milk and bread\n")
    }

    @Test(
        "After each text comes the key that the configuration names",
        arguments: [
            (KeyboardConfiguration.Ending.nothing, "ab"), (.space, "a b "), (.tab, "a\tb\t"),
            (.enter, "a\nb\n"),
        ])
    func endings(ending: KeyboardConfiguration.Ending, expected: String) throws {
        var typist = try typist { $0.after = ending }
        for text in ["a", "b"] { typist.appliance(said: try final(text), at: .zero, to: seat.occupant) }
        press(&typist)
        #expect(reader.text == expected)
    }

    @Test("While commands are heard nothing is typed: neither what was refused, nor what was done")
    func commands() throws {
        var typist = try typist()
        typist.appliance(said: greeting(commands: ["lamp"]), at: .zero, to: seat.occupant)
        for line in [
            try final("so they went to the lamp"),
            try #require(
                SocketLine(#"{"event":"rejected","text":"so they","reason":"unlikely","t":1,"v":1}"#)),
            try final("lamp on"), try #require(SocketLine(#"{"event":"command","name":"lamp","t":1,"v":1}"#)),
        ] {
            typist.appliance(said: line, at: .zero, to: seat.occupant)
        }
        #expect(typist.nextDeadline == nil)
        let reply = try #require(SocketLine(#"{"ok":true,"id":1,"status":\#(jsonLine(dictating))}"#))
        typist.appliance(said: reply, at: .seconds(1), to: seat.occupant)
        typist.appliance(said: try final("hello"), at: .seconds(1), to: seat.occupant)
        #expect(typist.nextDeadline != nil)
    }

    private var dictating: ApplianceStatus {
        ApplianceStatus(configuration: "kiosk.yaml", allows: .init(words: true))
    }

    @Test("Before the appliance has said how it is, and after it has gone, nothing is typed")
    func unknownAppliance() throws {
        var typist = try Typist(KeyboardConfiguration(user: "kiosk"))
        typist.appliance(said: try final("hello"), at: .zero, to: seat.occupant)
        #expect(typist.nextDeadline == nil)
        typist.appliance(said: greeting(), at: .zero, to: seat.occupant)
        typist.applianceLeft(because: "it has gone", at: .zero)
        typist.appliance(said: try final("hello"), at: .zero, to: seat.occupant)
        #expect(typist.nextDeadline == nil)
    }

    @Test("After a reload the appliance is asked how it is, once")
    func reload() throws {
        var bridge = Bridge(try typist(), before: seat)
        bridge.applianceArrived(at: .zero)
        var request = bridge.nextRequest(at: .zero)
        #expect(request == nil)
        bridge.appliance(said: try #require(SocketLine(#"{"event":"reload","t":1,"v":1}"#)), at: .zero)
        request = bridge.nextRequest(at: .zero)
        #expect(request?.action == .status)
        request = bridge.nextRequest(at: .zero)
        #expect(request == nil)
    }

    @Test("Partial results are not typed")
    func onlyFinal() throws {
        var typist = try typist()
        for line in [
            #"{"event":"partial","text":"two","t":1,"v":1}"#
        ] {
            typist.appliance(said: try #require(SocketLine(line)), at: .zero, to: seat.occupant)
        }
        #expect(typist.nextDeadline == nil)
    }

    @Test(
        "Nothing is typed into another's session, a login screen, or where nobody knows; nor is it later",
        arguments: [Seat.Occupant.user("root"), .nobody("nobody has logged in at seat0")])
    func otherSessions(who: Seat.Occupant) throws {
        var typist = try typist()
        seat.who = who
        typist.appliance(said: try final("secret"), at: .zero, to: seat.occupant)
        #expect(typist.nextDeadline == nil)
        seat.who = .user("kiosk")
        press(&typist)
        typist.appliance(said: try retracted("secret"), at: .zero, to: seat.occupant)
        press(&typist)
        #expect(reader.text == "")
    }

    @Test(
        "When the screen becomes another's in the middle of a text, the rest stays away, and no key is held")
    func screenChanges() throws {
        var typist = try typist()
        let text = String(repeating: "ABCDEFGHI ", count: 50)
        typist.appliance(said: try final(text), at: .zero, to: seat.occupant)
        let now = press(&typist, until: .seconds(2))
        let typed = reader.text
        #expect(typed.count > 50 && typed.count < 490)
        seat.who = .nobody("the screen of seat0 is locked")
        press(&typist, from: now)
        // The key that was down already.
        #expect(reader.text.count - typed.count <= 1)
        #expect(reader.held == [])
        #expect(typist.nextDeadline == nil)
        seat.who = .user("kiosk")
        typist.appliance(said: try final("new"), at: now + .seconds(9), to: seat.occupant)
        press(&typist, from: now + .seconds(9))
        #expect(reader.text.hasSuffix("new "))
    }

    @Test("What is taken back goes, the last text first, with its space")
    func takesBack() throws {
        var typist = try typist { $0.layout = "us" }
        for text in ["Hello there.", "It’s… wrong."] {
            typist.appliance(said: try final(text), at: .zero, to: seat.occupant)
        }
        typist.appliance(said: try retracted("It’s… wrong."), at: .zero, to: seat.occupant)
        press(&typist)
        #expect(reader.text == "Hello there. ")
        typist.appliance(said: try retracted("Hello there."), at: .seconds(9), to: seat.occupant)
        press(&typist, from: .seconds(9))
        #expect(reader.text == "")
        typist.appliance(said: try retracted("Hello there."), at: .seconds(10), to: seat.occupant)
        #expect(typist.nextDeadline == nil)
    }

    @Test(
        "A mark that begins an utterance stands right behind the word before it, and is taken back without it"
    )
    func markAfterPause() throws {
        var typist = try typist()
        for text in ["Two coffees", "?", "Large."] {
            typist.appliance(said: try final(text), at: .zero, to: seat.occupant)
        }
        press(&typist)
        #expect(reader.text == "Two coffees? Large. ")
        for line in [try retracted("Large."), try retracted("?"), try final("please")] {
            typist.appliance(said: line, at: .seconds(9), to: seat.occupant)
        }
        press(&typist, from: .seconds(9))
        #expect(reader.text == "Two coffees please ")
        for text in ["please", "Two coffees"] {
            typist.appliance(said: try retracted(text), at: .seconds(19), to: seat.occupant)
        }
        press(&typist, from: .seconds(19))
        #expect(reader.text == "")
    }

    @Test(
        "What has left its field by a key is not taken back",
        arguments: [KeyboardConfiguration.Ending.tab, .enter])
    func gone(ending: KeyboardConfiguration.Ending) throws {
        var typist = try typist { $0.after = ending }
        typist.appliance(said: try final("a"), at: .zero, to: seat.occupant)
        press(&typist)
        let before = reader.text
        typist.appliance(said: try retracted("a"), at: .seconds(1), to: seat.occupant)
        press(&typist, from: .seconds(1))
        #expect(reader.text == before)
    }

    @Test("Nor is one whose line break was the Return key, which may have sent the form")
    func sent() throws {
        var typist = try typist { $0.returns = true }
        typist.appliance(said: try final("a\\nb"), at: .zero, to: seat.occupant)
        press(&typist)
        #expect(reader.text == "a\nb ")
        typist.appliance(said: try retracted("a\\nb"), at: .seconds(1), to: seat.occupant)
        press(&typist, from: .seconds(1))
        #expect(reader.text == "a\nb ")
    }

    @Test("No key comes faster than the pace")
    func pace() throws {
        var typist = try typist {
            $0.pace = .milliseconds(10); $0.after = .nothing
        }
        typist.appliance(said: try final("abc"), at: .seconds(1), to: seat.occupant)
        var times: [Duration] = []
        for step in 0..<20_000
        where typist.next(at: .seconds(1) + .microseconds(step * 10), to: seat.occupant) != nil {
            times.append(.microseconds(step * 10))
        }
        #expect(times == (0..<6).map { .milliseconds($0 * 10) })
    }

    @Test("A flood of text is typed up to a bound, and the rest is refused whole")
    func flood() throws {
        var typist = try typist { $0.after = .nothing }
        let text = String(repeating: "a", count: 9_000)
        for _ in 0..<5 { typist.appliance(said: try final(text), at: .zero, to: seat.occupant) }
        press(&typist, until: .seconds(10_000))
        #expect(reader.text.count == 18_000)
    }
}
