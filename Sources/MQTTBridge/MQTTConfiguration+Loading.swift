import Configuration
import EventSocket
import Glibc
import Platform

extension MQTTConfiguration {
    /// Reads and checks a file, for this machine.
    ///
    /// - Throws: `ConfigurationError` with everything that is wrong in it, and in the files that it names.
    package static func load(_ path: String) throws(ConfigurationError) -> MQTTConfiguration {
        try MQTTConfiguration(Document.load(path: path), host: HostName.current)
    }

    /// Decodes and checks a document.
    ///
    /// - Throws: as ``load(_:)`` does.
    package init(_ document: Document, host: String) throws(ConfigurationError) {
        let diagnostics = Diagnostics(of: document)
        let reader = MapReader(document.root, diagnostics)
        let broker = BrokerSection(reader.requiredNode("broker"), host: host, diagnostics)
        self.init(host: host, broker: broker.options)
        considerations = broker.considerations
        if let path = reader.text("socket", host: host) {
            socket = path
            if let mistake = SocketClient.mistake(in: path) { reader.report(mistake, about: "socket") }
        }
        if let text = reader.text("name", host: host) {
            name = text
            if text.allSatisfy(\.isWhitespace) { reader.report("a device needs a name", about: "name") }
        }
        if let text = reader.topic("topic", host: host) { topic = text }
        switch reader.node("discovery")?.text.flatMap(Bool.init(setting:)) {
        case false?: discovery = nil
        case true?: break
        case nil: if let text = reader.topic("discovery", host: host) { discovery = text }
        }
        tellsWords = reader.optional("words", Bool.self) ?? false
        mayMute = reader.optional("mute", Bool.self) ?? true
        interval = reader.optional("interval", in: .seconds(5) ... .seconds(3600)) ?? interval
        reader.finish()
        try diagnostics.check()
    }
}

/// The section `broker:`, a host or a map.
private struct BrokerSection {
    var options = MQTTConfiguration.Broker(host: "", port: 1883)
    var considerations: [String] = []

    init(_ node: Node?, host: String, _ diagnostics: Diagnostics) {
        guard let node else { return }
        let (name, reader) = MapReader.open(node, "host", String.self, diagnostics)
        if let name { options.host = Self.checked(name, at: (node["host"] ?? node).mark, diagnostics) }
        guard let reader else { return }
        options.tls = Self.tls(reader, host: host)
        if let tls = options.tls {
            for path in [tls.authority, tls.certificate].compactMap(\.self) {
                considerReaders(of: path, isSecret: false)
            }
            if let key = tls.key { considerReaders(of: key, isSecret: true) }
        }
        options.port =
            reader.optional("port", Int.self, in: 1...65_535) ?? (options.tls == nil ? 1883 : 8883)
        options.keepAlive =
            reader.optional("keep_alive", in: .seconds(5) ... .seconds(3600)) ?? options.keepAlive
        options.user = reader.text("user", host: host)
        if let path = reader.path("password_file", host: host) { readPassword(path, reader) }
        reader.finish()
    }

    private static func checked(_ host: String, at mark: Mark, _ diagnostics: Diagnostics) -> String {
        if host.isEmpty || host.contains(where: { $0.isWhitespace || $0 == "/" })
            || host.count(where: { $0 == ":" }) == 1
        {
            diagnostics.add(
                "expected a host name or an address, not '\(host)'; a port and TLS are keys of their own: "
                    + "{ host: broker.lan, port: 8883, tls: on }", at: mark)
        }
        return host
    }

    private static func tls(_ reader: MapReader, host: String) -> MQTTConfiguration.TLS? {
        var tls = MQTTConfiguration.TLS()
        let isOn = reader.optional("tls", Bool.self)
        tls.authority = reader.pemFile("ca", of: "CERTIFICATE-----", host: host)
        tls.certificate = reader.pemFile("certificate", of: "CERTIFICATE-----", host: host)
        tls.key = reader.pemFile("key", of: "PRIVATE KEY-----", host: host)
        for (one, other) in [("certificate", "key"), ("key", "certificate")]
        where reader.node(one) != nil && reader.node(other) == nil {
            reader.report("'\(one)' needs '\(other)' beside it, the file that belongs to it", about: one)
        }
        let hasFiles = ["ca", "certificate", "key"].contains { reader.node($0) != nil }
        if isOn == false, hasFiles {
            reader.report("certificates are for TLS; remove them, or 'tls: off'", about: "tls")
        }
        return isOn ?? hasFiles ? tls : nil
    }

    /// Whether the service may read a file, and nobody else a secret one.
    private mutating func considerReaders(of path: String, isSecret: Bool) {
        var status = stat()
        if isSecret, stat(path, &status) == 0, status.st_mode & S_IROTH != 0 {
            considerations.append(
                "everybody on this machine may read \(path); 'sudo chown earshot-mqtt \(path)' and "
                    + "'sudo chmod 400 \(path)' keep it to the service")
        } else if geteuid() == 0, let service = UserAccount(named: "earshot-mqtt"),
            !service.may(S_IROTH, path)
        {
            // Root reads everything, so that whoever checks as root would learn it from the service's failure.
            considerations.append(
                "the service's user 'earshot-mqtt' may not read \(path); "
                    + (isSecret ? "'sudo chown earshot-mqtt \(path)'" : "'sudo chmod a+r \(path)'")
                    + " lets it")
        }
    }

    private mutating func readPassword(_ path: String, _ reader: MapReader) {
        if options.user == nil {
            reader.report("a password needs a user; add 'user:' beside it", about: "password_file")
        }
        guard let text = reader.contents(of: path, "password_file") else { return }
        let password = TextFile.lines(of: text).first.map(String.init) ?? ""
        if password.isEmpty {
            reader.report(
                "the first line of \(path) is empty; write the password there", about: "password_file")
        }
        options.password = password
        considerReaders(of: path, isSecret: true)
        if options.tls == nil, !options.isLocal {
            considerations.append(
                "the password goes to \(options.host) as it is, for everybody in the network to read; "
                    + "add 'tls: on', or 'ca:' with the certificate of the broker's authority")
        }
    }
}

extension MapReader {
    /// The text of `key`, with the name of the machine where `<host>` stands.
    fileprivate func text(_ key: String, host: String) -> String? {
        guard let text = optional(key, String.self) else { return nil }
        let filled = text.split(separator: "<host>", omittingEmptySubsequences: false).joined(separator: host)
        if let start = filled.firstIndex(of: "<"), let end = filled[start...].firstIndex(of: ">") {
            report(
                "there is no '\(filled[start...end])' to fill in; '<host>' is the name of the machine",
                about: key)
            return nil
        }
        return filled
    }

    fileprivate func path(_ key: String, host: String) -> String? {
        guard let path = text(key, host: host) else { return nil }
        guard path.hasPrefix("/") else {
            report(
                "expected a path from the root, such as /etc/earshot/mqtt-\(key), not '\(path)'", about: key)
            return nil
        }
        return path
    }

    /// A file in PEM (RFC 7468) with at least one block of this kind, which is all that is looked at: what TLS says of it comes
    /// with the first connection.
    fileprivate func pemFile(_ key: String, of kind: String, host: String) -> String? {
        guard let path = path(key, host: host), let text = contents(of: path, key) else { return nil }
        let hasBlock = TextFile.lines(of: text).contains { $0.hasPrefix("-----BEGIN") && $0.contains(kind) }
        if !hasBlock {
            let name = key == "key" ? "private key" : "certificate"
            report(
                "there is no \(name) in \(path); name a file in PEM, with a line '-----BEGIN …\(kind)'",
                about: key)
        }
        return path
    }

    /// What is in a file that `key` names; nil after a diagnostic.
    fileprivate func contents(of path: String, _ key: String) -> String? {
        do {
            return try TextFile.text(path: path)
        } catch {
            report(error.description.split(separator: "\n").first.map(String.init) ?? path, about: key)
            return nil
        }
    }

    /// A topic to publish to: no wildcards, no empty level.
    fileprivate func topic(_ key: String, host: String) -> String? {
        guard let topic = text(key, host: host) else { return nil }
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard !levels.contains(""), !topic.contains(where: { "+#$\0".contains($0) }), topic.utf8.count <= 200
        else {
            report(
                "expected a topic such as earshot/<host>, of 200 bytes at most, without '+', '#', '$' and empty levels, not '\(topic)'",
                about: key)
            return nil
        }
        return topic
    }
}
