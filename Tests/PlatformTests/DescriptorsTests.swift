import Glibc
import Platform
import Testing

@Suite struct DescriptorsTests {
    @Test("Whoever waits for several descriptors is told which are readable; negative ones are left out")
    func readable() throws {
        let quiet = try EventDescriptor()
        let ready = try EventDescriptor()
        ready.signal()
        let descriptors = [quiet.descriptor, -1, ready.descriptor]
        #expect(Descriptors.waitUntilReadable(descriptors) == [ready.descriptor])
        quiet.signal()
        #expect(Descriptors.waitUntilReadable(descriptors) == [quiet.descriptor, ready.descriptor])
    }

    @Test("A wait ends at its limit, not before; one that is over already is a look")
    func limit() throws {
        let event = try EventDescriptor()
        let clock = MonotonicClock()
        let start = clock.now
        #expect(Descriptors.waitUntilReadable([event.descriptor], within: .microseconds(1500)) == [])
        #expect(clock.now - start >= .microseconds(1500))
        event.signal()
        #expect(Descriptors.waitUntilReadable([event.descriptor], within: .seconds(-1)) == [event.descriptor])
    }

    @Test("All is written, in order, though the descriptor takes only a part at a time")
    func whole() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        try #require(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        try #require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        let sent = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }
        var received: [UInt8] = []
        func drain() {
            var part = [UInt8](repeating: 0, count: 10_000)
            while case let count = read(ends[0], &part, part.count), count > 0 { received += part[..<count] }
        }
        var codes: Set<Int32> = []
        try Descriptors.write(sent, to: ends[1]) { code in
            codes.insert(code)
            drain()
            return true
        }
        drain()
        #expect(received == sent)
        #expect(codes == [EAGAIN], "a pipe holds less than that")
    }

    @Test("A failure that is not tried again is thrown with its errno; nothing to write is no failure")
    func failure() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(throws: PlatformError.refused(call: "write", code: ENOSPC)) {
            try Descriptors.write("a line\n", to: full)
        }
        var attempts = 0
        #expect(throws: PlatformError.refused(call: "write", code: ENOSPC)) {
            try Descriptors.write("a line\n", to: full) { _ in
                attempts += 1
                return attempts < 3
            }
        }
        #expect(attempts == 3)
        try Descriptors.write("", to: -1)
    }
}
