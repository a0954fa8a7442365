import Platform

/// Makes a simulated input's descriptor readable; shared by its line and the code that presses the button. Any thread may
/// use it.
final class EdgeSignal: Sendable {
    let event: EventDescriptor

    /// - Throws: `failed`, when the system has no descriptor left.
    init(of line: LineIdentity) throws(GPIOError) {
        do {
            event = try EventDescriptor()
        } catch {
            throw .failed(line, .request, errno: error.code)
        }
    }
}
