import Foundation

/// A folder of a test's own that goes, with all that is in it, with the last reference to it.
///
/// A suite keeps one as a property: each of its tests gets another, which goes when the test ends.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() {
        var template = Array((NSTemporaryDirectory() + "earshot-XXXXXX").utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            guard mkdtemp(buffer.baseAddress!) != nil else {
                preconditionFailure("no temporary folder: \(String(cString: strerror(errno)))")
            }
            return String(cString: buffer.baseAddress!)
        }
    }

    deinit { remove() }

    private func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// For what is used until the last test has ended: it goes with the process.
    public static let ofProcess: TemporaryFolder = {
        atexit { TemporaryFolder.ofProcess.remove() }
        return TemporaryFolder()
    }()

    /// The path of something in it, whether it is there or not.
    public func path(_ name: String) -> String { path + "/" + name }

    /// What is in it, in alphabetical order.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Makes a file in it, or makes it anew, and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String) -> String { write(text.utf8, to: name) }

    /// Makes a file in it, or makes it anew, and returns its path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) -> String {
        try! Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Makes a folder in it, with those that it is in, and returns its path.
    public func makeFolder(_ name: String) -> String {
        try! FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }
}
