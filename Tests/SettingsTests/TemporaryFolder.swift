import Glibc

/// A folder of a test's own that goes when the test ends.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/earshot-settings-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    func write(_ bytes: some Sequence<UInt8>, to name: String) -> String {
        let file = "\(path)/\(name)"
        let bytes = Array(bytes)
        let stream = fopen(file, "w")!
        fwrite(bytes, 1, bytes.count, stream)
        fclose(stream)
        files.append(file)
        return file
    }

    private var files: [String] = []

    deinit {
        for file in files { unlink(file) }
        rmdir(path)
    }
}
