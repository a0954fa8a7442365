import Glibc
import Platform
import RingSoak
import Testing

@testable import Ring

/// How a class that more than one thread knows keeps an end: behind a constant pointer.
private final class Microphone: @unchecked Sendable {
    private let producer: UnsafeMutablePointer<Producer>

    init(_ end: consuming Producer) {
        producer = .allocate(capacity: 1)
        producer.initialize(to: end)
    }

    deinit {
        producer.deinitialize(count: 1)
        producer.deallocate()
    }

    func hear(_ sample: Int16) -> Bool { producer.pointee.write(sample) }
}

@Suite("The two ends")
struct EndsTests {
    @Test("An end can be kept in a class and used on another thread, and its going is seen by the other end")
    func moving() throws {
        let ring = try RingBuffer(frameCapacity: 100, bytesPerFrame: 2)
        var consumer = ring.consumer
        var microphone: Microphone? = Microphone(ring.producer)
        Worker { [microphone] in
            for sample in 0..<Int16(100) { #expect(microphone!.hear(sample)) }
        }.wait()
        #expect(consumer.isFinished == false)
        microphone = nil
        for sample in 0..<Int16(100) { #expect(consumer.read(as: Int16.self) == sample) }
        #expect(consumer.isFinished == true)
        #expect(consumer.read(as: Int16.self) == nil)
    }

    @Test("Whole frames are copied in and out, and part of a frame is left out")
    func copying() throws {
        let ring = try RingBuffer(frameCapacity: 10, bytesPerFrame: 6)
        var producer = ring.producer
        var consumer = ring.consumer
        let source = (0..<20).map(UInt8.init)
        #expect(source.withUnsafeBytes { producer.write(from: $0) } == 3)
        var target = [UInt8](repeating: 0xFF, count: 14)
        #expect(target.withUnsafeMutableBytes { consumer.read(into: $0) } == 2)
        #expect(target == source.prefix(12) + [0xFF, 0xFF])
        #expect(target.withUnsafeMutableBytes { consumer.read(into: $0) } == 1)
        #expect(target.prefix(6) == source[12..<18])
        #expect(target.withUnsafeMutableBytes { consumer.read(into: $0) } == 0)
    }

    @Test(
        "A reader right behind a stream puts its next look off, within bounds, and stops when it waits itself"
    )
    func delay() throws {
        var ends = Ends(try RingBuffer(frameCapacity: 10_000, bytesPerFrame: 2))
        /// What one look finds and takes.
        func look(_ ends: inout Ends, finds count: Int, wants wanted: Int) -> Int {
            _ = ends.write(count)
            _ = ends.consumer.peek(wanted)
            ends.consumer.advance(ends.consumer.peek(count).count / 2)
            return ends.consumer.delay
        }
        // Blocks one at a time, each waited for.
        for _ in 0..<10 { #expect(look(&ends, finds: 160, wants: 160) == 0) }
        // More than was asked for, each time: a stream.
        var delays = (0..<10).map { _ in look(&ends, finds: 320, wants: 160) }
        #expect(delays.first == 8)
        #expect(delays.last == 64)
        #expect(delays == delays.sorted())
        // A reader that has fallen behind is not held up further.
        #expect(look(&ends, finds: 8_000, wants: 160) == 64)
        delays = (0..<7).map { _ in look(&ends, finds: 0, wants: 160) }
        #expect(delays == [32, 16, 8, 4, 2, 1, 0])
    }

    @Test(
        "The memory of a small ring can be locked in both of its views, unless this user may not lock as much"
    )
    func locking() throws {
        let ring = try RingBuffer(frameCapacity: 1_000, bytesPerFrame: 2)
        let storage = ring.producer.storage
        let memory = storage.memory
        let views = [memory.base, memory.base + memory.byteCount]
        #expect(views.map(isLocked) == [false, false])
        do {
            try ring.producer.lockMemory()
        } catch .notLocked(let byteCount, let code) {
            #expect(byteCount > 0 && (code == ENOMEM || code == EPERM || code == EAGAIN))
            var limit = rlimit()
            try #require(getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0)
            // What others of this process have locked counts, too.
            let wanted = lockedBytes + 2 * memory.byteCount + storage.controlByteCount
            #expect(limit.rlim_cur < rlim_t(wanted))
            return
        }
        #expect(views.map(isLocked) == [true, true])
    }

    /// Whether the mapping that begins there stays in memory, as the kernel tells (proc_pid_smaps(5)).
    private func isLocked(_ start: UnsafeMutableRawPointer) -> Bool {
        let beginning = String(UInt(bitPattern: start), radix: 16) + "-"
        var isThere = false
        let flags = SystemFiles.firstValue(in: "/proc/self/smaps") { line -> String? in
            if line.hasPrefix(beginning) { isThere = true }
            return isThere && line.hasPrefix("VmFlags:") ? line : nil
        }
        return flags?.split(whereSeparator: \.isWhitespace).contains("lo") ?? false
    }

    /// What this process has locked in all.
    private var lockedBytes: Int {
        let kilobytes = SystemFiles.firstValue(in: "/proc/self/status") { line -> Int? in
            line.hasPrefix("VmLck:")
                ? line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first : nil
        }
        return 1024 * (kilobytes ?? 0)
    }
}
