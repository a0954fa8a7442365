import EventSocket
import Testing

/// What is asked of an appliance, and when: on a driven clock, without sockets.
@Suite struct ApplianceDialogueTests {
    private enum Wish: ApplianceWish, Hashable {
        case look, mute, unmute

        var action: SocketRequest.Action {
            switch self {
            case .look: .status
            case .mute: .mute
            case .unmute: .unmute
            }
        }
    }

    private var dialogue = ApplianceDialogue<Wish>(askingEvery: .seconds(60))
    private let status = ApplianceStatus(configuration: "earshot.yaml")

    private func reply(to id: Int?) throws -> SocketAnswer {
        try #require(SocketAnswer(id.map { #"{"id":\#($0),"ok":true}"# } ?? #"{"ok":false,"error":"bye"}"#))
    }

    @Test("Wishes are asked one at a time, in order, and a reply tells which one it is to")
    mutating func order() throws {
        dialogue.adopt(status, at: .zero)
        dialogue.wishes = [.mute, .unmute]
        #expect(dialogue.nextRequest(at: .zero) == SocketRequest(.mute, id: .number(1)))
        #expect(dialogue.nextRequest(at: .seconds(1)) == nil, "a reply is waited for")
        #expect(dialogue.unanswered == [.mute, .unmute])
        #expect(try dialogue.conclude(reply(to: 1)) == .mute)
        #expect(dialogue.nextRequest(at: .seconds(1)) == SocketRequest(.unmute, id: .number(2)))
        #expect(try dialogue.conclude(reply(to: 2)) == .unmute)
        #expect(dialogue.nextRequest(at: .seconds(1)) == nil && dialogue.unanswered.isEmpty)
    }

    @Test("A reply to another request, or to none, is to no wish, and the right one is still waited for")
    mutating func others() throws {
        dialogue.adopt(status, at: .zero)
        #expect(try dialogue.conclude(reply(to: 0)) == nil, "nothing was asked")
        dialogue.wishes = [.mute]
        _ = dialogue.nextRequest(at: .zero)
        #expect(try dialogue.conclude(reply(to: 7)) == nil)
        #expect(try dialogue.conclude(reply(to: nil)) == nil, "a goodbye")
        #expect(try dialogue.conclude(reply(to: 1)) == .mute)
    }

    @Test("Nothing is asked before the first line has said how the appliance is")
    mutating func greeting() {
        dialogue.wishes = [.mute]
        dialogue.begin(at: .zero)
        #expect(dialogue.nextRequest(at: .zero) == nil && !dialogue.isStatusDue(at: .zero))
        dialogue.adopt(status, at: .seconds(1))
        #expect(dialogue.nextRequest(at: .seconds(1))?.action == .mute)
    }

    @Test("Ten seconds are waited for the first line, and for each reply; then it is overdue")
    mutating func patience() throws {
        #expect(dialogue.nextDeadline == nil && !dialogue.isOverdue(at: .seconds(1000)))
        dialogue.begin(at: .seconds(100))
        #expect(dialogue.nextDeadline == .seconds(110) && !dialogue.isOverdue(at: .seconds(110)))
        #expect(dialogue.isOverdue(at: .milliseconds(110_001)))
        dialogue.adopt(status, at: .seconds(105))
        #expect(dialogue.nextDeadline == nil && !dialogue.isOverdue(at: .seconds(1000)))
        dialogue.wishes = [.mute]
        _ = dialogue.nextRequest(at: .seconds(200))
        #expect(dialogue.nextDeadline == .seconds(210) && !dialogue.isOverdue(at: .seconds(210)))
        #expect(dialogue.isOverdue(at: .milliseconds(210_001)))
        _ = try dialogue.conclude(reply(to: 1))
        #expect(dialogue.nextDeadline == nil && !dialogue.isOverdue(at: .seconds(1000)))
    }

    @Test(
        "A status is due when the newest is too old, or is known to be, and not while a reply is waited for")
    mutating func statusDue() throws {
        dialogue.adopt(status, at: .seconds(10))
        #expect(dialogue.statusDue == .seconds(70))
        #expect(!dialogue.isStatusDue(at: .seconds(69)) && dialogue.isStatusDue(at: .seconds(70)))
        dialogue.statusDue = .zero
        #expect(dialogue.isStatusDue(at: .seconds(20)))
        dialogue.wishes = [.look]
        _ = dialogue.nextRequest(at: .seconds(20))
        #expect(!dialogue.isStatusDue(at: .seconds(100)), "it is being asked for")
        _ = try dialogue.conclude(reply(to: 1))
        #expect(dialogue.statusDue == .seconds(80), "asked for at 20 s, even if none came")
    }

    @Test("What has no reply when the connection ends is told, and forgotten: the next appliance begins anew")
    mutating func end() throws {
        dialogue.begin(at: .zero)
        dialogue.adopt(status, at: .zero)
        dialogue.wishes = [.mute, .unmute]
        _ = dialogue.nextRequest(at: .zero)
        #expect(dialogue.end() == [.mute, .unmute])
        #expect(dialogue.status == nil && dialogue.unanswered.isEmpty && dialogue.nextDeadline == nil)
        dialogue.begin(at: .seconds(20))
        dialogue.adopt(status, at: .seconds(20))
        dialogue.wishes = [.mute]
        #expect(dialogue.nextRequest(at: .seconds(20)) == SocketRequest(.mute, id: .number(2)))
        #expect(try dialogue.conclude(reply(to: 1)) == nil, "that was asked of the other")
    }
}
