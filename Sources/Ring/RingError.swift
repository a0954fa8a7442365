import Glibc
import Platform

/// Why a ring or its wake-up could not be made. Nothing throws once a ring is running.
///
/// ```swift
/// do {
///     try producer.lockMemory()
/// } catch .notLocked {
///     print("the ring may be paged out; raise LimitMEMLOCK")
/// } catch {
///     print(error)
/// }
/// ```
public enum RingError: Error, Sendable, Hashable {
    /// The layout asked for cannot exist: a size is not positive, or the whole does not fit into memory.
    case invalidLayout(frameCapacity: Int, bytesPerFrame: Int, gapCapacity: Int)
    /// The system gave no memory of this many bytes; `code` is the system's `errno`.
    case outOfMemory(byteCount: Int, code: Int32)
    /// The system gave no file descriptor; `code` is the system's `errno`.
    case noDescriptor(code: Int32)
    /// The memory could not be locked; `code` is the system's `errno`.
    case notLocked(byteCount: Int, code: Int32)
}

extension RingError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .invalidLayout(let frameCapacity, let bytesPerFrame, let gapCapacity):
            """
            no ring has \(frameCapacity) frames of \(bytesPerFrame) bytes and room for \(gapCapacity) gaps: use \
            positive sizes that fit into memory
            """
        case .outOfMemory(let byteCount, let code):
            "no memory for a ring of \(byteCount) bytes (\(systemText(code))): ask for a smaller ring, or free memory"
        case .noDescriptor(let code):
            "no file descriptor for a ring (\(systemText(code))): close files, or raise LimitNOFILE"
        case .notLocked(let byteCount, let code):
            """
            a ring of \(byteCount) bytes cannot be locked in memory (\(systemText(code))): raise LimitMEMLOCK, or accept \
            that it may be paged out
            """
        }
    }
}
