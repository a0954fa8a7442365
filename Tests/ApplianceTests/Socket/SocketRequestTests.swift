import EventSocket
import Testing

@Suite struct SocketRequestTests {
    private static let requests: [SocketRequest] = [
        SocketRequest(.status), SocketRequest(.mute, id: .number(7)), SocketRequest(.unmute, id: .text("a")),
        SocketRequest(.press), SocketRequest(.release), SocketRequest(.cancel), SocketRequest(.reload),
        SocketRequest(.say("lamp \"on\"")), SocketRequest(.output("lamp", .set(true))),
        SocketRequest(.output("lamp", .toggle)),
        SocketRequest(.output("big pump", .onFor(.milliseconds(2500)))),
    ]

    @Test("What a program asks is read as it was meant", arguments: requests)
    func roundTrip(request: SocketRequest) throws {
        #expect(try SocketRequest(Array(request.json.utf8)) == request)
    }

    @Test(
        "A request with a value of another kind is told which, and the reply has its id",
        arguments: [
            (
                #"{"request":"output","id":7,"name":"lamp","set":"on"}"#,
                "'set' is true or false, without quotes"
            ),
            (
                #"{"request":"output","id":7,"name":"lamp","on_for":"2"}"#,
                "'on_for' is a number of seconds, without quotes"
            ),
            (#"{"request":"output","id":7,"name":5,"set":true}"#, #"'name' is a text, as in "name": "lamp""#),
            (#"{"request":"say","id":7,"text":5}"#, #"'text' is a text, as in "text": "lamp on""#),
        ])
    func misfits(line: String, message: String) throws {
        do throws(SocketRequest.Mistake) {
            let request = try SocketRequest(Array(line.utf8))
            Issue.record("\(request)")
        } catch {
            #expect(error.text == message && error.id == .number(7) && error.name != nil)
        }
    }

    @Test("An id is any number or a text, and goes back as it came")
    func identifiers() throws {
        for id in ["7", "1.5", "12345678901234567890", #""a""#] {
            let request = try SocketRequest(Array(#"{"request":"status","id":\#(id)}"#.utf8))
            #expect(request.json.contains(#""id":\#(id)"#) || id.count == 20, "\(request.json)")
            #expect(request.id != nil)
        }
        #expect(throws: SocketRequest.Mistake.self) {
            try SocketRequest(Array(#"{"request":"status","id":[1]}"#.utf8))
        }
    }

    @Test("Every request there is has a name that is listed")
    func names() {
        #expect(Set(Self.requests.map(\.name)) == Set(SocketRequest.names))
    }
}
