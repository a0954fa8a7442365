import Configuration
import GPIO
import Testing

@testable import Appliance

/// Lights while sound is kept apart from an appliance.
@Suite struct RecordingLightsTests {
    private func configuration() throws -> ApplianceConfiguration {
        try ApplianceConfiguration(
            Document(
                text: """
                    wake: okay workshop
                    recognize: dictation
                    lights: { recording: GPIO17, status: GPIO4 }
                    """, name: "site.yaml"))
    }

    @Test("The lights that show recording are lit while sound is kept, and dark before and after")
    func litWhileKept() throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        func isLit() -> [Bool] { ["GPIO17", "GPIO4"].map { chip.isHigh($0) } }
        let lights = try RecordingLights(configuration(), on: pinout)
        #expect(isLit() == [false, false])
        try lights.light()
        #expect(isLit() == [true, true])
        lights.darken()
        #expect(isLit() == [false, false])
    }

    @Test("Where the light cannot be lit, nothing may be kept")
    func brokenLight() throws {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        let lights = try RecordingLights(configuration(), on: pinout)
        chip.failWrites(to: "GPIO17", errno: 5)
        #expect(throws: GPIOError.self) { try lights.light() }
    }

    @Test("Without lights no board is needed")
    func noLights() throws {
        var dark = try configuration()
        dark.lights = [:]
        let lights = try RecordingLights(dark)
        try lights.light()
        lights.darken()
    }
}
