import Testing

@testable import Utterance

@Suite("The end of a wake phrase")
struct WakePhraseEndTests {
    /// Recognized until 1 s.
    private static let phrase = WakeDetection(
        phrase: "okay workshop", start: 4000, end: 16_000, score: 5,
        scores: WakeScores(phraseMean: 0, windowMean: 0, acousticMean: 0), trigger: 1, isAccepted: true)

    private static let silence = [Int16](repeating: 0, count: 160)

    /// Hears two seconds with speech from 0.2 s on but for `pause`; the phrase is reported with the block at `report`.
    ///
    /// - Returns: Where the phrase ends, and the block with which that is known, in milliseconds; nothing if never.
    private func ending(pause: Range<Int>, report: Int) -> [Int] {
        var ending = WakePhraseEnd(sampleRate: 16_000)
        var history = PreRollBuffer(capacity: 1)
        for time in stride(from: 0, to: 2000, by: 10) {
            if time == report { ending.begin(Self.phrase) }
            let isSpeech = time >= 200 && !pause.contains(time)
            Self.silence.withUnsafeBufferPointer {
                history.append($0, first: UInt64(time * 16), isSpeech: isSpeech, level: 0)
            }
            if let phrase = ending.process(history, first: UInt64(time * 16)) {
                return [Int(phrase.end) / 16, time]
            }
        }
        return []
    }

    @Test("It is where speech pauses after it")
    func pause() {
        let late = ending(pause: 1150..<1200, report: 1050)
        #expect(late == [1150, 1150], "it sounds on after it was recognized")
        let early = ending(pause: 1050..<1100, report: 1250)
        #expect(early == [1050, 1250], "it was over when it was recognized")
        let silence = ending(pause: 900..<2000, report: 1200)
        #expect(silence == [1000, 1200], "it was over before the end that was recognized")
    }

    @Test("Where speech goes on, it is where it was recognized, and that is known 0.3 s later")
    func oneBreath() {
        let none = ending(pause: 0..<0, report: 1200)
        #expect(none == [1000, 1300])
        let command = ending(pause: 1400..<1500, report: 1200)
        #expect(command == [1000, 1300], "a pause in the command is none of the phrase's")
    }

    @Test("One that was found when nothing more was heard wakes nothing at the next sound, minutes later")
    func stale() {
        var ending = WakePhraseEnd(sampleRate: 16_000)
        ending.begin(Self.phrase)
        let history = PreRollBuffer(capacity: 1)
        #expect(ending.process(history, first: 60 * 16_000) == nil)
        #expect(ending.process(history, first: 60 * 16_000 + 160) == nil)
    }

    @Test("After a gap in the sound nothing waits")
    func gap() {
        var ending = WakePhraseEnd(sampleRate: 16_000)
        ending.begin(Self.phrase)
        ending.reset()
        #expect(ending.process(PreRollBuffer(capacity: 1), first: 32_000) == nil)
    }
}
