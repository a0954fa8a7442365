import CMosquitto
import Glibc
import Platform

/// What became of one attempt to connect to a broker, and how that is told.
struct BrokerAttempt: Sendable {
    /// What the broker answered (MQTT 3.1.1, 3.2.2.3); nil before it did.
    var answer: Int32?
    /// What libmosquitto, or OpenSSL behind it, complained of last.
    var complaint: String?

    /// Whether the broker let it in.
    var isAccepted: Bool { answer == 0 }

    /// Why it ended, and what to do.
    ///
    /// - Parameters:
    ///   - code: libmosquitto's.
    ///   - failure: the errno beside it.
    func explanation(of code: Int32, _ failure: Int32, _ options: MQTTConfiguration.Broker) -> String {
        let place = "\(options.host):\(options.port)"
        switch answer {
        case 4, 5:
            let who = options.user.map { "user '\($0)'" } ?? "a program without a user"
            return "the broker at \(place) does not let \(who) in; "
                + "put the right ones into 'user:' and the file of 'password_file:', or allow it at the broker"
        case 3: return "the broker at \(place) is not ready; it is tried again"
        case let answer? where answer != 0:
            return
                "the broker at \(place) refuses the connection (\(String(cString: mosquitto_connack_string(answer))))"
        default: break
        }
        let authority =
            options.tls?.authority == nil
            ? "without 'ca:' the authorities of Debian's package ca-certificates are believed, which has to be installed; another "
                + "authority's certificate has to be under 'ca:'"
            : "'ca:' has to be the certificate that the broker's is signed with"
        let withoutTLS =
            "no TLS with the broker at \(place)\(detail); \(authority), and \(options.host) a name in the broker's"
        switch mosq_err_t(code) {
        case MOSQ_ERR_TLS: return withoutTLS
        // Where the handshake takes more than one look, as on a slow board, it fails as any reading does.
        case MOSQ_ERR_ERRNO where failure == EPROTO && options.tls != nil: return withoutTLS
        case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP:
            return
                "no address is known for the broker \(options.host); check 'host:' under 'broker:', and the network"
        case MOSQ_ERR_ERRNO where !isAccepted && failure == EPERM:
            return
                "the unit of this program keeps it to the addresses of a house, and \(options.host) is none; "
                + "'sudo systemctl edit earshot-mqtt' with '[Service]' and 'IPAddressAllow=' adds it"
        case MOSQ_ERR_ERRNO where !isAccepted:
            return "the broker at \(place) is not reached (\(systemText(failure))); "
                + "does it run, and does it listen at that port?"
        case MOSQ_ERR_KEEPALIVE:
            return "nothing came from the broker at \(place) for \(Int(options.keepAlive / .seconds(1))) s"
        default:
            if isAccepted { return "the broker at \(place) has ended the connection" }
            let hint = options.tls == nil ? "; if that is a port for TLS, add 'tls: on'" : ""
            return "the broker at \(place) ends the connection at once\(detail)\(hint)"
        }
    }

    /// What OpenSSL says, without its numbers: `error:0A000086:SSL routines::certificate verify failed`.
    private var detail: String {
        guard let reason = complaint?.split(separator: ":").last, reason.count > 3 else { return "" }
        return " (\(reason))"
    }
}
