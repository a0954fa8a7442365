import Appliance
import Glibc
import Platform

/// What is typed, line by line.
enum Keyboard {
    /// The next line without its end; nil when there is none, or it is time to stop.
    ///
    /// - Parameters:
    ///   - descriptor: What else may become readable while nothing is typed.
    ///   - readDescriptor: Reads the result, and is called once before the first wait.
    static func line(
        until stop: StopSignal, beside descriptor: Int32? = nil, _ readDescriptor: () throws -> Void = {}
    ) throws -> String? {
        var bytes: [UInt8] = []
        while true {
            if descriptor != nil { try readDescriptor() }
            let ready = Descriptors.waitUntilReadable([STDIN_FILENO, stop.descriptor, descriptor ?? -1])
            if stop.isRaised { return nil }
            guard ready.contains(STDIN_FILENO) else { continue }
            var byte: UInt8 = 0
            // One at a time: what follows the line belongs to the next.
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            // The last line may have no end.
            guard count > 0 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            if bytes.count < longestLine { bytes.append(byte) }
        }
    }

    /// The rest of a longer one is left out: no answer is that long, and not every input has lines.
    private static let longestLine = 4096
}
