import CGPIO
import Platform

final class SystemOutputLine: OutputLine {
    let identity: LineIdentity
    private let chip: SystemChip
    private var handle: OpaquePointer?

    init(_ identity: LineIdentity, of chip: SystemChip, _ handle: OpaquePointer) {
        self.identity = identity
        self.chip = chip
        self.handle = handle
    }

    deinit { release() }

    func set(_ isOn: Bool, at time: Duration) throws(GPIOError) {
        guard let handle else { preconditionFailure("\(identity) was released") }
        let code = cgpio_set(handle, isOn)
        guard code == 0 else { throw .failed(identity, .drive, errno: code) }
    }

    func release() {
        if let handle { cgpio_release(handle) }
        handle = nil
    }
}

final class SystemInputLine: InputLine {
    let identity: LineIdentity
    /// How long the kernel waits for the line to be still before it stamps and reports a change.
    private let debounce: Duration
    private let chip: SystemChip
    private var handle: OpaquePointer?
    private let clock = MonotonicClock()

    init(_ identity: LineIdentity, of chip: SystemChip, _ handle: OpaquePointer, debounce: Duration) {
        self.identity = identity
        self.chip = chip
        self.handle = handle
        self.debounce = debounce
    }

    deinit { release() }

    var fileDescriptor: Int32? {
        guard let handle else { return nil }
        let descriptor = cgpio_descriptor(handle)
        return descriptor < 0 ? nil : descriptor
    }

    var isDebounced: Bool { debounce > .zero }
    var nextDeadline: Duration? { nil }

    func isActive(at time: Duration) throws(GPIOError) -> Bool {
        guard let handle else { preconditionFailure("\(identity) was released") }
        var isActive = false
        let code = cgpio_get(handle, &isActive)
        guard code == 0 else { throw .failed(identity, .read, errno: code) }
        return isActive
    }

    func edges(upTo now: Duration) throws(GPIOError) -> [Edge] {
        guard let handle else { preconditionFailure("\(identity) was released") }
        let capacity = Int(CGPIO_EDGES)
        var count = 0
        var code: Int32 = 0
        let raw = [cgpio_edge](unsafeUninitializedCapacity: capacity) { buffer, filled in
            code = cgpio_read_edges(handle, buffer.baseAddress, &count)
            filled = code == 0 ? count : 0
        }
        guard code == 0 else { throw .failed(identity, .read, errno: code) }
        guard !raw.isEmpty else { return [] }
        // The kernel's stamp and the capture clock have different origins; an edge's age is the same on both.
        let present = clock.now
        return raw.map { edge in
            let stamp = Duration.nanoseconds(Int64(edge.nanoseconds))
            let age = max(.zero, present - stamp) + debounce
            return Edge(isActive: edge.is_active, at: max(.zero, now - age), kernelTime: stamp)
        }
    }

    func release() {
        if let handle { cgpio_release(handle) }
        handle = nil
    }
}
