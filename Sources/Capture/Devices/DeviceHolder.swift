/// The program that has a device open.
public struct DeviceHolder: Sendable, Hashable, CustomStringConvertible {
    /// Its process.
    public var processID: Int32
    /// The name of its program; nil when the process could not be looked at.
    public var program: String?

    public init(processID: Int32, program: String?) {
        self.processID = processID
        self.program = program
    }

    public var description: String { "\(program ?? "a program") (process \(processID))" }
}
