import Configuration
import Foundation
import TestSupport
import Testing

@testable import MQTTBridge

@Suite struct MQTTConfigurationTests {
    private let folder = TemporaryFolder()

    private func read(_ text: String, host: String = "box7") throws -> MQTTConfiguration {
        try MQTTConfiguration(Document(text: text, name: "mqtt.yaml"), host: host)
    }

    /// What is said to be wrong, or "".
    private func mistakes(_ text: String) -> String { complaint { _ = try read(text) } }

    @Test("A broker alone is a configuration")
    func least() throws {
        let configuration = try read("broker: broker.lan")
        #expect(configuration.broker.host == "broker.lan" && configuration.broker.port == 1883)
        #expect(configuration.topic == "earshot/box7" && configuration.name == "box7")
        #expect(configuration.discovery == "homeassistant" && !configuration.tellsWords)
        #expect(configuration.socket == "/run/earshot/events" && configuration.interval == .seconds(60))
        #expect(configuration.mayMute)
    }

    @Test("Whether it may be muted from the broker is up to the file")
    func mute() throws {
        let configuration = try read("broker: broker.lan\nmute: off")
        #expect(!configuration.mayMute && configuration.summary.contains("not passed on"))
        #expect(mistakes("broker: broker.lan\nmute: perhaps").contains("mqtt.yaml:2:7: "))
    }

    @Test(
        "Discovery is on, off, or under a prefix of one's own",
        arguments: [("on", "homeassistant"), ("yes", "homeassistant"), ("off", nil), ("house", "house")])
    func discovery(setting: String, prefix: String?) throws {
        #expect(try read("broker: broker.lan\ndiscovery: \(setting)").discovery == prefix)
    }

    @Test("One file serves any number of boxes: '<host>' is the name of each")
    func fleet() throws {
        let password = folder.write("secret\nnot this\n", to: "password")
        chmod(password, 0o640)
        for host in ["box1", "box40"] {
            let certificate = folder.write(
                "-----BEGIN CERTIFICATE-----\n-----BEGIN EC PRIVATE KEY-----\n", to: "\(host).pem")
            chmod(certificate, 0o640)
            let configuration = try read(
                """
                broker:
                  host: broker.lan
                  user: <host>
                  password_file: \(password)
                  certificate: \(folder.path)/<host>.pem
                  key: \(folder.path)/<host>.pem
                topic: floor2/<host>/voice
                name: Voice of <host>
                discovery: off
                """, host: host)
            #expect(configuration.broker.user == host && configuration.broker.password == "secret")
            #expect(configuration.broker.tls?.certificate == certificate && configuration.broker.port == 8883)
            #expect(configuration.topic == "floor2/\(host)/voice" && configuration.name == "Voice of \(host)")
            #expect(configuration.discovery == nil && configuration.considerations.isEmpty)
        }
    }

    @Test(
        "What is wrong in mqtt.yaml is told with its place, and what to do",
        arguments: [
            ("topic: a", "mqtt.yaml:1:1: 'broker' is missing; add it"),
            (
                "broker: broker.lan:8883",
                "mqtt.yaml:1:9: expected a host name or an address, not 'broker.lan:8883'"
            ),
            ("broker: { port: 1 }", "mqtt.yaml:1:9: 'host' is missing; add it"),
            ("broker: { host: b, prot: 1 }", "mqtt.yaml:1:20: unknown key 'prot'; did you mean 'port'?"),
            ("broker: { host: b, port: 70000 }", "mqtt.yaml:1:26: 70000 is out of range; give 1 to 65535"),
            ("broker: { host: b, ca: ca.pem }", "mqtt.yaml:1:24: expected a path from the root"),
            (
                "broker: { host: b, ca: /nowhere/ca.pem }",
                "mqtt.yaml:1:24: /nowhere/ca.pem: no such file; check the path"
            ),
            ("broker: { host: b, key: /etc/hosts }", "mqtt.yaml:1:25: 'key' needs 'certificate' beside it"),
            (
                "broker: { host: b, password_file: /etc/hosts }",
                "mqtt.yaml:1:35: a password needs a user; add 'user:' beside it"
            ),
            (
                "broker: { host: b, ca: /etc/hosts }",
                "mqtt.yaml:1:24: there is no certificate in /etc/hosts; name a file in PEM, with a line '-----BEGIN …CERTIFICATE-----'"
            ),
            ("broker: b\ntopic: a/#", "mqtt.yaml:2:8: expected a topic such as earshot/<host>"),
            ("broker: b\ntopic: /a", "mqtt.yaml:2:8: expected a topic such as earshot/<host>"),
            (
                "broker: b\nname: <hots>",
                "mqtt.yaml:2:7: there is no '<hots>' to fill in; '<host>' is the name"
            ),
            ("broker: b\ninterval: 1s", "mqtt.yaml:2:11: 1s is out of range; give 5s to 1h"),
            ("broker: { host: b, tls: off, ca: /etc/hosts }", "mqtt.yaml:1:25: certificates are for TLS"),
        ])
    func wrong(text: String, mistake: String) {
        #expect(mistakes(text).contains(mistake), "\(mistakes(text))")
    }

    @Test("A key that others may read is told, and a certificate is for everybody")
    func readersOfKey() throws {
        let key = folder.write("-----BEGIN PRIVATE KEY-----\n", to: "key")
        let certificate = folder.write("-----BEGIN CERTIFICATE-----\n", to: "certificate")
        for file in [key, certificate] { chmod(file, 0o644) }
        let considerations = try read("broker: { host: b, certificate: \(certificate), key: \(key) }")
            .considerations
        #expect(considerations.count == 1)
        #expect(considerations.first?.contains("everybody on this machine may read \(key)") == true)
    }

    @Test("A password that others may read, in a file or on its way, is told")
    func considerations() throws {
        let password = folder.write("secret", to: "password")
        chmod(password, 0o644)
        let text = "broker: { host: broker.lan, user: box, password_file: \(password) }"
        let considerations = try read(text).considerations
        #expect(considerations.contains { $0.contains("everybody on this machine may read \(password)") })
        #expect(considerations.contains { $0.contains("the password goes to broker.lan as it is") })
        chmod(password, 0o600)
        // On a machine that has the service, root is told that this one may not read it.
        let ofLocal = try read(text.replacingOccurrences(of: "broker.lan", with: "localhost")).considerations
        #expect(ofLocal.allSatisfy { $0.contains("may not read") })
        #expect(!(try read(text).summary).contains("secret"))
    }

    @Test(
        "HomeAssistant.md has the keys of the file, and no others",
        arguments: [("`mqtt.yaml`", "xyzzy: 1"), ("`broker:`", "broker: { xyzzy: 1 }")])
    func documented(heading: String, text: String) throws {
        let page = try DocumentationPage("HomeAssistant.md")
        #expect(page.names(under: heading, inTablesOf: ["Key"]) == keysNamed(in: mistakes(text)))
    }

    @Test("The example that is installed has no mistake, and is the same for every box")
    func example() throws {
        let text = try ProjectFolder.text("board/systemd/mqtt.yaml")
        #expect(try read(text, host: "kiosk07").topic == "earshot/kiosk07")
        // What is commented out is a configuration, too, but for the files.
        let whole = text.replacingOccurrences(of: "  # ", with: "  ").split(separator: "\n")
            .filter { !$0.hasPrefix("  A ") && !$0.hasPrefix("  it to") }.joined(separator: "\n")
        let complaints = mistakes(whole).split(separator: "\n")
        #expect(
            complaints.count == 4 && complaints.allSatisfy { $0.contains("no such file") }, "\(complaints)")
    }
}
