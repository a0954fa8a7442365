import Foundation
import TestSupport
import Testing

/// The bridge at brokers that do not let everybody in.
@Suite(.serialized) struct GuardedHouseTests {
    @Test("By TLS it knows the broker, and the broker knows it, each by a certificate of the house")
    func certificates() throws {
        let folder = TemporaryFolder()
        let house = try Self.houseWithTLS(in: folder)
        let bridge = try house.startBridge(
            broker:
                ", ca: \(folder.path("ca.pem")), certificate: \(folder.path("box.pem")), key: \(folder.path("box.key"))"
        )
        let appliance = try house.startAppliance()
        try house.told("online", at: "box/availability")
        try house.broker.writes("New client connected .* as earshot_")
        _ = (bridge, appliance)
    }

    @Test(
        "A broker whose certificate another authority has signed is told nothing, and the log says what to put right"
    )
    func strangeBroker() throws {
        let folder = TemporaryFolder()
        let house = try Self.houseWithTLS(in: folder)
        try Self.makeAuthority("other", in: folder)
        let bridge = try house.startBridge(
            broker:
                ", ca: \(folder.path("other.pem")), certificate: \(folder.path("box.pem")), key: \(folder.path("box.key"))"
        )
        let line = try bridge.writes("no TLS with the broker at localhost:\(house.port)")
        #expect(
            line.hasSuffix(
                "warning: mqtt: no TLS with the broker at localhost:\(house.port) (certificate verify failed); "
                    + "'ca:' has to be the certificate that the broker's is signed with, "
                    + "and localhost a name in the broker's"), "\(line)")
        #expect(!house.reader.text.contains("box/"))
    }

    @Test(
        "A broker without a certificate for this box does not let it in, and the log says that the broker ends it"
    )
    func noCertificate() throws {
        let folder = TemporaryFolder()
        let house = try Self.houseWithTLS(in: folder)
        let bridge = try house.startBridge(broker: ", ca: \(folder.path("ca.pem"))")
        // Which of the two depends on how libmosquitto reads the broker's alert.
        let place = "the broker at localhost:\(house.port)"
        try bridge.writes(
            "warning: mqtt: (\(place) ends the connection at once|no TLS with \(place)) "
                + "\\(tlsv13 alert certificate required\\)")
        #expect(!house.reader.text.contains("box/"))
    }

    @Test("Without TLS at a port for TLS, the log says to add it")
    func plain() throws {
        let folder = TemporaryFolder()
        let house = try Self.houseWithTLS(in: folder)
        let bridge = try house.startBridge()
        try bridge.writes("ends the connection at once.*if that is a port for TLS, add 'tls: on'")
    }

    @Test("With user and password it is let in; with a wrong one the log says where to put the right one")
    func passwords() throws {
        let folder = TemporaryFolder()
        let accounts = folder.path("accounts")
        let maker = try RunningProgram("mosquitto_passwd", ["-b", "-c", accounts, "box", "open sesame"])
        try #require(maker.end(by: 0) == 0, "\(maker.text)")
        let house = try House(
            "allow_anonymous false\npassword_file \(accounts)", reading: ["-u", "box", "-P", "open sesame"],
            in: folder)
        let password = folder.write("wrong\n", to: "password")
        chmod(password, 0o600)
        let stranger = try house.startBridge(broker: ", user: box, password_file: \(password)")
        let line = try stranger.writes("does not let user 'box' in")
        #expect(line.contains("put the right ones into 'user:' and the file of 'password_file:'"))
        #expect(!stranger.text.contains("wrong"))
        stranger.end()
        folder.write("open sesame\n", to: "password")
        let bridge = try house.startBridge(broker: ", user: box, password_file: \(password)")
        let appliance = try house.startAppliance()
        try house.told("online", at: "box/availability")
        _ = (bridge, appliance)
    }

    @Test("Where nobody listens, and where no address is known, the log says so, and it goes on trying")
    func nobody() throws {
        let house = try House()
        house.stopBroker()
        let bridge = try house.startBridge()
        try bridge.writes(
            "broker at localhost:\(house.port) is not reached \\(Connection refused\\); does it run")
        try house.restartBroker()
        try bridge.writes("connected to localhost")
        let lost = house.folder.write("broker: no-such-host.invalid\n", to: "lost.yaml")
        let other = try RunningProgram(BuiltProgram.mqttBridge, ["--config", lost])
        try other.writes("no address is known for the broker no-such-host.invalid; check 'host:'")
    }

    // MARK: - Certificates

    private static func houseWithTLS(in folder: TemporaryFolder) throws -> House {
        try makeAuthority("ca", in: folder)
        try makeCertificate("broker", of: "localhost", in: folder)
        try makeCertificate("box", of: "box", in: folder)
        return try House(
            """
            allow_anonymous true
            cafile \(folder.path("ca.pem"))
            certfile \(folder.path("broker.pem"))
            keyfile \(folder.path("broker.key"))
            require_certificate true
            """,
            reading: [
                "--cafile", folder.path("ca.pem"), "--cert", folder.path("box.pem"), "--key",
                folder.path("box.key"),
            ], in: folder)
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    private static func makeAuthority(_ name: String, in folder: TemporaryFolder) throws {
        try openssl(
            [
                "req", "-x509", "-days", "2", "-subj", "/CN=\(name) of the house", "-keyout",
                folder.path("\(name).key"),
                "-out", folder.path("\(name).pem"),
            ] + newKey)
    }

    private static func makeCertificate(_ name: String, of subject: String, in folder: TemporaryFolder) throws
    {
        try openssl(
            [
                "req", "-subj", "/CN=\(subject)", "-keyout", folder.path("\(name).key"), "-out",
                folder.path("\(name).csr"),
            ]
                + newKey)
        let extensions = folder.write("subjectAltName=DNS:\(subject)\n", to: "\(name).ext")
        try openssl([
            "x509", "-req", "-days", "2", "-in", folder.path("\(name).csr"), "-CA", folder.path("ca.pem"),
            "-CAkey",
            folder.path("ca.key"), "-CAcreateserial", "-extfile", extensions, "-out",
            folder.path("\(name).pem"),
        ])
    }

    private static func openssl(_ arguments: [String]) throws {
        let program = try RunningProgram("openssl", arguments)
        try #require(program.end(by: 0) == 0, "\(program.text)")
    }
}
