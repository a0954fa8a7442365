import EventSocket

/// What a bridge connects, and what it tells: one YAML file, the same for any number of boxes.
///
/// `<host>` in a value stands for the name of the machine, so that each box has topics, a user and a certificate of its own.
///
/// ```yaml
/// broker: { host: broker.lan, ca: /etc/earshot/mqtt-ca.pem, user: <host>, password_file: /etc/earshot/mqtt-password }
/// topic: workshop/<host>
/// ```
package struct MQTTConfiguration: Sendable, Hashable {
    /// The broker, and how it is told who this is.
    package struct Broker: Sendable, Hashable {
        /// A host name or an address.
        package var host: String
        package var port: Int
        /// Nil without TLS.
        package var tls: TLS?
        package var user: String?
        package var password: String?
        /// How long nothing may come from the broker before the connection counts as lost.
        package var keepAlive = Duration.seconds(30)

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        /// Whether what is sent stays on this machine.
        var isLocal: Bool { ["localhost", "::1"].contains(host) || host.hasPrefix("127.") }
    }

    /// Files in PEM.
    package struct TLS: Sendable, Hashable {
        /// The certificate that the broker's is signed with; nil for those that the system trusts.
        package var authority: String?
        /// The certificate by which the broker knows this box, with its key.
        package var certificate: String?
        package var key: String?

        package init() {}
    }

    /// The name of the machine.
    package var host: String
    package var broker: Broker
    /// Where the appliance listens.
    package var socket = SocketClient.standardPath
    /// What people call the device.
    package var name: String
    /// What all topics begin with.
    package var topic: String
    /// What Home Assistant's discovery topics begin with; nil is no discovery.
    package var discovery: String? = "homeassistant"
    /// Whether what was said is told, as far as the socket tells it.
    package var tellsWords = false
    /// Whether it may be muted from the broker.
    package var mayMute = true
    /// How often the counters are told.
    package var interval = Duration.seconds(60)
    /// What works and is hardly meant: a sentence each, with what to do.
    package var considerations: [String] = []

    /// The device of `host` at a broker without TLS.
    package init(host: String, broker: Broker) {
        self.host = host
        self.broker = broker
        name = host
        topic = "earshot/\(host)"
    }
}
