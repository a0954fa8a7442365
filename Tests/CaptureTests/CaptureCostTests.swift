import CMeasure
import CSndFile
import CaptureRun
import Platform
import Testing

@testable import Capture

@Suite(
    "What the capture thread may not do",
    .enabled(if: !measure_is_sanitized(), "sanitizers have an allocator of their own"))
struct AllocationTests {
    /// Allocations in `count` turns, after a few to get going.
    func allocations<Source: AudioSource & ~Copyable>(_ bench: inout Bench<Source>, turns count: Int)
        -> UInt64
    {
        for _ in 0..<10 { step(&bench) }
        let before = measure_allocations()
        for _ in 0..<count { step(&bench) }
        return measure_allocations() - before
    }

    private func step<Source: AudioSource & ~Copyable>(_ bench: inout Bench<Source>) {
        bench.clock.advance(by: .milliseconds(10))
        _ = bench.turn()
    }

    @Test("Turns of a live source allocate nothing, with no reader, one, three, and when all rings are full")
    func live() throws {
        var bench = try Bench(ScriptedSource())
        #expect(allocations(&bench, turns: 1_000) == 0)
        var readers = [try bench.makeReader()]
        #expect(allocations(&bench, turns: 50) == 0)
        readers.append(try bench.makeReader())
        readers.append(try bench.makeReader())
        #expect(allocations(&bench, turns: 10_000) == 0)
        #expect(bench.core.counters.framesDropped > 0)
        withExtendedLifetime(readers) {}
    }

    @Test("Turns of alsa-lib's file plugin allocate nothing")
    func pcm() throws {
        var source = try PCMSource(DeviceOptions(name: TestPCM.goForward))
        _ = source.start()
        var bench = try Bench(source, isPaced: true)
        let reader = try bench.makeReader()
        #expect(allocations(&bench, turns: 200) == 0)
        // Two seconds of the clock have passed.
        let captured = bench.core.counters.framesCaptured
        #expect(captured > 16_000)
        withExtendedLifetime(reader) {}
    }

    @Test("A reader allocates nothing, whether it converts or not")
    func reader() throws {
        for rate in [16_000, 48_000] {
            var source = ScriptedSource()
            source.format = AudioFormat(sampleRate: rate, channelCount: 1, sample: .int16)
            source.periodFrames = rate / 100
            var bench = try Bench(source)
            let reader = try bench.makeReader()
            var count: UInt64 = 0
            for turn in 0..<1_000 {
                step(&bench)
                let before = measure_allocations()
                while reader.next() != nil {}
                if turn > 10 { count += measure_allocations() - before }
            }
            #expect(count == 0)
        }
    }
}

@Suite("Benchmarks")
struct CaptureRunTests {
    @Test("A run measures what it hears")
    func run() throws {
        let run = try CaptureRun(input: .device(DeviceOptions(name: TestPCM.short)), readers: 2)
        #expect(run.audioTime == .milliseconds(250))
        #expect(run.latencies.count == 25)
        #expect(run.processorTime > .zero)
        #expect(run.lateness.first == .zero)
        #expect(CaptureRun.quantile(1, of: run.lateness) == run.lateness.last)
    }
}
