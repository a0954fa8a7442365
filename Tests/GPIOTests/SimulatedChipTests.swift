import Testing

@testable import GPIO

@Suite struct SimulatedChipTests {
    @Test("Of a light that has blinked for months the newest changes are kept, each once and in order")
    func longRun() throws {
        let pinout = Pinout.simulated()
        let light = try pinout.output("GPIO17")
        let total = 20_000
        for step in 1...total { try light.set(step % 2 == 1, at: .seconds(step)) }
        let times = try #require(pinout.simulatedChip).history(of: "GPIO17").map(\.at)
        #expect(times.count >= 4_096 && times.count < 10_000)
        #expect(times == (total - times.count + 1...total).map { .seconds($0) })
    }
}
