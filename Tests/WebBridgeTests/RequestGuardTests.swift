import Testing

@testable import WebBridge

/// Who may read and ask, by the headers that no page can forge.
@Suite struct RequestGuardTests {
    private static func verdict(
        host: String? = "localhost:8027", origin: String? = nil, site: String? = nil, isOpen: Bool = false
    ) -> RequestGuard.Verdict {
        var configuration = WebConfiguration()
        configuration.hosts = ["kiosk.lan"]
        configuration.origins = ["https://form.example.org", "http://localhost:3000"]
        return RequestGuard(configuration).verdict(
            on: .init(host: host, origin: origin, fetchSite: site), isOpen: isOpen)
    }

    private static func isRefused(_ verdict: RequestGuard.Verdict) -> Bool {
        if case .refused = verdict { true } else { false }
    }

    @Test(
        "Names of this machine are let in, with any port",
        arguments: [
            "localhost", "LOCALHOST:8027", "127.0.0.1:8027", "[::1]:8027", "[::1]", "kiosk.lan",
            "kiosk.lan:443",
        ])
    func ownNames(host: String) { #expect(Self.verdict(host: host) == .own) }

    @Test(
        "A name elsewhere that leads here is refused, and so is a request without any",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8027", "evil.example:127.0.0.1",
            "kiosk.lan.", "", "[::1].evil.example", "localhost@evil.example", "10.0.0.7", nil,
        ])
    func foreignNames(host: String?) {
        #expect(Self.isRefused(Self.verdict(host: host)))
        #expect(Self.isRefused(Self.verdict(host: host, isOpen: true)), "not even what everybody may load")
    }

    @Test("An IPv6 address is the same however it is written")
    func sixes() {
        var configuration = WebConfiguration()
        configuration.address = "FD00:0:0::0007"
        let guardian = RequestGuard(configuration)
        for host in ["[fd00::7]:8027", "[fd00::7]", "[fd00:0::7]:80"] {
            #expect(guardian.verdict(on: .init(host: host), isOpen: false) == .own, "\(host)")
        }
        #expect(Self.isRefused(guardian.verdict(on: .init(host: "[fd00::8]"), isOpen: false)))
    }

    @Test("Pages of this bridge may read, also behind a server with TLS")
    func sameOrigin() {
        #expect(Self.verdict(origin: "http://localhost:8027") == .own)
        #expect(Self.verdict(host: "kiosk.lan", origin: "https://kiosk.lan", site: "same-origin") == .own)
    }

    @Test("Pages that are listed may read, and the browser is told which")
    func listed() {
        #expect(
            Self.verdict(origin: "https://form.example.org", site: "cross-site")
                == .foreign(origin: "https://form.example.org"))
        #expect(
            Self.verdict(origin: "http://localhost:3000", site: "same-site")
                == .foreign(origin: "http://localhost:3000"))
    }

    @Test(
        "Any other page is refused",
        arguments: [
            "https://evil.example", "null", "http://localhost:8028", "http://localhost",
            "http://form.example.org",
            "https://form.example.org.evil.example", "https://form.example.org:8443", "file://", "",
        ])
    func others(origin: String) { #expect(Self.isRefused(Self.verdict(origin: origin))) }

    @Test(
        "Without an origin a browser says whether another page asks",
        arguments: [
            ("cross-site", true), ("same-site", true), ("same-origin", false), ("none", false), (nil, false),
        ])
    func fetchSite(site: String?, isRefused: Bool) {
        #expect(Self.isRefused(Self.verdict(site: site)) == isRefused)
    }

    @Test("A script without a secret is open to pages from elsewhere")
    func open() {
        #expect(Self.verdict(origin: "https://evil.example", site: "cross-site", isOpen: true) == .own)
    }

    @Test("What was sent cannot become markup in the answer")
    func harmless() {
        guard case .refused(let text) = Self.verdict(host: "<script>\"'\n\u{e9}") else {
            Issue.record("let in")
            return
        }
        #expect(!text.contains("<") && !text.contains("\"") && !text.contains("\n"), "\(text)")
    }
}
