import Glibc
import Interpretation
import Testing

@testable import Decoding
@testable import Utterance

@Suite("Cepstra")
struct CepstraTests {
    @Test("Memory of endless sound is bounded, and the newest frames are always there")
    func isBounded() {
        var cepstra = Cepstra(dimension: 2, capacity: 10)
        for frame in 0..<1000 {
            cepstra.append([Float(frame), -Float(frame)])
            #expect(cepstra.frames.upperBound == frame + 1)
            #expect(cepstra.frames.count <= 20)
            #expect(cepstra.frames.count >= min(frame + 1, 10))
            #expect(Array(cepstra[frame..<frame + 1]) == [Float(frame), -Float(frame)])
            let oldest = cepstra.frames.lowerBound
            #expect(cepstra[oldest..<oldest + 1].first == Float(oldest))
        }
    }

    @Test("Normalised cepstra have the mean subtracted from every frame")
    func subtractsTheMean() {
        var cepstra = Cepstra(dimension: 2, capacity: 10)
        cepstra.append([1, 2, 3, 4])
        #expect(cepstra.normalized(0..<2, mean: [1, 0]) == [0, 2, 2, 4])
    }
}

@Suite("The newest sound of a stretch")
struct RecentSoundTests {
    @Test("Memory of endless sound is bounded, and the newest frames are always there, by their number")
    func isBounded() {
        var sound = RecentSound(step: 2, capacity: 10)
        for sample in 0..<1000 {
            sound.append([Int16(sample)])
            let newest = max(0, (sample + 1) / 2 - 10)..<(sample + 1) / 2
            let (first, samples) = sound[newest]
            #expect(first == newest.lowerBound && samples.count == 2 * newest.count)
            #expect(samples.first.map(Int.init) == (newest.isEmpty ? nil : 2 * newest.lowerBound))
            #expect(sound[-100..<1000].samples.count <= 2 * (10 + 101))
        }
    }

    @Test(
        "Of frames that are not there yet, or not any more, there is nothing, and a new stretch begins anew")
    func clamped() {
        var sound = RecentSound(step: 2, capacity: 10)
        sound.append([1, 2, 3, 4, 5])
        let (first, samples) = sound[1..<9]
        #expect(first == 1 && samples == [3, 4], "half a frame is none")
        #expect(sound[7..<9].samples.isEmpty)
        sound.removeAll()
        sound.append([6, 7])
        #expect(sound[-5..<5].first == 0 && sound[-5..<5].samples == [6, 7])
    }
}

@Suite("Running mean")
struct RunningMeanTests {
    @Test("The mean of a few frames is their mean")
    func plainMean() {
        #expect(RunningMean(of: [1, 10, 3, 30], dimension: 2).values == [2, 20])
    }

    @Test("Old frames fade out")
    func fades() {
        var mean = RunningMean([100], weight: 50, memory: 50)
        mean.add([Float](repeating: 0, count: 50))
        // (1 - 1/50)^50 is 0.364.
        #expect(abs(mean.values[0] - 36.4) < 0.1)
    }

    @Test("What the mean begins with counts as many frames as it is said to stand for")
    func beginning() {
        var mean = RunningMean([4], weight: 3, memory: 100)
        mean.add([0])
        #expect(mean.values == [3])
    }
}

@Suite("Mean of the first look at a wake phrase")
struct TriggerMeanTests {
    /// Frames of one coefficient, in hops of five as sound comes; of each hop up to where it can be searched.
    private func usable(_ mean: inout TriggerMean, _ levels: [Float], from first: Int = 0) -> [Int] {
        stride(from: 0, to: levels.count, by: 5).map { start in
            mean.learn(from: Array(levels[start..<start + 5]), first: first + start)
            return mean.usable(until: first + start + 5)
        }
    }

    private func speech(_ level: Float, _ count: Int) -> [Float] {
        (0..<count).map { level + [0, 4, -4, 8, -8][$0 % 5] }
    }

    @Test("The first sound waits until enough of it is known, and the mean is then its own")
    func waitsForTheFirstSound() {
        var mean = TriggerMean([60], dimension: 1)
        let quiet = [Float](repeating: 5, count: 20)
        #expect(usable(&mean, quiet) == [5, 10, 15, 20], "quiet is searched at once")
        let places = usable(&mean, speech(30, 60), from: 20)
        #expect(Set(places.prefix(7)) == [20])
        #expect(places.last == 80)
        #expect(abs(mean.values[0] - 30) < 4)
    }

    @Test("Who speaks on is searched at once")
    func speechGoesOn() {
        var mean = TriggerMean([30], dimension: 1)
        _ = usable(&mean, [Float](repeating: 5, count: 20) + speech(30, 100))
        let places = usable(&mean, speech(30, 50), from: 120)
        #expect(places == Array(stride(from: 125, through: 170, by: 5)))
    }

    @Test("Speech over noise that was taken for speech is a new sound")
    func loudSpeechIsNew() {
        var mean = TriggerMean([30], dimension: 1)
        _ = usable(&mean, [Float](repeating: 0, count: 20) + speech(20, 100))
        #expect(abs(mean.values[0] - 20) < 2)
        let places = usable(&mean, speech(50, 60), from: 120)
        #expect(places.first == 120)
        #expect(places.last == 180)
        #expect(abs(mean.values[0] - 50) < 6)
    }

    @Test("A louder sound is known by its level at once, and by its voice as any speech is")
    func voicesAreLearnedSlowly() {
        var mean = TriggerMean([20, 1], dimension: 2)
        func frames(_ levels: [Float], _ shape: Float) -> [Float] { levels.flatMap { [$0, shape] } }
        mean.learn(from: frames([Float](repeating: 0, count: 20) + speech(20, 200), 1), first: 0)
        _ = mean.usable(until: 220)
        mean.learn(from: frames(speech(60, 40), 9), first: 220)
        #expect(mean.values[0] > 55)
        #expect(mean.values[1] < 4)
    }

    @Test("After a second of quiet somebody else may speak")
    func pausesMakeNew() {
        var mean = TriggerMean([50], dimension: 1)
        _ = usable(&mean, [Float](repeating: 0, count: 20) + speech(50, 200))
        _ = usable(&mean, [Float](repeating: 0, count: 150), from: 220)
        let places = usable(&mean, speech(28, 60), from: 370)
        #expect(Set(places.prefix(7)) == [370])
        #expect(abs(mean.values[0] - 28) < 5)
    }

    @Test("After a rest, noise that has set in is none of the speech of before")
    func restsMakeNew() {
        var mean = TriggerMean([50], dimension: 1)
        _ = usable(&mean, [Float](repeating: 0, count: 20) + speech(50, 200))
        mean.restart(after: 1000)
        _ = usable(&mean, (0..<100).map { 38 + Float($0 % 3) })
        #expect(abs(mean.values[0] - 50) < 5)
        let places = usable(&mean, speech(62, 60), from: 100)
        #expect(Set(places.prefix(7)) == [100])
        #expect(abs(mean.values[0] - 62) < 5)
    }
}

@Suite("Speech gate")
struct SpeechGateTests {
    @Test("Words pass, and the quiet between them does not")
    func wordsPass() {
        var gate = SpeechGate()
        let quiet = [Float](repeating: 20, count: 50)
        let word = [Float](repeating: 60, count: 30)
        let passed = (quiet + word + quiet + word).map { gate.passes($0) }
        #expect(passed == (quiet + word + quiet + word).map { $0 == 60 })
    }

    @Test("Steady noise never passes, even when it goes on for an hour")
    func steadyNoise() {
        var gate = SpeechGate()
        #expect((0..<360_000).allSatisfy { !gate.passes(20 + Float($0 % 5)) })
    }

    @Test("Speech over loud noise passes as it does in quiet")
    func speechOverNoise() {
        var gate = SpeechGate()
        for _ in 0..<100 { _ = gate.passes(50) }
        let passed = (0..<50).map { _ in gate.passes(62) }
        #expect(passed.allSatisfy { $0 })
    }

    @Test("After a bang, quieter speech passes again within ten seconds")
    func forgetsABang() {
        var gate = SpeechGate()
        for _ in 0..<100 { _ = gate.passes(20) }
        _ = gate.passes(110)
        let second = (0..<1000).map { gate.passes($0 % 2 == 0 ? 20 : 50) }
        #expect(!second[1])
        #expect(second[999])
    }

    @Test("What it did not hear lets it forget as what it heard")
    func forgetsWhileItRests() {
        var (rested, heard) = (SpeechGate(), SpeechGate())
        for level: Float in [20, 110] {
            _ = rested.passes(level)
            _ = heard.passes(level)
        }
        rested.skip(1000)
        for _ in 0..<1000 { _ = heard.passes(20) }
        for level: Float in [20, 60, 20, 45, 20] { #expect(rested.passes(level) == heard.passes(level)) }
    }

    @Test("The mean of a stretch is that of its loud frames")
    func speechMean() {
        var cepstra = Cepstra(dimension: 2, capacity: 10)
        cepstra.append([10, -7, 60, 1, 50, 2, 11, -9, 40, 3])
        #expect(cepstra.speechMean(over: 0..<5, besides: 1..<4) == [50, 2])
        #expect(cepstra.speechMean(over: 3..<4, besides: 3..<4) == [11, -9])
    }
}

@Suite("Wake phrase")
struct WakePhraseTests {
    private let dictionary = """
        okay OW K EY
        read R EH D
        read(2) R IY D
        the DH AH
        the(2) DH IY
        """

    @Test("Every combination of pronunciations is searched for")
    func variants() {
        let variants = WakePhrase("okay read the").variants(in: dictionary)
        #expect(
            variants.map(\.entries) == [
                "okay read the", "okay read the(2)", "okay read(2) the", "okay read(2) the(2)",
            ])
        #expect(variants.map(\.phoneCount) == [8, 8, 8, 8])
    }

    @Test("Of a long phrase whose words are said in many ways, those ways stay few")
    func fewVariants() {
        let ways = (1...20).map { $0 == 1 ? "go G OW\n" : "go(\($0)) G OW\n" }.joined()
        let variants = WakePhrase("go go go go go").variants(in: ways)
        #expect(variants.count == 8)
        #expect(variants.first?.entries == "go go go go go")
    }

    @Test("A phrase's own trigger threshold goes before the one by length")
    func trigger() {
        #expect(WakePhrase("okay", trigger: 1e-7).keyphrases(in: dictionary).map(\.threshold) == [1e-7])
    }

    @Test("The longer a phrase, the looser its trigger")
    func defaultTrigger() {
        let thresholds = ["okay", "okay read", "okay read the"].map {
            WakePhrase($0).keyphrases(in: dictionary)[0].threshold
        }
        #expect(thresholds == thresholds.sorted(by: >))
        #expect(Set(thresholds).count == 3)
    }

    @Test("A trigger by length has two digits at most, so that it can be written down", arguments: 1...50)
    func shortTrigger(phoneCount: Int) throws {
        let trigger = WakePhrase.defaultTrigger(phoneCount: phoneCount)
        let digits = "\(trigger)".prefix { $0 != "e" }.filter { $0 != "." }
        #expect(digits.drop { $0 == "0" }.count <= 2, "\(trigger)")
        #expect(abs(log10(trigger) + 4.5 * Double(phoneCount)) < 0.02)
    }
}
