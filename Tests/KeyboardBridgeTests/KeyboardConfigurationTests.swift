import Configuration
import Foundation
import TestSupport
import Testing

@testable import KeyboardBridge

@Suite struct KeyboardConfigurationTests {
    private func load(_ text: String, machine: String = "") throws -> KeyboardConfiguration {
        try KeyboardConfiguration(Document(text: text, name: "keyboard.yaml"), machine: machine)
    }

    @Test("A user is enough; the layout is then the machine's")
    func shortest() throws {
        let machine =
            "# KEYBOARD CONFIGURATION FILE\nXKBMODEL=\"pc105\"\nXKBLAYOUT=\"de,us\"\nXKBVARIANT=\"nodeadkeys,\"\n"
        let configuration = try load("user: root\n", machine: machine)
        #expect(configuration.layout == "de")
        #expect(configuration.variant == "nodeadkeys")
        #expect(configuration.after == .space)
        #expect(try load("user: root\n").layout == "us")
        #expect(try load("{ user: root, layout: fr }\n", machine: machine).variant == "")
    }

    @Test("Each key is read")
    func keys() throws {
        let configuration = try load(
            """
            user: root
            socket: /run/other
            layout: ch
            variant: fr
            unicode: ctrl-shift-u
            after: return
            returns: on
            pace: 12ms
            """)
        var expected = KeyboardConfiguration(user: "root")
        expected.socket = "/run/other"
        expected.layout = "ch"
        expected.variant = "fr"
        expected.unicode = .ctrlShiftU
        expected.after = .enter
        expected.returns = true
        expected.pace = .milliseconds(12)
        #expect(configuration == expected)
    }

    @Test(
        "A mistake is told with its place and what to do",
        arguments: [
            ("layout: de", "keyboard.yaml:1:1: 'user' is missing"),
            ("user: nobody-at-all", "1:7: there is no user 'nobody-at-all' on this machine"),
            ("user: root\nlayout: xx", "2:9: there is no keyboard layout 'xx'"),
            ("user: root\nlayout: ''", "2:9: expected a layout, such as us, gb, de or fr; leave this out"),
            ("user: root\nvariant: dvorrak", "2:10: there is no keyboard layout 'us' with variant 'dvorrak'"),
            ("user: root\nafter: enter", "2:8: expected one of space, tab, return, nothing, not 'enter'"),
            ("user: root\nsocket: events", "2:9: expected a path from the root"),
            ("user: root\npace: 1s", "2:7"),
            ("user: root\nlayuot: de", "2:1: unknown key 'layuot'; did you mean 'layout'?"),
        ])
    func mistakes(text: String, expected: String) {
        let complaint = complaint { _ = try load(text) }
        #expect(complaint.contains(expected), "\(complaint)")
    }

    @Test("Typing.md has the keys of the file, and no others")
    func documented() throws {
        let complaint = complaint { _ = try load("xyzzy: 1") }
        let page = try DocumentationPage("Typing.md")
        #expect(page.names(under: "`keyboard.yaml`", inTablesOf: ["Key"]) == keysNamed(in: complaint))
    }
}
