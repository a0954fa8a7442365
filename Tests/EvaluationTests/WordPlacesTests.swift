import Configuration
import Testing

@testable import Evaluation

@Suite struct WordPlacesTests {
    @Test("Words of a phrase are found between its signs, and rules, tags and weights are none")
    func phrase() {
        let found = WordPlaces.words(of: "[please] /2/ Open|<way>+ (the \"gate\"){tag}*")
        #expect(found.map(\.word) == ["please", "open", "the", "gate"])
        #expect(found.map(\.offset) == [1, 13, 26, 31])
    }

    @Test("A word's place is its first in commands and rules, or its own pronunciation")
    func places() throws {
        let document = try Document(
            text: """
                wake: okay workshop
                commands: { lamp: { say: ["turn it", "<state> lamp"] } }
                rules: { state: "on | off" }
                pronunciations: { off: "AO F", on: [AA N, AA MM] }
                """, name: "site.yaml")
        let places = WordPlaces(document.root)
        #expect(places["workshop"]?.description == "site.yaml:1:12")
        #expect(places["lamp"]?.description == "site.yaml:2:47")
        #expect(places["on"]?.description == "site.yaml:4:37")
        #expect(places["off"]?.description == "site.yaml:4:24")
        #expect(places["state"] == nil)
        #expect(places.mark(of: "F", in: "off")?.description == "site.yaml:4:28")
        #expect(places.mark(of: "MM", in: "on")?.description == "site.yaml:4:46")
        #expect(places.mark(of: "MM", in: "lamp")?.description == "site.yaml:2:47")
    }
}
