import Configuration
import EventSocket
import Glibc

extension WebConfiguration {
    /// Reads and checks a file.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - place: where systemd listens for this service, which the file cannot change; nil where it does not.
    /// - Throws: `ConfigurationError` with everything that is wrong in it.
    package static func load(
        _ path: String, listeningAt place: SocketPlace? = nil
    ) throws(ConfigurationError) -> WebConfiguration {
        try WebConfiguration(Document.load(path: path, mayBeEmpty: true), listeningAt: place)
    }

    /// Decodes and checks a document.
    ///
    /// - Throws: as ``load(_:listeningAt:)`` does.
    package init(_ document: Document, listeningAt place: SocketPlace? = nil) throws(ConfigurationError) {
        let diagnostics = Diagnostics(of: document)
        let reader = MapReader(document.root, diagnostics)
        self.init()
        let writtenPort = reader.optional("port", Int.self, in: 1...65_535)
        let writtenAddress = reader.address("address")
        port = place?.port ?? writtenPort ?? port
        address = place?.address ?? writtenAddress ?? address
        for (key, differs) in [
            ("port", port != writtenPort ?? port), ("address", address != writtenAddress ?? address),
        ] where differs {
            reader.report(
                "systemd listens at \(addressInURL):\(port) for this service; "
                    + "leave this out, and say it by 'systemctl edit earshot-web.socket'",
                about: key)
        }
        hosts = reader.each("hosts", Self.host)
        origins = reader.each("origins", Self.origin)
        if let path = reader.optional("socket", String.self) {
            socket = path
            if let mistake = SocketClient.mistake(in: path) { reader.report(mistake, about: "socket") }
        }
        tellsWords = reader.optional("words", Bool.self) ?? false
        mayMute = reader.optional("mute", Bool.self) ?? false
        mayPress = reader.optional("press", Bool.self) ?? false
        maySwitch = reader.optional("output", Bool.self) ?? false
        reader.finish()
        try diagnostics.check()
        if !isLocal { considerNetwork() }
    }

    private mutating func considerNetwork() {
        considerations.append(
            "everybody who reaches \(address):\(port) may read\(tellsWords ? " what is said here" : " what happens here"), "
                + "as it is on the wire; put a server with TLS and a login before it, or leave 'address:' out"
        )
        if ["0.0.0.0", "::"].contains(address), hosts.isEmpty {
            considerations.append(
                "browsers elsewhere are refused until 'hosts:' has the name by which they call this machine")
        }
    }

    /// A name without a port, in lower case, or an address as it stands in a URL; nil if it is neither.
    private static func host(_ text: String) -> String? {
        if let address = SocketAddress.bracketed(text) { return address }
        let isName =
            !text.isEmpty
            && text.utf8.allSatisfy {
                $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
        return isName ? text.lowercased() : nil
    }

    /// `https://kiosk.lan`, `http://localhost:8080`, `http://[::1]:8080`; nil for a whole address, a pattern, or `null`.
    private static func origin(_ text: String) -> String? {
        guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            return nil
        }
        let authority = text.dropFirst(scheme.count).lowercased()
        // The colons in brackets are those of an address.
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let name = String(authority[..<(colon ?? authority.endIndex)])
        guard !name.contains(":") || name.hasPrefix("["), let host = host(name) else { return nil }
        guard let colon else { return scheme + host }
        guard let port = UInt16(authority[colon...].dropFirst()), port > 0 else { return nil }
        // As browsers have it.
        let isUsual = (scheme == "http://" && port == 80) || (scheme == "https://" && port == 443)
        return isUsual ? scheme + host : scheme + "\(host):\(port)"
    }

    /// What it comes to, for people.
    package var summary: String {
        let allowed = [(mayMute, "mute"), (mayPress, "press the talk button"), (maySwitch, "switch outputs")]
            .filter(\.0).map(\.1)
        return """
            page                  http://\(addressInURL):\(port)/
            reached from          \(isLocal ? "this machine only" : "the network")
            called                \((["localhost", addressInURL] + hosts).joined(separator: ", "))
            pages from elsewhere  \(origins.isEmpty ? "none" : origins.joined(separator: ", "))
            appliance             \(socket)
            words that were said  \(tellsWords ? "told, as far as the appliance's socket tells them" : "not told")
            pages may             \(allowed.isEmpty ? "ask for nothing" : allowed.joined(separator: ", "))
            """
    }
}

extension MapReader {
    /// An address in numbers.
    fileprivate func address(_ key: String) -> String? {
        guard let text = optional(key, String.self) else { return nil }
        let address = SocketAddress.canonical(text)
        if address == nil {
            report("expected an address in numbers, such as 127.0.0.1 or ::1, not '\(text)'", about: key)
        }
        return address
    }

    /// The items of a list as `form` has them; a diagnostic for each that it has not.
    fileprivate func each(_ key: String, _ form: (String) -> String?) -> [String] {
        guard let list = node(key) else { return [] }
        // A single value stands for a list of one.
        return (list.items ?? [list]).compactMap { item in
            guard let text = String.read(item, diagnostics) else { return nil }
            if let value = form(text) { return value }
            diagnostics.refuse(
                item,
                key == "hosts"
                    ? "expected a name without a port, such as kiosk.lan, not '\(text)'"
                    : "expected where a page comes from, without a path, such as http://localhost:8080, not '\(text)'"
            )
            return nil
        }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
