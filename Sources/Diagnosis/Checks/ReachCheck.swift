import Appliance
import Evaluation
import Glibc
import Platform

/// Whether the service reaches what its configuration names: it runs as a user of its own, sees no homes, and writes in few places.
///
/// Of files nothing is read but their permissions, and of alsa-lib's settings which devices they define; nothing is written.
package struct ReachCheck: HealthCheck {
    /// A file or folder, and how the configuration comes to it.
    struct Place: Sendable, Hashable {
        /// `the configuration`, `'import:'`.
        var source: String
        var path: String
        /// What to name in its stead.
        var better: String
        /// Whether it is the configuration itself, which the service opens by a path of its own.
        var isConfiguration = false
    }

    package let subject = "files"
    private let user: UserAccount?
    private let writableFolders: [String]
    private let read: [Place]
    private let written: [Place]
    private let devices: [(section: String, device: String)]
    private let home: String?
    private let hidden: [String]
    private let folder: String
    private let settings: String

    /// Nothing is looked at where the configuration is not the service's.
    ///
    /// - Parameter service: What systemd knows of it; nil where that does not run.
    package init(_ review: ConfigurationReview, asSystemdKnows service: ServiceState?) {
        let configuration = review.configuration
        guard ServiceUser.reads(configuration.path),
            case .service(let folders) = SinkCheck.Writer(of: configuration.path, asSystemdKnows: service)
        else {
            self.init(user: nil)
            return
        }
        func file(_ source: String, _ path: String) -> Place {
            Place(source: source, path: path, better: ServiceUser.folder)
        }
        var files = [
            Place(
                source: "the configuration", path: configuration.path, better: ServiceUser.folder,
                isConfiguration: true)
        ]
        files += review.imports.map { file("'import:'", $0) }
        if let folder = configuration.dictation.builtIn.vocabulary {
            files.append(file("'vocabulary:'", folder))
        }
        var written: [Place] = []
        if let path = configuration.socket.path {
            written.append(Place(source: "'socket:'", path: path, better: "/run/earshot/events"))
        }
        if let path = configuration.metrics?.path {
            written.append(Place(source: "'metrics:'", path: path, better: "/var/lib/earshot/earshot.prom"))
        }
        self.init(
            user: ServiceUser.account, writableFolders: folders, read: files, written: written,
            devices: review.namedDevices, home: getenv("HOME").map { String(cString: $0) })
    }

    /// - Parameters:
    ///   - hidden: What the service sees nothing of.
    ///   - folder: Where its configuration is.
    ///   - settings: Where the machine's settings of alsa-lib are.
    init(
        user: UserAccount?, writableFolders: [String] = [], read: [Place] = [], written: [Place] = [],
        devices: [(section: String, device: String)] = [], home: String? = nil,
        hidden: [String] = ServiceUser.hidden, folder: String = ServiceUser.folder,
        settings: String = "/etc"
    ) {
        self.user = user
        self.writableFolders = writableFolders
        self.read = read
        self.written = written
        self.devices = devices
        self.home = home
        self.hidden = hidden
        self.folder = folder
        self.settings = settings
    }

    package func examine() -> [Finding] {
        guard let user else { return [] }
        var findings = read.compactMap { reading($0, user) }
        findings += written.compactMap(writing)
        findings += devices.compactMap { naming($0.device, in: $0.section) }
        return findings.isEmpty ? [.ok("the service reaches all that the configuration names")] : findings
    }

    private func reading(_ place: Place, _ user: UserAccount) -> Finding? {
        let file = ServiceUser.resolved(place.path) ?? place.path
        // A link to the configuration is not how the service comes to it.
        let paths = place.isConfiguration && file.isBelow(folder) ? [file] : [place.path, file]
        if let folder = hidden.first(where: { folder in paths.contains { $0.isBelow(folder) } }) {
            let link = file == place.path ? "" : ", where '\(place.path)' leads"
            return .fail(
                "the service sees nothing in \(folder), so not '\(file)'\(link) (\(place.source))",
                "put it itself, and no link, into \(place.better)")
        }
        let barriers = user.barriers(to: place.path)
        guard !barriers.isEmpty else { return nil }
        return .fail(
            "the service's user '\(user.name)' may not read '\(place.path)' (\(place.source))",
            "'sudo chmod a+rX \(barriers.map(\.asShellWord).joined(separator: " "))'")
    }

    private func writing(_ place: Place) -> Finding? {
        guard !writableFolders.contains(where: { place.path.isBelow($0) }) else { return nil }
        let folder = SystemFiles.folder(of: place.path)
        return .fail(
            "the service may not write '\(place.path)' (\(place.source))",
            "name \(place.better); or 'sudo systemctl edit earshot', and there '[Service]' and 'ReadWritePaths=\(folder)'"
        )
    }

    /// PCMs that alsa-lib defines for everybody.
    private static let general = [
        "default", "sysdefault", "hw", "plughw", "plug", "dmix", "dsnoop", "null", "file", "tee", "shm",
        "front", "rear", "center_lfe", "side", "surround21", "surround40", "surround41", "surround50",
        "surround51", "surround71", "iec958", "spdif", "hdmi", "modem", "phoneline",
    ]

    /// A PCM that is defined, or defined otherwise, for whoever asks alone.
    private func naming(_ device: String, in section: String) -> Finding? {
        guard let home else { return nil }
        let pcm = device.prefix { $0 != ":" }
        let own = ["\(home)/.asoundrc", "\(home)/.config/alsa/asoundrc"]
        let shared = "\(settings)/asound.conf"
        guard let file = own.first(where: { Self.defines(pcm, in: $0) }), !Self.defines(pcm, in: shared)
        else { return nil }
        if Self.general.contains(where: { $0 == pcm }) || isAddedToAll(pcm) {
            return .warn(
                "'\(device)' ('\(section):') may be another device to the service: it does not read '\(file)'",
                "write the definition into \(shared) where the service is to use the same")
        }
        return .fail(
            "the service does not know '\(device)' ('\(section):'), which is defined in '\(file)'",
            "write the definition into \(shared)")
    }

    /// Whether a package defines the PCM for everybody, as sound servers' do.
    private func isAddedToAll(_ pcm: Substring) -> Bool {
        let folder = "\(settings)/alsa/conf.d"
        return SystemFiles.names(in: folder).contains {
            $0.hasSuffix(".conf") && Self.defines(pcm, in: "\(folder)/\($0)")
        }
    }

    /// Whether a file of alsa-lib's settings has `pcm.NAME`.
    private static func defines(_ pcm: Substring, in file: String) -> Bool {
        guard let bytes = SystemFiles.bytes(of: file, atMost: 1 << 16) else { return false }
        let text = String(decoding: bytes, as: UTF8.self).filter { $0 != "!" }
        let words = text.split(whereSeparator: \.isNewline).flatMap { line in
            line.prefix { $0 != "#" }.split { $0.isWhitespace || "{}=;,".contains($0) }
        }
        let name = "pcm.\(pcm)"
        return words.contains { $0 == name || $0.hasPrefix("\(name).") }
    }
}
