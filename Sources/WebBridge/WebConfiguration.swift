import EventSocket

/// Where pages are served, to whom, and what they are told and may ask for: one YAML file.
///
/// Nothing at all is a useful one: the page on this machine, with states and no words, by which nothing is moved.
///
/// ```yaml
/// words: on
/// press: on
/// origins: [http://localhost:8080]
/// ```
package struct WebConfiguration: Sendable, Hashable {
    /// An IPv4 or IPv6 address of this machine.
    package var address = "127.0.0.1"
    package var port = 8027
    /// Names by which browsers may call this machine, besides `localhost` and the address; addresses as they stand in a URL.
    package var hosts: [String] = []
    /// Pages from elsewhere that may read events and ask for something: scheme, host and port, in lower case.
    package var origins: [String] = []
    /// Where the appliance listens.
    package var socket = SocketClient.standardPath
    /// Whether what was said is told, as far as the socket tells it.
    package var tellsWords = false
    /// Whether pages may mute the microphone, and unmute it.
    package var mayMute = false
    /// Whether pages may press the talk button.
    package var mayPress = false
    /// Whether pages may switch outputs, as far as the socket lets them.
    package var maySwitch = false
    /// What works and is hardly meant: a sentence each, with what to do.
    package var considerations: [String] = []

    /// The page on this machine, which only shows.
    package init() {}

    /// Whether only programs of this machine reach it.
    package var isLocal: Bool { address.hasPrefix("127.") || address == "::1" }

    /// The address as it stands in a URL.
    var addressInURL: String { SocketAddress.bracketed(address) ?? address }
}
