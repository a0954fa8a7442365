/// How warm the processor is, and whether it is slowed down for heat or a weak supply, where the board tells.
///
/// Any thread may ask; each call looks anew.
package struct BoardSensors: Sendable {
    /// What keeps the processor from its full speed.
    package struct Throttling: Sendable, Hashable {
        /// The supply is too weak now.
        package var isUndervolted = false
        /// The supply was too weak since the board was started.
        package var wasUndervolted = false
        /// The processor is slowed down now.
        package var isSlowed = false
        /// The processor was slowed down since the board was started.
        package var wasSlowed = false
    }

    private let root: String

    /// - Parameter root: what stands in for `/sys`.
    package init(root: String = "/sys") { self.root = root }

    /// Degrees Celsius of the warmest part; nil where nothing tells.
    package var temperature: Double? {
        let folder = root + "/class/thermal"
        return SystemFiles.names(in: folder).filter { $0.hasPrefix("thermal_zone") }
            .compactMap { number(in: "\(folder)/\($0)/temp").map { Double($0) / 1000 } }
            // What has no sensor behind it gives 0 or nonsense.
            .filter { $0 > -40 && $0 < 150 && $0 != 0 }.max()
    }

    /// Nil where nothing tells: Raspberry Pis do.
    package var throttling: Throttling? {
        // Bits as the firmware has them: 0 and 16 for the supply, 1 to 3 and 17 to 19 for the speed.
        if let bits = firmware.compactMap({ hexadecimal(in: $0 + "/get_throttled") }).first {
            return Throttling(
                isUndervolted: bits & 0x1 != 0, wasUndervolted: bits & 0x1_0000 != 0,
                isSlowed: bits & 0xE != 0, wasSlowed: bits & 0xE_0000 != 0)
        }
        let folder = root + "/class/hwmon"
        for name in SystemFiles.names(in: folder) where text(in: "\(folder)/\(name)/name") == "rpi_volt" {
            guard let alarm = number(in: "\(folder)/\(name)/in0_lcrit_alarm") else { continue }
            return Throttling(isUndervolted: alarm != 0, wasUndervolted: alarm != 0)
        }
        return nil
    }

    /// The folders of a Raspberry Pi's firmware: `soc/soc:firmware`, on a 5 `soc@107c000000/soc@107c000000:firmware`.
    private var firmware: [String] {
        let folder = root + "/devices/platform"
        return SystemFiles.names(in: folder).filter { $0.hasPrefix("soc") }.flatMap { chip in
            SystemFiles.names(in: "\(folder)/\(chip)").filter { $0.hasSuffix(":firmware") }.map {
                "\(folder)/\(chip)/\($0)"
            }
        }
    }

    private func text(in path: String) -> String? {
        SystemFiles.text(of: path)?.filter { !$0.isWhitespace }
    }

    private func number(in path: String) -> Int? { text(in: path).flatMap { Int($0) } }

    private func hexadecimal(in path: String) -> Int? {
        text(in: path).flatMap { Int($0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...], radix: 16) }
    }
}
