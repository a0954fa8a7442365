import Platform

/// The program that has a device open: the reason of a
/// ``CaptureError/deviceBusy(name:holder:)``.
public struct DeviceHolder: Sendable, Hashable, CustomStringConvertible {
    /// Its process.
    public var processID: Int32
    /// The name of its program; nil when the process could not be looked at.
    public var program: String?

    init(processID: Int32, program: String?) {
        self.processID = processID
        self.program = program
    }

    /// For messages: `arecord (process 812)`.
    public var description: String { "\(program ?? "a program") (process \(processID))" }
}

extension DeviceHolder {
    /// Who records from a device of a card; nil for no one, or when it cannot be known.
    ///
    /// The kernel names the thread that opened each subdevice. `proc` is where it does so.
    static func find(card: Int, device: Int, proc: String = "/proc") -> DeviceHolder? {
        let folder = "\(proc)/asound/card\(card)/pcm\(device)c"
        for subdevice in SystemFiles.names(in: folder) where subdevice.hasPrefix("sub") {
            guard let status = SystemFiles.text(of: "\(folder)/\(subdevice)/status"),
                let owner = value(of: "owner_pid", in: status)
            else { continue }
            let thread = SystemFiles.text(of: "\(proc)/\(owner)/status") ?? ""
            let process = value(of: "Tgid", in: thread) ?? owner
            guard let number = Int32(process) else { continue }
            return DeviceHolder(
                processID: number, program: SystemFiles.program(ofProcess: process, proc: proc))
        }
        return nil
    }

    /// The value behind `key`, as in `owner_pid   : 1234`.
    private static func value(of key: String, in text: String) -> String? {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmed }
            if parts.count == 2, parts[0] == key { return parts[1] }
        }
        return nil
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest)
    }
}
