import Foundation
import Interpretation
import TestSupport
import Testing

@testable import Evaluation

@Suite struct TrustWriterTests {
    private let folder = TemporaryFolder()
    private let own = Trust(0.65)

    @Test("A trust is set beside the phrase, and nothing else changes")
    func insertion() throws {
        let text = """
            # A lamp and a pump.
            outputs: { lamp: GPIO17 }
            commands:
              lamp:
                say: "turn on the lamp"   # politely
                # What follows.
                do: { output: lamp, set: on }

              pump: { say: 'run the pump' }  # only an event
              gate:
                say: >
                  open the
                  gate
            """
        let path = folder.write(text, to: "site.yaml")
        try TrustWriter.write(["lamp": .strict, "pump": own, "gate": .loose], to: path)
        let written = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            written == """
                # A lamp and a pump.
                outputs: { lamp: GPIO17 }
                commands:
                  lamp:
                    say: "turn on the lamp"   # politely
                    # What follows.
                    trust: strict
                    do: { output: lamp, set: on }

                  pump: { trust: 0.65, say: 'run the pump' }  # only an event
                  gate:
                    trust: loose
                    say: >
                      open the
                      gate
                """)
    }

    @Test("A trust that is there is replaced, however it was written")
    func replacement() throws {
        let text = """
            commands:
              lamp: { say: "turn on the lamp", trust: normal }
              pump:
                say: "run the pump"
                trust: "strict"  # it floods
              gate:
                trust: 0.3
                say: "open the gate"
            """
        let path = folder.write(text, to: "site.yaml")
        try TrustWriter.write(["lamp": .strict, "pump": .normal, "gate": .loose], to: path)
        let written = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            written == """
                commands:
                  lamp: { say: "turn on the lamp", trust: strict }
                  pump:
                    say: "run the pump"
                    trust: normal  # it floods
                  gate:
                    trust: loose
                    say: "open the gate"
                """)
    }

    @Test("A file that is written in a way not understood stays as it is, and the message says what to set")
    func byHand() throws {
        let text = """
            commands:
              gate:
                say: "open the gate"
                trust: "str\\u0069ct"
            """
        let path = folder.write(text, to: "site.yaml")
        #expect {
            try TrustWriter.write(["gate": .loose], to: path)
        } throws: {
            "\($0)".contains("gate: trust: loose")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try folder.names() == ["site.yaml"])
    }

    @Test("No other file is touched, and the new text has the old one's mode")
    func neighbours() throws {
        let text = "commands: { gate: { say: \"open the gate\" } }\n"
        let path = folder.write(text, to: "site.yaml")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let other = folder.write("mine", to: "site.yaml.new")
        try TrustWriter.write(["gate": .strict], to: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("trust: strict"))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o640)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
        #expect(try folder.names() == ["site.yaml", "site.yaml.new"])
    }

    @Test("A comment that ends with a comma or a brace makes no map in braces")
    func commentBefore() throws {
        let path = folder.write(
            """
            outputs: { lamp: GPIO17 }
            commands:
              gate:
                say: "open the gate"  # up, down,
                do: { output: lamp, set: on }
              lamp:  # {
                say: "turn on the lamp"
            """, to: "site.yaml")
        try TrustWriter.write(["lamp": .strict, "gate": .loose], to: path)
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == """
                outputs: { lamp: GPIO17 }
                commands:
                  gate:
                    say: "open the gate"  # up, down,
                    trust: loose
                    do: { output: lamp, set: on }
                  lamp:  # {
                    trust: strict
                    say: "turn on the lamp"
                """)
    }
}
