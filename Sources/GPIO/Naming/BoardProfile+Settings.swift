import Configuration
import Glibc
import Platform

extension BoardProfile {
    /// Where profiles are looked for: with what came with the program.
    public static var searchPaths: [String] { DataFolders.folders("board") }

    /// Reads a profile.
    ///
    /// ```yaml
    /// name: Raspberry Pi
    /// compatible: [raspberrypi]
    /// header:
    ///   11: GPIO17
    /// chips:
    ///   - label: pinctrl-bcm2835
    ///     on_release: keeps-level
    /// ```
    ///
    /// - Throws: `ConfigurationError`: the file cannot be read, or everything that is wrong in it.
    package static func load(path: String) throws(ConfigurationError) -> BoardProfile {
        let document = try Document.load(path: path)
        let diagnostics = Diagnostics(of: document)
        let profile = BoardProfile(document.root, diagnostics)
        try diagnostics.check()
        return profile
    }

    /// The profile of the machine this runs on, recognized by its device tree; `bare` if none is.
    ///
    /// - Parameters:
    ///   - searchPaths: The folders of profiles (`*.yaml`), which are read one after the other until one fits.
    ///   - deviceTree: The file with the names that the device tree has for the machine, each ended by a zero.
    /// - Throws: what is wrong with a profile on the way.
    package static func ofThisMachine(
        searchPaths: [String] = searchPaths, deviceTree: String = "/proc/device-tree/compatible"
    ) throws(ConfigurationError) -> BoardProfile {
        // "raspberrypi,5-model-b", "brcm,bcm2712": maker and model, each ended by a zero.
        let present = (SystemFiles.text(of: deviceTree) ?? "").split(separator: "\0")
        for folder in searchPaths {
            for file in SystemFiles.names(in: folder) where file.hasSuffix(".yaml") {
                let profile = try load(path: "\(folder)/\(file)")
                let isThis = profile.compatible.contains { wanted in
                    present.contains { $0 == wanted || $0.hasPrefix(wanted + ",") }
                }
                if isThis { return profile }
            }
        }
        return .bare
    }

    /// The Raspberry Pi's: what a configuration is taken for on a machine that is no known board, where it is tried on
    /// simulated pins or only read. `bare` if it was not installed.
    static var typical: BoardProfile {
        DataFolders.first("board/raspberry-pi.yaml").flatMap { try? load(path: $0) } ?? .bare
    }

    /// Itself; where nothing is known of the board, the profile of the Raspberry Pi, on which a configuration is tried with
    /// simulated pins or only read. Still `bare` if that was not installed.
    public var orTypical: BoardProfile { self == .bare ? .typical : self }

    /// What a configuration's lines are held against: itself; where there is no board at all, so that a configuration is
    /// only read or tried with simulated pins, the Raspberry Pi's. `bare` on a board that no profile fits, whose lines may
    /// have any name, and where no profile is installed.
    ///
    /// - Parameter deviceTree: The file that every board has, as in `ofThisMachine(searchPaths:deviceTree:)`.
    public func forChecks(deviceTree: String = "/proc/device-tree/compatible") -> BoardProfile {
        access(deviceTree, F_OK) == 0 ? self : orTypical
    }

    /// Decodes a profile, complaining of what is wrong.
    init(_ node: Node, _ diagnostics: Diagnostics) {
        let reader = MapReader(node, diagnostics)
        self.init(
            name: reader.required("name") ?? "",
            compatible: reader.optional("compatible") ?? [],
            misnomers: reader.optional("misnomers") ?? [])
        if let pins = reader.map("header") {
            for entry in pins.entries {
                guard let pin = Int(entry.key), pin > 0 else {
                    diagnostics.add("expected the number of a pin, not '\(entry.key)'", at: entry.keyMark)
                    continue
                }
                header[pin] = String.read(entry.value, diagnostics)
            }
        }
        if let list = reader.node("chips") {
            if let items = list.items {
                chips = items.map { ChipProfile($0, diagnostics) }
            } else {
                diagnostics.add("expected a list of chips, but this is \(list.kind)", at: list.mark)
            }
        }
        reader.finish()
    }
}

extension ReleaseBehaviour: SettingValue {}

extension ChipProfile {
    init(_ node: Node, _ diagnostics: Diagnostics) {
        let reader = MapReader(node, diagnostics)
        self.init(
            label: reader.required("label") ?? "", linePrefix: reader.optional("line_prefix"),
            lineCount: reader.optional("lines", Int.self, in: 1...1_000_000),
            onRelease: reader.optional("on_release") ?? .unknown,
            releaseParameter: reader.optional("release_parameter"), note: reader.optional("note"))
        reader.finish()
    }
}
