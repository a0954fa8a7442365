import Configuration
import EventSocket
import Glibc
import Platform

extension KeyboardConfiguration {
    /// Where Debian has the layout of the machine's keyboard.
    private static let systemLayout = "/etc/default/keyboard"

    /// Reads and checks a file.
    ///
    /// - Throws: `ConfigurationError` with everything that is wrong in it.
    package static func load(_ path: String) throws(ConfigurationError) -> KeyboardConfiguration {
        try KeyboardConfiguration(
            Document.load(path: path), machine: (try? TextFile.text(path: systemLayout)) ?? "")
    }

    /// Decodes and checks a document.
    ///
    /// - Parameter machine: what /etc/default/keyboard has, whose layout is taken where the document names none.
    /// - Throws: as ``load(_:)`` does.
    package init(_ document: Document, machine: String = "") throws(ConfigurationError) {
        let diagnostics = Diagnostics(of: document)
        let reader = MapReader(document.root, diagnostics)
        self.init(user: reader.required("user") ?? "")
        if reader.node("user") != nil, user.isEmpty || UserAccount(named: user) == nil {
            reader.report(
                "there is no user '\(user)' on this machine; name the one whose session shows the form, as 'loginctl' lists it",
                about: "user")
        }
        if let path = reader.optional("socket", String.self) {
            socket = path
            if let mistake = SocketClient.mistake(in: path) { reader.report(mistake, about: "socket") }
        }
        let settings = Self.settings(machine)
        if let name = reader.optional("layout", String.self) {
            layout = name
            variant = reader.optional("variant") ?? ""
        } else {
            layout = settings["XKBLAYOUT"] ?? layout
            variant = reader.optional("variant") ?? settings["XKBVARIANT"] ?? ""
        }
        // Of several, between which a key changes, the first.
        layout = layout.first(of: ",")
        variant = variant.first(of: ",")
        if reader.node("layout") != nil, layout.isEmpty {
            reader.report(
                "expected a layout, such as us, gb, de or fr; leave this out for the machine's",
                about: "layout"
            )
        }
        do throws(KeyboardError) {
            _ = try KeyboardLayout(layout, variant: variant)
        } catch {
            reader.report(error.description, about: reader.node("layout") == nil ? "variant" : "layout")
        }
        unicode = reader.optional("unicode") ?? unicode
        after = reader.optional("after") ?? after
        returns = reader.optional("returns") ?? returns
        pace = reader.optional("pace", in: .milliseconds(1) ... .milliseconds(200)) ?? pace
        reader.finish()
        try diagnostics.check()
    }

    /// Lines such as `XKBLAYOUT="de"`, keyboard(5).
    private static func settings(_ text: String) -> [String: String] {
        var settings: [String: String] = [:]
        for line in TextFile.lines(of: text) {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = parts[1].filter { $0 != "\"" && $0 != "'" && !$0.isWhitespace }
            if !value.isEmpty { settings[String(parts[0])] = value }
        }
        return settings
    }
}

extension String {
    fileprivate func first(of separator: Character) -> String {
        split(separator: separator, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }
}
