import EventSocket
import Foundation
import Glibc
import Platform
import Synchronization

/// The socket of an appliance that says what a test has it say, and to every request yes. For one program at a time.
final class FakeAppliance: Sendable {
    private let listener: Int32
    private let status: String
    private let connection = Mutex<Int32>(-1)
    private let asked = Mutex<[String]>([])

    /// - Parameters:
    ///   - path: where it listens.
    ///   - commands: what it hears; none is dictation.
    init(at path: String, commands: [String] = []) throws {
        status = Self.status(commands)
        let socket = LocalSocket.make()
        let bound = LocalSocket.withAddress(of: path) { bind(socket, $0, $1) }
        precondition(bound == 0 && listen(socket, 8) == 0, "cannot listen at \(path)")
        listener = socket
        try SystemThread(name: "fake-appliance") { [weak self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0, let appliance = self else { return }
                appliance.serve(connection)
            }
        }.detach()
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// The requests so far, but for those how it is.
    var requests: [String] { asked.withLock { $0 } }

    /// Tells the program a line, once there is one; waits while that does not read.
    func say(_ line: String) {
        while connection.withLock({ $0 }) < 0 { usleep(1000) }
        try? Descriptors.write(line + "\n", to: connection.withLock { $0 })
    }

    private static func status(_ commands: [String]) -> String {
        var status = ApplianceStatus(
            configuration: "kiosk.yaml",
            outputs: [
                .init(name: "lamp", isOn: true), .init(name: "Ventilation of the cold store", isOn: false),
            ],
            commands: commands, allows: .init(words: true, say: false, output: true))
        status.state = "idle"
        status.microphone = .init(available: true, source: "USB microphone")
        status.microphone.level = -21.5
        return jsonLine(status)
    }

    private func serve(_ descriptor: Int32) {
        try? Descriptors.write(
            #"{"event":"status","status":\#(status),"t":0,"v":1}"# + "\n", to: descriptor)
        connection.withLock { $0 = descriptor }
        var input = Data()
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { break }
            input += bytes[..<count]
            while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
                reply(to: Array(input[..<end]), descriptor)
                input.removeSubrange(...end)
            }
        }
        connection.withLock { $0 = -1 }
        close(descriptor)
    }

    private func reply(to line: [UInt8], _ descriptor: Int32) {
        guard let request = try? SocketRequest(line), case .number(let id)? = request.id else { return }
        let status = request.action == .status ? #","status":\#(self.status)"# : ""
        if request.action != .status { asked.withLock { $0.append(request.name) } }
        try? Descriptors.write(
            #"{"id":\#(id),"ok":true,"reply":"\#(request.name)"\#(status),"v":1}"# + "\n", to: descriptor)
    }
}
