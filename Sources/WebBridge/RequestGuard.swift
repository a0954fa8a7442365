/// Says who may read and ask: pages of this bridge, and those of `origins:`.
///
/// A browser sends any page's requests to any address, this machine's among them. So two things are looked at, which no page
/// can forge: the name by which the browser called this machine (`Host`), since a name elsewhere can be made to lead here (DNS
/// rebinding), and where the page that asks came from (`Origin`, `Sec-Fetch-Site`). A picture or a script of another page has neither
/// over plain HTTP: it reads nothing, and ``WebServer`` has it follow no events. A program that is no browser is not kept away by
/// that: on this machine it would be, if it were not to read, by a login before the bridge.
///
/// A value. Nothing here is more than comparing texts, so any thread may use it.
struct RequestGuard: Sendable {
    /// The headers of a request that count; nil where it has none of that name.
    struct Headers: Sendable {
        var host: String?
        var origin: String?
        var fetchSite: String?
    }

    enum Verdict: Sendable, Hashable {
        /// By a page of this bridge, or by no page.
        case own
        /// By a page of this origin, which the browser is to be told.
        case foreign(origin: String)
        /// Why not, and what to do.
        case refused(String)
    }

    private let hosts: Set<String>
    private let origins: Set<String>

    init(_ configuration: WebConfiguration) {
        hosts = Set(["localhost", "127.0.0.1", "[::1]", configuration.addressInURL] + configuration.hosts)
        origins = Set(configuration.origins)
    }

    /// - Parameter isOpen: of what everybody may load, such as a script without a secret.
    func verdict(on headers: Headers, isOpen: Bool) -> Verdict {
        guard let host = headers.host?.lowercased(), hosts.contains(Self.name(of: host)) else {
            return .refused(
                "this machine is not called '\(Self.shown(headers.host))'; add that to 'hosts:' in web.yaml if it is"
            )
        }
        if isOpen { return .own }
        guard let origin = headers.origin?.lowercased() else {
            // Scripts and pictures of other pages come without an origin.
            guard [nil, "same-origin", "none"].contains(headers.fetchSite) else {
                return .refused("pages from elsewhere may not load this")
            }
            return .own
        }
        if origin == "http://\(host)" || origin == "https://\(host)" { return .own }
        if origins.contains(origin) { return .foreign(origin: origin) }
        return .refused(
            origin == "null"
                ? "a page of a file has no origin; have a server serve it, and add that to 'origins:' in web.yaml"
                : "pages of '\(Self.shown(origin))' may not read this; add that to 'origins:' in web.yaml if they may"
        )
    }

    /// Without the port, and an address as it stands in a URL.
    private static func name(of host: String) -> String {
        let colon = host.hasSuffix("]") ? nil : host.lastIndex(of: ":")
        let name = String(host[..<(colon ?? host.endIndex)])
        return name.hasPrefix("[") ? SocketAddress.bracketed(name) ?? name : name
    }

    /// What somebody sent, as far as it may stand in an answer.
    private static func shown(_ text: String?) -> String {
        String((text ?? "").prefix(80).map { $0.isASCII && $0 > " " && !"<>&\"'\\".contains($0) ? $0 : "?" })
    }
}
