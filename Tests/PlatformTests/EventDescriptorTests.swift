import Glibc
import Platform
import Testing

/// An event as a class keeps it; an expectation takes no value that cannot be copied.
private final class Owner {
    let event: EventDescriptor

    init() throws { event = try EventDescriptor() }

    var isSignalled: Bool { event.isSignalled }
    var descriptor: Int32 { event.descriptor }
    func signal() { event.signal() }
    func drain() { event.drain() }
}

@Suite struct EventDescriptorTests {
    @Test("An event is readable from a signal on until it is drained, however often it was signalled")
    func signal() throws {
        let event = try Owner()
        #expect(!event.isSignalled)
        event.signal()
        event.signal()
        #expect(event.isSignalled)
        #expect(event.isSignalled, "to look takes nothing away")
        #expect(Descriptors.waitUntilReadable([event.descriptor]) == [event.descriptor])
        event.drain()
        #expect(!event.isSignalled)
        #expect(Descriptors.waitUntilReadable([event.descriptor], within: .zero) == [])
        event.drain()
        event.signal()
        #expect(event.isSignalled, "draining nothing does no harm")
    }

    @Test("Programs that are started do not get its descriptor, and draining it never waits")
    func descriptor() throws {
        let event = try Owner()
        #expect(fcntl(event.descriptor, F_GETFD) == FD_CLOEXEC)
        #expect(fcntl(event.descriptor, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test("Its descriptor is given back with it: more are made, one after the other, than a process may have")
    func closing() throws {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        for _ in 0...min(limit.rlim_cur, 1 << 20) { _ = try EventDescriptor() }
    }
}
