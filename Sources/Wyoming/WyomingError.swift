import Glibc
import Platform

/// Why a recognizer on this machine gave no text. Messages name its address and say what to do.
package enum WyomingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with a text that should be an address.
    package enum AddressMistake: Sendable, Hashable {
        /// It begins as no address does.
        case noScheme
        /// It names no path from the root, or one that is too long for a socket.
        case noPath
        /// It names no port.
        case noPort
        /// It is of another machine, at this port.
        case elsewhere(port: UInt16)
    }

    /// The text is no address that a recognizer may have.
    case badAddress(String, AddressMistake)
    /// No connection could be made; the errno.
    case away(WyomingAddress, code: Int32)
    /// It takes no more sound: so much waits for it, or for so long.
    case behind(WyomingAddress)
    /// No text came in time after the end of what was said.
    case late(WyomingAddress, limit: Duration)
    /// It does not say what it is.
    case silent(WyomingAddress, limit: Duration)
    /// It closed the connection before there was an answer.
    case disconnected(WyomingAddress)
    /// It answered before it had heard everything.
    case early(WyomingAddress)
    /// It says itself that it cannot; its own words. They may be words that were heard, so no message has them.
    case refused(WyomingAddress, text: String)
    /// What it sends is not the protocol.
    case garbled(WyomingAddress, FormatMistake)

    package var description: String {
        switch self {
        case .badAddress(let text, .noScheme):
            "'\(text)' is no address; write unix:///run/asr/asr.sock, or tcp://127.0.0.1:10300"
        case .badAddress(let text, .noPath):
            "'\(text)': write the path of the socket from the root, of 107 bytes at most: unix:///run/asr/asr.sock"
        case .badAddress(let text, .noPort):
            "'\(text)' needs a port: tcp://127.0.0.1:10300"
        case .badAddress(let text, .elsewhere(let port)):
            "'\(text)' is not of this machine, and sound does not leave the device; write "
                + "tcp://127.0.0.1:\(port), tcp://[::1]:\(port), or unix:///run/asr/asr.sock"
        case .away(let address, let code):
            "\(address): nobody answers there (\(Self.reason(code))); start the recognizer, or correct the address"
        case .behind(let address):
            "\(address): it takes sound too slowly; is it stuck, or the machine too busy? Restart it"
        case .late(let address, let limit):
            "\(address): no text within \(limit.inWords); take a smaller model, or raise 'timeout'"
        case .silent(let address, let limit):
            "\(address): it does not say what it is within \(limit.inWords); restart it"
        case .disconnected(let address):
            "\(address): it hung up before there was an answer; its own log says why"
        case .early(let address):
            "\(address): it answered before it had heard everything; its own log may say why"
        case .refused(let address, _): "\(address): it says that it cannot; its own log says why"
        case .garbled(let address, let mistake): "\(address): \(mistake); is that a Wyoming server?"
        }
    }

    /// Why no connection could be made: in the system's words, unless it is known what to do.
    package static func reason(_ code: Int32) -> String {
        code == EAFNOSUPPORT
            ? "this service may use sockets of the file system only; write unix:///run/asr/asr.sock"
            : systemText(code)
    }
}

extension WyomingError {
    /// What is wrong with bytes that should be messages of the protocol; the parser knows no more.
    package enum FormatMistake: Error, Sendable, Hashable, CustomStringConvertible {
        /// A line that is no header.
        case noHeader
        /// A header, or what it announces, is longer than any should be.
        case tooLong
        /// A message lacks what its kind must have, or has it in another form.
        case noText(type: String)

        package var description: String {
            switch self {
            case .noHeader: "what it sends is not a line of JSON with a 'type'"
            case .tooLong: "what it sends is longer than any message should be"
            case .noText(let type): "its '\(type)' is not as the protocol has it"
            }
        }
    }
}
