import Foundation
import Testing

@Suite struct DoctorCommandTests {
    private func findings(_ output: String) throws -> (level: String, subjects: [String: [String]]) {
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let findings = try #require(object?["findings"] as? [[String: String]])
        var subjects: [String: [String]] = [:]
        for finding in findings {
            subjects[try #require(finding["subject"]), default: []].append(try #require(finding["level"]))
            #expect((finding["remedy"] == nil) == (finding["level"] == "ok"), "\(finding)")
        }
        return (try #require(object?["level"] as? String), subjects)
    }

    @Test("The doctor looks at everything, and its exit status says whether something is to be mended")
    func whole() throws {
        let outcome = try Tool.run(["doctor", "models/examples/relays.yaml", "--json"])
        let (level, subjects) = try findings(outcome.output)
        for subject in [
            "service", "configuration", "model", "vocabulary", "phrases", "pins", "microphone", "real time",
            "memory", "disk",
        ] {
            #expect(subjects[subject] != nil, "\(subject)")
        }
        #expect(subjects["configuration"] == ["ok"] && subjects["model"] == ["ok"])
        #expect(outcome.status == (level == "fail" ? 1 : 0))
    }

    @Test("A configuration with a mistake is told, and the rest is looked at all the same")
    func mistaken() throws {
        let path = try Tool.temporaryFile("lisen: button", name: "mistaken.yaml")
        let outcome = try Tool.run(["doctor", path])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("did you mean 'listen'?"))
        #expect(outcome.output.contains("→") && outcome.output.contains("memory"))
        #expect(outcome.output.contains("the microphone was not tried"))
    }
}
