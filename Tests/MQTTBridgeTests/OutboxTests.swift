import MQTTBridge
import Testing

@Suite struct OutboxTests {
    private func all(_ outbox: inout Outbox, at now: Duration) -> [String] {
        var told: [String] = []
        while let message = outbox.next(at: now) { told.append("\(message.topic)=\(message.payload)") }
        return told
    }

    @Test("Of each topic the newest state is told, once")
    func newest() {
        var outbox = Outbox()
        for number in 0..<1000 { outbox.keep("\(number)", at: "a") }
        outbox.keep("on", at: "b")
        #expect(all(&outbox, at: .zero) == ["a=999", "b=on"])
        outbox.keep("on", at: "b")
        #expect(outbox.isEmpty)
    }

    @Test(
        "All states are told again to a broker that has forgotten them, in the order in which they came to be"
    )
    func again() {
        var outbox = Outbox()
        outbox.keep("1", at: "a")
        outbox.keep("2", at: "b")
        _ = all(&outbox, at: .zero)
        outbox.keep("3", at: "a")
        outbox.clear("c")
        outbox.tellAgain()
        #expect(all(&outbox, at: .zero) == ["a=3", "b=2", "c="])
    }

    @Test("What could not be handed over is counted, if it was an event, and told again, if it was a state")
    func lost() throws {
        var outbox = Outbox()
        outbox.keep("on", at: "lamp")
        outbox.tell("go", at: "command", now: .zero)
        while let message = outbox.next(at: .zero) { outbox.lose(message) }
        #expect(outbox.takeDropped() == 1)
        outbox.tellAgain()
        #expect(all(&outbox, at: .zero) == ["lamp=on"])
    }

    @Test(
        "What was on its way when the connection was lost is told again while it is news, before what came later"
    )
    func givenBack() throws {
        var outbox = Outbox()
        outbox.keep("on", at: "lamp")
        outbox.tell("go", at: "command", now: .zero)
        outbox.tell("stop", at: "command", now: .seconds(4))
        outbox.clear("gone")
        var sent: [Outbox.Message] = []
        while let message = outbox.next(at: .seconds(5)) { sent.append(message) }
        outbox.tell("later", at: "command", now: .seconds(6))
        outbox.giveBack(sent)
        outbox.tellAgain()
        #expect(all(&outbox, at: .seconds(11)) == ["lamp=on", "gone=", "command=stop", "command=later"])
        #expect(outbox.takeDropped() == 1, "the first was older than ten seconds")
    }

    @Test("An event is told within ten seconds, or not at all, and what was not is counted")
    func late() {
        var outbox = Outbox()
        outbox.tell("old", at: "command", now: .zero)
        outbox.tell("new", at: "command", now: .seconds(5))
        #expect(all(&outbox, at: .seconds(11)) == ["command=new"])
        #expect(outbox.takeDropped() == 1)
        #expect(outbox.takeDropped() == 0)
    }

    @Test("Of too many events at a time the oldest are dropped")
    func many() {
        var outbox = Outbox()
        for number in 1...(Outbox.mostEvents + 7) { outbox.tell("\(number)", at: "e", now: .zero) }
        let told = all(&outbox, at: .zero)
        #expect(told.count == Outbox.mostEvents && told.first == "e=8")
        #expect(outbox.takeDropped() == 7)
    }

    @Test("What a topic has to say once comes before its state, and is not told again")
    func once() {
        var outbox = Outbox()
        outbox.keep("clean", at: "config", after: "with what is gone")
        #expect(all(&outbox, at: .zero) == ["config=with what is gone", "config=clean"])
        outbox.tellAgain()
        #expect(all(&outbox, at: .zero) == ["config=clean"])
    }

    @Test("A state that is cleared is forgotten by the broker, and not told again")
    func cleared() {
        var outbox = Outbox()
        outbox.keep("on", at: "lamp")
        outbox.clear("lamp")
        #expect(all(&outbox, at: .zero) == ["lamp="])
        outbox.tellAgain()
        #expect(outbox.isEmpty)
    }
}
