import Testing

@testable import Utterance

@Suite("Noise in which nobody speaks, and the search for wake phrases")
struct VoiceGateTests {
    /// A gate, and what it lets through.
    private struct Listener {
        var gate = VoiceGate()
        var next: UInt64 = 0
        /// Frames that were searched, one range for each stretch without a gap.
        var searched: [Range<UInt64>] = []

        mutating func hear(_ span: Duration, speechProbability: Float, noise level: Double? = -50) {
            hear(span, SpeechEstimate(probability: speechProbability, noiseLevel: level))
        }

        mutating func hear(_ span: Duration, _ estimate: SpeechEstimate?) {
            for _ in 0..<Int(span / .milliseconds(10)) {
                let block = [Int16](repeating: Int16(truncatingIfNeeded: next / 160), count: 160)
                var parts: [Range<UInt64>] = []
                let isSearched = block.withUnsafeBufferPointer { block in
                    gate.pass(block, first: next, estimate: estimate) { samples, first in
                        #expect(samples.first == Int16(truncatingIfNeeded: first / 160))
                        parts.append(first..<first + UInt64(samples.count))
                    }
                }
                #expect(isSearched == !parts.isEmpty)
                for part in parts { search(part) }
                next += 160
            }
        }

        private mutating func search(_ part: Range<UInt64>) {
            if let last = searched.last, last.upperBound == part.lowerBound {
                searched[searched.count - 1] = last.lowerBound..<part.upperBound
            } else {
                searched.append(part)
            }
        }
    }

    @Test("Noise is searched for two seconds, and again from a second and a half before a voice")
    func opens() {
        var listener = Listener()
        listener.hear(.seconds(10), speechProbability: 0.2)
        #expect(listener.searched == [0..<31_840])
        listener.hear(.seconds(1), speechProbability: 0.9)
        // Eight of ten blocks at 0.9 and two at 0.2 are a voice.
        let opened: UInt64 = 160_000 + 7 * 160
        #expect(listener.searched.count == 2)
        let searched = opened - 24_000..<176_000
        #expect(listener.searched.last == searched)
        listener.hear(.seconds(10), speechProbability: 0.2)
        let shut: UInt64 = 176_000 + 2 * 160 + 31_840
        #expect(listener.searched.last?.upperBound == shut)
    }

    @Test("Who pauses and speaks again is searched without a gap")
    func pauses() {
        var listener = Listener()
        for _ in 0..<5 {
            listener.hear(.milliseconds(500), speechProbability: 0.9)
            listener.hear(.milliseconds(3300), speechProbability: 0.1)
        }
        #expect(listener.searched.count == 1)
    }

    @Test("A clap that is taken for speech for a moment is not searched")
    func flickers() {
        var listener = Listener()
        listener.hear(.seconds(5), speechProbability: 0.1)
        for _ in 0..<10 {
            listener.hear(.milliseconds(60), speechProbability: 1)
            listener.hear(.seconds(1), speechProbability: 0.1)
        }
        #expect(listener.searched == [0..<31_840])
    }

    @Test("Everything is searched where nobody knows whether it is speech")
    func unknown() {
        var listener = Listener()
        listener.hear(.seconds(60), nil)
        #expect(listener.searched == [0..<960_000])
    }

    @Test(
        "Everything is searched where it is quiet, for there may be a quiet voice",
        arguments: [-58, -100, nil])
    func quiet(level: Double?) {
        var listener = Listener()
        listener.hear(.seconds(60), speechProbability: 0, noise: level)
        #expect(listener.searched == [0..<960_000])
    }

    @Test("Where noise ends it listens again, with what was before")
    func noiseEnds() {
        var listener = Listener()
        listener.hear(.seconds(10), speechProbability: 0, noise: -40)
        listener.hear(.seconds(1), speechProbability: 0, noise: -70)
        #expect(listener.searched.last == 136_000..<176_000)
    }

    @Test("After a gap it listens, and what it held back before is forgotten")
    func gaps() {
        var listener = Listener()
        listener.hear(.seconds(5), speechProbability: 0.1)
        listener.next += 16_000
        listener.gate.reset(at: listener.next)
        let start = listener.next
        listener.hear(.seconds(1), speechProbability: 0.1)
        let rest = start..<start + 16_000
        #expect(listener.searched.last == rest)
    }
}
