import Configuration
import Interpretation
import Testing

@testable import Appliance

@Suite struct TrustSettingsTests {
    private func trust(_ setting: String) throws -> Trust? {
        let text = "commands: { lamp: { say: lamp on, trust: \(setting) } }"
        return try ApplianceConfiguration(Document(text: text, name: "t.yaml")).commands.first?.trust
    }

    @Test(
        "Trust is a name or a probability",
        arguments: [("loose", Trust.loose), ("strict", .strict), ("0.9", Trust(0.9))])
    func values(setting: String, expected: Trust) throws {
        #expect(try trust(setting) == expected)
        #expect(expected.setting == setting)
    }

    @Test(
        "What is neither is answered with what can be written",
        arguments: ["strickt", "1.5", "[normal]", "-0.1"])
    func mistakes(setting: String) {
        #expect {
            try trust(setting)
        } throws: {
            "\($0)".contains("1:42: expected one of normal, strict, loose")
        }
    }
}
