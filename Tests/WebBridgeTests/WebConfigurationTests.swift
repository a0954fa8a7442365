import Configuration
import Foundation
import TestSupport
import Testing

@testable import WebBridge

@Suite struct WebConfigurationTests {
    private func read(_ text: String) throws -> WebConfiguration {
        try WebConfiguration(Document(text: text, name: "web.yaml"))
    }

    /// What is said to be wrong, or "".
    private func mistakes(_ text: String) -> String { complaint { _ = try read(text) } }

    @Test("What is left out is this machine only, without words, and nothing to ask for")
    func least() throws {
        let configuration = try read("words: off")
        #expect(configuration.isLocal && configuration.address == "127.0.0.1" && configuration.port == 8027)
        #expect(configuration.origins.isEmpty && configuration.hosts.isEmpty && !configuration.tellsWords)
        #expect(!configuration.mayMute && !configuration.mayPress && !configuration.maySwitch)
        #expect(configuration.socket == "/run/earshot/events" && configuration.considerations.isEmpty)
    }

    @Test("A file with nothing but comments is as good", arguments: ["", "# words: on\n"])
    func nothing(text: String) throws {
        let path = TemporaryFolder.ofProcess.write(text, to: "nothing-\(text.utf8.count)-web.yaml")
        let configuration = try WebConfiguration.load(path)
        #expect(configuration.isLocal && configuration.port == 8027 && !configuration.tellsWords)
    }

    @Test(
        "An origin is compared as browsers write it",
        arguments: [
            ("https://Form.Example.ORG", "https://form.example.org"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("http://kiosk.lan:80", "http://kiosk.lan"), ("https://kiosk.lan:443", "https://kiosk.lan"),
            ("https://kiosk.lan:80", "https://kiosk.lan:80"),
            ("http://[::1]:3000", "http://[::1]:3000"), ("http://[0:0::1]:80", "http://[::1]"),
            ("https://192.168.1.7:8443", "https://192.168.1.7:8443"),
        ])
    func origins(text: String, origin: String) throws {
        #expect(try read("origins: ['\(text)']").origins == [origin])
    }

    @Test(
        "What is wrong in web.yaml is told with its place, and what to do",
        arguments: [
            ("port: 70000", "web.yaml:1:7: 70000 is out of range; give 1 to 65535"),
            ("address: kiosk.lan", "web.yaml:1:10: expected an address in numbers, such as 127.0.0.1 or ::1"),
            ("hosts: ['kiosk.lan:80']", "web.yaml:1:9: expected a name without a port, such as kiosk.lan"),
            ("origins: ['*']", "web.yaml:1:11: expected where a page comes from, without a path"),
            ("origins: ['null']", "web.yaml:1:11: expected where a page comes from"),
            ("origins: ['http://a/b']", "web.yaml:1:11: expected where a page comes from"),
            ("origins: ['http://a:b']", "web.yaml:1:11: expected where a page comes from"),
            ("origins: ['ftp://a']", "web.yaml:1:11: expected where a page comes from"),
            ("origins: ['http://::1']", "web.yaml:1:11: expected where a page comes from"),
            ("origins: ['http://[::1']", "web.yaml:1:11: expected where a page comes from"),
            ("origins: ['http://[::1]x']", "web.yaml:1:11: expected where a page comes from"),
            ("origins: ['http://']", "web.yaml:1:11: expected where a page comes from"),
            ("origins:\n- http://a\n- http://b/c", "web.yaml:3:3: expected where a page comes from"),
            ("hosts: a:1", "web.yaml:1:8: expected a name without a port"),
            ("socket: events", "web.yaml:1:9: expected a path from the root, such as /run/earshot/events"),
            ("pres: on", "web.yaml:1:1: unknown key 'pres'; did you mean 'press'?"),
        ])
    func wrong(text: String, mistake: String) {
        #expect(mistakes(text).contains(mistake), "\(mistakes(text))")
    }

    @Test("An address is kept as browsers write it, and may stand among the names")
    func addresses() throws {
        #expect(try read("address: '0:0:0:0:0:0:0:1'").isLocal)
        #expect(try read("address: 'FD00:0::0007'").addressInURL == "[fd00::7]")
        #expect(
            try read("hosts: ['FD00:0::7', '[fd00::8]', '10.0.0.7']").hosts
                == ["[fd00::7]", "[fd00::8]", "10.0.0.7"])
        #expect(mistakes("hosts: ['[kiosk]']").contains("expected a name without a port"))
    }

    @Test("Whoever opens it to the network is told what that means")
    func considerations() throws {
        let considerations = try read("address: 0.0.0.0\nwords: on").considerations
        #expect(considerations.contains { $0.contains("may read what is said here") })
        #expect(considerations.contains { $0.contains("until 'hosts:' has the name") })
        #expect(try read("address: 0.0.0.0\nhosts: [kiosk.lan]").considerations.count == 1)
        #expect(try read("address: '::1'").considerations.isEmpty)
    }

    @Test("Page.md has the keys of the file, and no others")
    func documented() throws {
        let page = try DocumentationPage("Page.md")
        #expect(page.names(under: "`web.yaml`", inTablesOf: ["Key"]) == keysNamed(in: mistakes("xyzzy: 1")))
    }

    @Test("The example that is installed has no mistake, and neither has what is commented out in it")
    func example() throws {
        let text = try ProjectFolder.text("board/systemd/web.yaml")
        #expect(try !read(text).mayPress)
        let whole = try read(
            text.split(separator: "\n").map { $0.replacing(/^# (?=[a-z]+: )/, with: "") }
                .joined(separator: "\n"))
        #expect(whole.mayPress && whole.mayMute && !whole.origins.isEmpty)
    }
}
