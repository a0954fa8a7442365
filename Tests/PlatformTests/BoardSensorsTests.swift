import Platform
import TestSupport
import Testing

struct BoardSensorsTests {
    @Test("The sensor of the board that is warmest counts, and one that gives nonsense does not")
    func temperature() {
        let folder = TemporaryFolder()
        #expect(BoardSensors(root: folder.path).temperature == nil)
        for (zone, text) in ["47774", "51200", "-274000", "0", "warm"].enumerated() {
            _ = folder.makeFolder("class/thermal/thermal_zone\(zone)")
            folder.write(text + "\n", to: "class/thermal/thermal_zone\(zone)/temp")
        }
        #expect(BoardSensors(root: folder.path).temperature == 51.2)
    }
}
