import Testing

@testable import Wyoming

struct WyomingAddressTests {
    @Test(
        "Sockets and ports of this machine are addresses",
        arguments: [
            ("unix:///run/asr/asr.sock", "unix:///run/asr/asr.sock"),
            ("tcp://127.0.0.1:10300", "tcp://127.0.0.1:10300"),
            ("tcp://127.8.9.10:1", "tcp://127.8.9.10:1"), ("tcp://localhost:65535", "tcp://127.0.0.1:65535"),
            ("tcp://[::1]:10300", "tcp://[::1]:10300"),
        ])
    func own(text: String, shown: String) throws {
        #expect("\(try WyomingAddress(text))" == shown)
    }

    @Test(
        "Other machines are refused, with the reason",
        arguments: [
            "tcp://192.168.1.7:10300", "tcp://example.org:10300", "tcp://0.0.0.0:10300", "tcp://[::]:10300",
            "tcp://[fe80::1]:10300", "tcp://128.0.0.1:10300", "tcp://127.1:10300",
            "tcp://localhost.example.org:1",
            "tcp://[::ffff:127.0.0.1]:10300",
        ])
    func others(text: String) throws {
        let message = try #require(Self.mistake(in: text))
        #expect(message.contains("sound does not leave the device"))
    }

    @Test(
        "What is no address is refused, with how to write one",
        arguments: [
            "", "asr.sock", "/run/asr.sock", "unix://asr.sock", "unix://",
            "unix:///" + String(repeating: "a", count: 107),
            "tcp://127.0.0.1", "tcp://127.0.0.1:0", "tcp://127.0.0.1:70000", "tcp://127.0.0.1:x",
            "udp://127.0.0.1:80",
        ])
    func malformed(text: String) throws {
        let message = try #require(Self.mistake(in: text))
        #expect(message.contains("unix:///run/asr/asr.sock") || message.contains("tcp://127.0.0.1:10300"))
    }

    private static func mistake(in text: String) -> String? {
        do {
            _ = try WyomingAddress(text)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
