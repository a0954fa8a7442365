import Foundation
import TestSupport
import Testing

/// The bridge as it was built, over real HTTP.
@Suite(.serialized, .timeLimit(.minutes(minutesOfAllTests))) struct ServerTests {
    @Test("The page and its script are served, with headers that keep everything from elsewhere out")
    func files() throws {
        let kiosk = try Kiosk()
        for (path, type) in [
            "/": "text/html", "/page.css": "text/css", "/page.js": "text/javascript",
            "/earshot.js": "text/javascript",
        ] {
            let answer = try kiosk.answer("GET", path)
            #expect(answer.status == 200 && answer.headers["content-type"] == "\(type); charset=utf-8")
            #expect(!answer.body.isEmpty && !answer.body.contains("https://"), "nothing from the net")
            #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            #expect(answer.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["access-control-allow-origin"] == nil)
            let head = try kiosk.answer("HEAD", path)
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }

    @Test("What is not there, or not done so, says what is")
    func elsewhere() throws {
        let kiosk = try Kiosk()
        let missing = try kiosk.answer("GET", "/../etc/passwd")
        #expect(missing.status == 404 && missing.body.contains("/events"))
        let wrong = try kiosk.answer("POST", "/events")
        #expect(wrong.status == 405 && wrong.headers["allow"] == "GET")
        #expect(try kiosk.answer("DELETE", "/").headers["allow"] == "GET, HEAD")
        #expect(try kiosk.answer("POST", "/request", body: "{}").status == 415)
        #expect(try kiosk.ask("{}").status == 400)
        #expect(try kiosk.ask(#"{"request":"dance"}"#).body.contains("there is no request 'dance'"))
    }

    @Test(
        "The status is JSON; while the appliance is away it says so, and when it comes back it is there again"
    )
    func status() throws {
        let kiosk = try Kiosk()
        let away = try kiosk.answer("GET", "/status")
        #expect(away.status == 503 && away.body.contains("no appliance listens at"))
        let appliance = try kiosk.startAppliance()
        let answer = try kiosk.answer("GET", "/status")
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
        #expect((object["status"] as? [String: Any])?["state"] as? String == "idle")
        #expect(
            (object["allows"] as? [String: Bool]) == [
                "words": false, "mute": false, "press": false, "output": false,
            ])
        let (page, _) = try kiosk.follow()
        appliance.end()
        try page.read(until: #/"event":"away"/#)
        let other = try kiosk.startFakeAppliance()
        try page.read(until: #/"event":"away".*"event":"status"/#.dotMatchesNewlines())
        _ = other
    }

    @Test(
        "An appliance that lets it go is gone, for the reason that it gave, and is there again a moment later"
    )
    func dismissed() throws {
        let kiosk = try Kiosk()
        let appliance = try kiosk.startFakeAppliance()
        let (page, _) = try kiosk.follow()
        appliance.say(#"{"error":"dropped, as nothing was read","ok":false,"v":1}"#)
        try page.read(
            until:
                #/"event":"away","reason":"the appliance lets this program go: dropped, as nothing was read"/#
        )
        try page.read(until: #/"event":"away".*"event":"status"/#.dotMatchesNewlines())
    }

    @Test("Hold, speak, let go: the words arrive as server-sent events, and the level meanwhile")
    func dictation() throws {
        let kiosk = try Kiosk("words: on\npress: on")
        let appliance = try kiosk.startAppliance()
        let (page, stream) = try kiosk.follow()
        #expect(page.text.contains("Content-Type: text/event-stream"))
        #expect(try kiosk.ask(#"{"request":"press","stream":\#(stream)}"#).body == #"{"ok":true}"#)
        try page.read(until: #/"state":"recording"/#)
        try appliance.feed(Recording.goForwardTenMeters)
        try appliance.writes(Recording.mostOfIt, within: .seconds(300))
        try page.read(until: #/"event":"partial".*"text":"Go forward/#)
        try page.read(until: #/"event":"level","level":-\d/#)
        #expect(try kiosk.ask(#"{"request":"release","stream":\#(stream)}"#).status == 200)
        let text = try Recording.finalText(of: appliance)
        #expect(text.hasPrefix("Go forward"))
        try page.read(until: try Regex(#""event":"final".*"text":"\#(text)""#))
    }

    @Test("No word leaves it unless both configurations say so", arguments: [true, false])
    func words(isAllowedHere: Bool) throws {
        let kiosk = try Kiosk("press: on\nwords: \(isAllowedHere ? "on" : "off")")
        let appliance = try kiosk.startAppliance(socket: isAllowedHere ? "" : ", words: on")
        let (page, stream) = try kiosk.follow()
        _ = try kiosk.ask(#"{"request":"press","stream":\#(stream)}"#)
        try appliance.feed(Recording.goForwardTenMeters)
        try appliance.writes(Recording.mostOfIt, within: .seconds(300))
        _ = try kiosk.ask(#"{"request":"release","stream":\#(stream)}"#)
        try page.read(until: #/"state":"deciding".*"state":"idle"/#.dotMatchesNewlines())
        _ = try Recording.finalText(of: appliance)
        for word in ["forward", "Forward", "final", "partial"] {
            #expect(!page.text.contains(word), "\(word)")
        }
    }

    @Test("A page that goes away while it holds the button lets go of it at once")
    func goingAway() throws {
        let kiosk = try Kiosk("press: on")
        let appliance = try kiosk.startFakeAppliance()
        var page: HTTPConnection?
        let stream: Int
        (page, stream) = try kiosk.follow()
        #expect(try kiosk.ask(#"{"request":"press","stream":\#(stream)}"#).status == 200)
        withExtendedLifetime(page) {}
        page = nil
        let end = ContinuousClock.now + .seconds(60)
        while appliance.requests.count < 3, ContinuousClock.now < end { usleep(1000) }
        #expect(appliance.requests == ["press", "cancel", "release"])
    }

    @Test("Nothing that a page sends reaches the appliance unless the configuration allows it")
    func nothingMoves() throws {
        let kiosk = try Kiosk("words: on")
        let appliance = try kiosk.startFakeAppliance()
        let (page, stream) = try kiosk.follow()
        for request in [
            #"{"request":"press","stream":\#(stream)}"#, #"{"request":"release","stream":\#(stream)}"#,
            #"{"request":"mute"}"#, #"{"request":"unmute"}"#, #"{"request":"cancel"}"#,
            #"{"request":"reload"}"#, #"{"request":"say","text":"lamp on"}"#,
            #"{"request":"output","name":"lamp","set":false}"#,
            #"{"request":"output","name":"lamp","toggle":true}"#,
        ] {
            #expect(try kiosk.ask(request).status == 403, "\(request)")
        }
        #expect(
            try kiosk.answer("GET", "/status").status == 200,
            "one that is done shows that those before were looked at")
        #expect(appliance.requests.isEmpty)
        _ = page
    }

    @Test("What is allowed is done")
    func allowed() throws {
        let kiosk = try Kiosk("mute: on\noutput: on")
        let appliance = try kiosk.startAppliance(socket: ", output: on")
        let (page, _) = try kiosk.follow()
        #expect(try kiosk.ask(#"{"request":"output","name":"lamp","set":true}"#).status == 200)
        try page.read(until: #/"event":"output","name":"lamp","on":true/#)
        let unknown = try kiosk.ask(#"{"request":"output","name":"horn","set":true}"#)
        #expect(unknown.status == 409 && unknown.body.contains("horn"))
        #expect(try kiosk.ask(#"{"request":"mute"}"#).status == 200)
        try page.read(until: #/"state":"muted"/#)
        _ = appliance
    }

    @Test("A page that is listed reads and asks from elsewhere; its browser is told so before")
    func listedOrigin() throws {
        let kiosk = try Kiosk("mute: on\norigins: ['https://form.example.org']")
        let appliance = try kiosk.startFakeAppliance()
        let origin = ["Origin": "https://form.example.org", "Sec-Fetch-Site": "cross-site"]
        let before = try kiosk.answer(
            "OPTIONS", "/request", origin.merging(["Access-Control-Request-Method": "POST"]) { $1 })
        #expect(before.status == 204 && before.headers["access-control-allow-headers"] == "content-type")
        let answer = try kiosk.ask(#"{"request":"mute"}"#, origin)
        #expect(
            answer.status == 200
                && answer.headers["access-control-allow-origin"] == "https://form.example.org")
        #expect(answer.headers["vary"]?.contains("Origin") == true)
        let (page, _) = try kiosk.follow(origin)
        #expect(page.text.contains("Access-Control-Allow-Origin: https://form.example.org"))
        #expect(appliance.requests == ["mute"])
    }

    @Test("It ends in order while pages follow, and takes the same port again at once")
    func restart() throws {
        let kiosk = try Kiosk()
        let (page, _) = try kiosk.follow()
        #expect(kiosk.bridge.end() == 0)
        _ = try page.readToEnd()
        let again = try RunningProgram(BuiltProgram.webBridge, ["--config", kiosk.folder.path("web.yaml")])
        try again.writes("the page is at")
        #expect(try kiosk.answer("GET", "/").status == 200)
    }

    @Test("It serves where systemd listens for it, also where its configuration says nothing of that")
    func activated() throws {
        let port = FreePort.find()
        let kiosk = try Kiosk()
        let configuration = kiosk.folder.write("press: on\n", to: "service.yaml")
        let service = try activate(at: "127.0.0.1:\(port)", configuration)
        // systemd starts it for whoever comes first.
        let first = try HTTPConnection(to: port)
        first.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(try HTTPAnswer(first.readToEnd()).status == 200)
        try service.writes("the page is at http://127.0.0.1:\(port)/")
        #expect(service.end() == 0)
    }

    @Test("A port in its configuration that is not the socket's is a mistake with its place")
    func contradiction() throws {
        let port = FreePort.find()
        let kiosk = try Kiosk()
        let configuration = kiosk.folder.write("words: on\nport: 9000\n", to: "service.yaml")
        let service = try activate(at: "127.0.0.1:\(port)", configuration)
        _ = try HTTPConnection(to: port)
        try service.writes(
            "service.yaml:2:7: systemd listens at 127.0.0.1:\(port) for this service; leave this out")
        #expect(service.end(by: 0) == 78)
    }

    /// The bridge as systemd starts it, with a socket that listens already.
    private func activate(at place: String, _ configuration: String) throws -> RunningProgram {
        let service = try RunningProgram(
            "systemd-socket-activate", ["-l", place, BuiltProgram.webBridge, "--config", configuration])
        try service.writes("Listening on")
        return service
    }
}
