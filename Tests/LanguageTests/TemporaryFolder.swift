import Foundation

/// A folder of a test's own that goes, with all that is in it, when the test ends.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/earshot-language-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    func write(_ text: String, to name: String) -> String { write(Array(text.utf8), to: name) }

    func write(_ bytes: [UInt8], to name: String) -> String {
        let file = "\(path)/\(name)"
        let stream = fopen(file, "w")!
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        return file
    }

    func makeFolder(_ name: String) -> String {
        mkdir("\(path)/\(name)", 0o700)
        return "\(path)/\(name)"
    }

    static func bytes(of file: String) -> [UInt8] {
        guard let stream = fopen(file, "r") else { return [] }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
