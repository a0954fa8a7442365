import Glibc

/// What the system's own programs say.
enum CommandOutput {
    /// Runs a line of shell; nil when it fails or says nothing. Waits for it, on any thread.
    static func text(of command: String) -> String? {
        guard let pipe = popen("\(command) 2>/dev/null", "r") else { return nil }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { text += buffer[..<count] }
        return pclose(pipe) == 0 && !text.isEmpty ? String(decoding: text, as: UTF8.self) : nil
    }
}
