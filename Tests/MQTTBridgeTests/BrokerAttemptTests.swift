import CMosquitto
import Glibc
import Testing

@testable import MQTTBridge

@Suite struct BrokerAttemptTests {
    @Test(
        "A handshake that fails while it is read is told as one that fails at once: what is wrong is the certificate"
    )
    func handshake() {
        var broker = MQTTConfiguration.Broker(host: "hall", port: 8883)
        let attempt = BrokerAttempt(complaint: "error:0A000086:SSL routines::certificate verify failed")
        func explanation(_ code: mosq_err_t, _ failure: Int32) -> String {
            attempt.explanation(of: Int32(code.rawValue), failure, broker)
        }
        #expect(explanation(MOSQ_ERR_ERRNO, EPROTO).contains("is not reached (Protocol error)"))
        broker.tls = MQTTConfiguration.TLS()
        #expect(explanation(MOSQ_ERR_ERRNO, EPROTO) == explanation(MOSQ_ERR_TLS, 0))
        #expect(explanation(MOSQ_ERR_TLS, 0).contains("Debian's package ca-certificates"))
        broker.tls?.authority = "/etc/earshot/ca.pem"
        #expect(
            explanation(MOSQ_ERR_TLS, 0).hasPrefix(
                "no TLS with the broker at hall:8883 (certificate verify failed); 'ca:'"))
        #expect(explanation(MOSQ_ERR_ERRNO, ECONNREFUSED).contains("is not reached (Connection refused)"))
    }
}
