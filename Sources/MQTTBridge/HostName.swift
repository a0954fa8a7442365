import FoundationEssentials

/// What this machine is called in the network.
enum HostName {
    /// The first part of the host name, `workshop` of `workshop.lan`; `earshot` where it has none.
    static var current: String {
        let name = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        return name.isEmpty ? "earshot" : String(name)
    }
}
