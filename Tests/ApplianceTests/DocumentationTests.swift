import Configuration
import Foundation
import GPIO
import TestSupport
import Testing

@testable import Appliance

/// The reference names what the program takes and gives: no more, no less.
@Suite struct DocumentationTests {
    /// Where a key that does not exist makes the program name all that do: under which heading of ConfigurationReference.md these
    /// are, and a configuration with such a key there.
    static let sections: [(heading: String, text: String)] = [
        ("The file", "xyzzy: 1"),
        ("`capture:`", "capture: { xyzzy: 1 }"),
        ("`front_end:`", "front_end: { xyzzy: 1 }"),
        ("`socket:`", "socket: { xyzzy: 1 }"),
        ("`metrics:`", "metrics: { xyzzy: 1 }"),
        ("`limits:`", "limits: { xyzzy: 1 }"),
        ("`voice:`", "voice: { xyzzy: 1 }"),
        ("`dictation:`", "dictation: { xyzzy: 1 }"),
        ("An entry of `to:`", "dictation: { to: [ { xyzzy: 1 } ] }"),
        ("`wake:`", "wake: { okay workshop: { xyzzy: 1 } }"),
        ("`lights:`", "lights: { xyzzy: 1 }"),
        ("`lights:`", "lights: { ready: { xyzzy: 1 } }"),
        ("`buttons:`", "buttons: { xyzzy: 1 }"),
        ("`buttons:`", "buttons: { talk: { xyzzy: 1 } }"),
        ("`outputs:`", "outputs: { lamp: { xyzzy: 1 } }"),
        ("`interlock:` as a map", "outputs: { lamp: { line: GPIO5, interlock: { xyzzy: 1 } } }"),
        ("`commands:`", "commands: { lamp: { xyzzy: 1 } }"),
        ("A step of `do:`", "commands: { lamp: { say: lamp on, do: { xyzzy: 1 } } }"),
        ("`confirm:` as a map", "commands: { lamp: { say: lamp on, confirm: { xyzzy: 1 } } }"),
    ]

    /// The same of a board's profile.
    static let profileSections: [(heading: String, text: String)] = [
        ("A board's profile", "xyzzy: 1"), ("A chip of a profile", "chips: [ { xyzzy: 1 } ]"),
    ]

    @Test("ConfigurationReference.md has the keys of every section, and no others")
    func configurationKeys() throws {
        let page = try DocumentationPage("ConfigurationReference.md")
        var accepted: [String: Set<String>] = [:]
        for (heading, text) in Self.sections {
            accepted[heading, default: []].formUnion(
                keysNamed(
                    in: complaint { _ = try ApplianceConfiguration(Document(text: text, name: "t.yaml")) }))
        }
        let folder = TemporaryFolder()
        for (heading, text) in Self.profileSections {
            let path = folder.write(text, to: "board.yaml")
            accepted[heading] = keysNamed(in: complaint { _ = try BoardProfile.load(path: path) })
        }
        for (heading, keys) in accepted {
            #expect(page.names(under: heading, inTablesOf: ["Key"]) == keys, "\(heading)")
        }
    }

    @Test("ConfigurationReference.md shows what each light does in every state")
    func lights() throws {
        let rows = try DocumentationPage("ConfigurationReference.md").rows(
            under: "`lights:`", inTablesOf: ["State"])
        #expect(rows.map { $0[0].prefix { $0.isLetter } } == ApplianceState.allCases.map { $0.rawValue[...] })
        let shown: [Light] = [.recording, .ready, .fault, .status]
        for (row, state) in zip(rows, ApplianceState.allCases) {
            for (cell, light) in zip(row.dropFirst(), shown) {
                let pattern = light.pattern(in: state)
                #expect((cell == "dark") == (pattern == .off), "\(light) while \(state)")
                #expect((cell == "lit" || cell == "**lit**") == (pattern == .on), "\(light) while \(state)")
            }
        }
    }

    @Test("Events.md has the keys of every event")
    func events() throws {
        let rows = try DocumentationPage("Events.md").rows(
            under: "`earshot run --json`", inTablesOf: ["Event"])
        let documented = Dictionary(
            uniqueKeysWithValues: rows.map {
                (DocumentationPage.names(in: $0[0])[0], Set(DocumentationPage.names(in: $0[1])))
            })
        var actual: [String: Set<String>] = [:]
        for kind in ApplianceEventTests.kinds {
            let json = try JSONSerialization.jsonObject(with: Data(ApplianceEvent(kind, at: .zero).json.utf8))
            let keys = try #require(json as? [String: Any]).keys
            actual[kind.name] = Set(keys).subtracting(["v", "t", "event"])
        }
        #expect(documented == actual)
    }
}
