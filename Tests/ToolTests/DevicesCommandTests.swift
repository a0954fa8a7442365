import Foundation
import TestSupport
import Testing

@Suite struct DevicesCommandTests {
    private static func names(in folder: String, prefix: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix(prefix) }
    }

    @Test("Every machine gets an answer, and programs get the same one as JSON")
    func list() throws {
        let text = try Tool.run(["devices"])
        #expect(text.status == 0)
        let object = try #require(Tool.run(["devices", "--json"]).events().first)
        let cards = try #require(object["cards"] as? [[String: Any]])
        for card in cards {
            #expect(text.output.contains(try #require(card["id"] as? String)))
            for device in try #require(card["devices"] as? [[String: Any]]) {
                #expect(text.output.contains(try #require(device["pcm"] as? String)))
            }
        }
        for chip in try #require(object["chips"] as? [[String: Any]]) {
            #expect(text.output.contains(try #require(chip["label"] as? String)))
        }
    }

    @Test("Events.md has the keys of what programs are given")
    func documented() throws {
        let object = try #require(Tool.run(["devices", "--json"]).events().first)
        let page = try DocumentationPage("Events.md")
        func names(_ column: String) -> Set<String> {
            page.names(under: "`earshot devices --json`", inTablesOf: [column])
        }
        #expect(names("Key") == Set(object.keys))
        let cards = object["cards"] as? [[String: Any]] ?? []
        for card in cards {
            #expect(names("Key of a card") == Set(card.keys))
            for device in card["devices"] as? [[String: Any]] ?? [] {
                #expect(names("Key of a device").isSuperset(of: device.keys))
            }
        }
        for chip in object["chips"] as? [[String: Any]] ?? [] {
            #expect(names("Key of a chip") == Set(chip.keys))
        }
    }

    @Test(
        "Where there is nothing to hear with and nothing to move, it says what to do about it",
        .enabled(
            if: names(in: "/dev/snd", prefix: "pcm").isEmpty && names(in: "/dev", prefix: "gpiochip").isEmpty,
            "this machine has devices"))
    func none() throws {
        let outcome = try Tool.run(["devices"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("No microphone: plug in"))
        #expect(outcome.output.contains("No pins: "))
        let object = try #require(Tool.run(["devices", "--json"]).events().first)
        #expect(object["access"] as? String == "no-device")
        #expect((object["chips"] as? [Any])?.isEmpty == true)
    }

    @Test("What it does not know it asks about")
    func mistakes() throws {
        let outcome = try Tool.run(["devices", "all"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'all' is not expected here"))
    }
}
