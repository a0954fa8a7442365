import Foundation

/// A chip of the kernel's own GPIO simulator (Documentation/admin-guide/gpio/gpio-sim.rst), made through configfs and
/// removed with the last reference: a real driver behind the real interface.
final class GPIOSim {
    /// Whether this machine has the simulator, and this user may use it.
    static var isPresent: Bool {
        let folder = "/sys/kernel/config/gpio-sim"
        return access(folder, W_OK) == 0 && geteuid() == 0
    }

    let label: String
    private let configuration: String
    private let pins: String

    /// - Parameter names: the lines, by offset; an empty name is none.
    init(lines names: [String]) throws {
        label = "earshot-\(UUID().uuidString.prefix(8))"
        configuration = "/sys/kernel/config/gpio-sim/\(label)"
        let bank = "\(configuration)/bank0"
        try Self.makeFolder(bank)
        try Self.write(label, to: "\(bank)/label")
        try Self.write("\(names.count)", to: "\(bank)/num_lines")
        for (offset, name) in names.enumerated() where !name.isEmpty {
            try Self.makeFolder("\(bank)/line\(offset)")
            try Self.write(name, to: "\(bank)/line\(offset)/name")
        }
        try Self.write("1", to: "\(configuration)/live")
        let device = try Self.read("\(configuration)/dev_name")
        pins = "/sys/devices/platform/\(device)/\(try Self.read("\(bank)/chip_name"))"
    }

    deinit {
        remove()
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: "\(configuration)/bank0")) ?? []
        where entry.hasPrefix("line") {
            rmdir("\(configuration)/bank0/\(entry)")
        }
        rmdir("\(configuration)/bank0")
        rmdir(configuration)
    }

    /// Pulls the adapter out.
    func remove() { try? Self.write("0", to: "\(configuration)/live") }

    /// Plugs it in again; to the kernel it is another chip. Its lines' levels are not looked at from then on.
    func bringBack() throws { try Self.write("1", to: "\(configuration)/live") }

    /// What a wire or resistor does to a line that nobody drives.
    func pull(_ offset: Int, up: Bool) throws {
        try Self.write(up ? "pull-up" : "pull-down", to: "\(pins)/sim_gpio\(offset)/pull")
    }

    /// The voltage of a line.
    func isHigh(_ offset: Int) throws -> Bool { try Self.read("\(pins)/sim_gpio\(offset)/value") == "1" }

    /// The simulator makes folders of its own inside, so only the named ones are made here.
    private static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// In one write, as the kernel wants it.
    private static func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY)
        guard file >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(file) }
        guard Glibc.write(file, text, text.utf8.count) == text.utf8.count else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    private static func read(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
