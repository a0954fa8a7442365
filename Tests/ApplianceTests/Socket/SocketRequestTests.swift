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

    @Test("Every request there is has a name that is listed")
    func names() {
        #expect(Set(Self.requests.map(\.name)) == Set(SocketRequest.names))
    }
}
