import Foundation
import Glibc
import TestSupport
import Testing

/// What no browser would send, and what a page elsewhere would have one send.
@Suite(.serialized) struct HostileTests {
    @Test(
        "A page from elsewhere reads nothing and moves nothing, by whichever name its browser came",
        arguments: [
            ["Host": "evil.example"], ["Origin": "https://evil.example"], ["Origin": "null"],
            ["Origin": "http://localhost:1"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"],
            ["Host": "evil.example", "Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"],
        ])
    func elsewhere(headers: [String: String]) throws {
        let kiosk = try Kiosk("words: on\nmute: on\npress: on\noutput: on")
        let appliance = try kiosk.startFakeAppliance()
        for (method, path) in [("GET", "/events"), ("GET", "/status"), ("OPTIONS", "/request")] {
            let answer = try kiosk.answer(method, path, headers)
            #expect(answer.status == 403 && answer.headers["access-control-allow-origin"] == nil, "\(path)")
            #expect(!answer.body.contains("idle"))
        }
        #expect(try kiosk.ask(#"{"request":"mute"}"#, headers).status == 403)
        #expect(appliance.requests.isEmpty)
    }

    @Test("A form of another page, which needs no permission of its browser's, is not taken for a request")
    func form() throws {
        let kiosk = try Kiosk("mute: on")
        let appliance = try kiosk.startFakeAppliance()
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"] {
            #expect(try kiosk.ask(#"{"request":"mute"}"#, ["Content-Type": type]).status == 415)
        }
        #expect(appliance.requests.isEmpty)
    }

    @Test(
        "A picture of another page, which over plain HTTP has no origin, holds no stream",
        arguments: ["image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", "*/*", nil])
    func picture(accept: String?) throws {
        let kiosk = try Kiosk()
        let answer = try kiosk.answer("GET", "/events", accept.map { ["Accept": $0] } ?? [:])
        #expect(answer.status == 406 && answer.body.contains("Accept: text/event-stream"))
    }

    /// Whether a request is answered with a no, or with the end of its connection: one that is left waiting, or not let in,
    /// throws.
    private func isRefused(
        by kiosk: Kiosk, _ path: String, _ headers: [String: String] = [:]
    ) throws -> Bool {
        do {
            return try kiosk.answer("GET", path, headers).status >= 400
        } catch let error as HTTPConnection.NotRead where error.description.hasPrefix("no answer: ") {
            return true
        }
    }

    @Test("Headers and bodies without end are refused, and others are served")
    func tooLong() throws {
        let kiosk = try Kiosk()
        #expect(try isRefused(by: kiosk, "/", ["X-Long": String(repeating: "x", count: 100_000)]))
        let many = Dictionary(uniqueKeysWithValues: (0..<5000).map { ("X-\($0)", "y") })
        #expect(try isRefused(by: kiosk, "/", many))
        #expect(try kiosk.ask(String(repeating: "x", count: 10_000)).status == 413)
        #expect(try isRefused(by: kiosk, "/" + String(repeating: "x", count: 50_000)))
        #expect(try kiosk.answer("GET", "/").status == 200)
    }

    @Test(
        "What is no request ends, and nothing else does",
        arguments: [
            "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
            "POST /request HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "GET http://evil.example/status HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        ])
    func garbage(text: String) throws {
        let kiosk = try Kiosk()
        let connection = try HTTPConnection(to: kiosk.port)
        connection.send(text)
        let answer = try connection.readToEnd()
        #expect(!answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
        #expect(try kiosk.answer("GET", "/").status == 200)
    }

    @Test("A thousand connections that say nothing, or half of something, hold others up for seconds only")
    func thousand() throws {
        let kiosk = try Kiosk()
        var connections: [HTTPConnection] = []
        for number in 0..<1000 {
            guard let connection = try? HTTPConnection(to: kiosk.port) else { continue }
            if number % 2 == 0 { connection.send("GET /events HT") }
            connections.append(connection)
        }
        #expect(connections.count > 500)
        let end = ContinuousClock.now + .seconds(60)
        var status = 0
        while status != 200, ContinuousClock.now < end {
            status = (try? kiosk.answer("GET", "/").status) ?? 0
            usleep(100_000)
        }
        #expect(status == 200, "while all of them are still there")
        withExtendedLifetime(connections) {}
    }

    @Test("A request that comes byte by byte is ended, and a page that follows is not")
    func dribble() throws {
        let kiosk = try Kiosk("words: on")
        let appliance = try kiosk.startFakeAppliance()
        let (page, _) = try kiosk.follow()
        let connection = try HTTPConnection(to: kiosk.port)
        connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        let start = ContinuousClock.now
        while (try? connection.readToEnd(within: .milliseconds(200))) == nil,
            ContinuousClock.now - start < .seconds(300)
        { connection.send("x") }
        #expect(try connection.readToEnd() == "")
        #expect(ContinuousClock.now - start > .seconds(9), "what is slow has its time")
        appliance.say(#"{"event":"final","text":"Still here.","v":1}"#)
        try page.read(until: #/Still here/#)
    }

    @Test("More pages than it has room for are told so, and one that leaves makes room")
    func pages() throws {
        let kiosk = try Kiosk()
        var pages = try (0..<32).map { _ in try kiosk.follow().connection }
        let refused = try kiosk.answer("GET", "/events", ["Accept": "text/event-stream"])
        #expect(refused.status == 503 && refused.body.contains("32 pages follow the events already"))
        pages.removeLast()
        let end = ContinuousClock.now + .seconds(60)
        var page: HTTPConnection?
        while page == nil, ContinuousClock.now < end { page = try? kiosk.follow().connection }
        #expect(page != nil)
        withExtendedLifetime(pages) {}
    }

    @Test("A page that never reads is dropped, in bounded memory, and another one misses nothing")
    func slowReader() throws {
        let kiosk = try Kiosk("words: on")
        let appliance = try kiosk.startFakeAppliance()
        let deaf = try HTTPConnection(to: kiosk.port, buffer: 4096)
        deaf.send("GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        let (page, _) = try kiosk.follow()
        let filler = String(repeating: "x", count: 1000)
        for number in 0..<8000 {
            appliance.say(#"{"event":"partial","number":\#(number),"text":"\#(filler)","v":1}"#)
            guard number % 50 == 49 else { continue }
            try page.read(until: try Regex(#""number":\#(number),"#))
            page.forget()
        }
        try kiosk.bridge.writes("a page that did not read on was dropped")
        #expect(try kiosk.answer("GET", "/").status == 200)
        withExtendedLifetime(deaf) {}
    }
}
