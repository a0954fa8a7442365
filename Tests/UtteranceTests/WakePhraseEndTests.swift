import Testing

@testable import Utterance

@Suite("The end of a wake phrase")
struct WakePhraseEndTests {
    /// Recognized until 1 s.
    private static let phrase = WakeDetection(
        phrase: "okay workshop", start: 4000, end: 16_000, score: 5,
        scores: WakeScores(phraseMean: 0, windowMean: 0, acousticMean: 0), trigger: 1, isAccepted: true)

    private static let silence = [Int16](repeating: 0, count: 160)

    /// Hears two seconds with speech from 0.2 s on but for a closure and a pause; the phrase is reported with the block at `report`.
    ///
    /// - Returns: Where the phrase ends, and the block with which that is known, in milliseconds; nothing if never.
    private func ending(closure: Range<Int> = 0..<0, pause: Range<Int>, report: Int) -> [Int] {
        var ending = WakePhraseEnd(sampleRate: 16_000)
        var history = PreRollBuffer(capacity: 1)
        for time in stride(from: 0, to: 2000, by: 10) {
            if time == report { ending.begin(Self.phrase) }
            let isSpeech = time >= 200 && !closure.contains(time) && !pause.contains(time)
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
        let late = ending(pause: 1150..<1250, report: 1050)
        #expect(late == [1150, 1220], "it sounds on after it was recognized")
        let early = ending(pause: 1050..<1150, report: 1250)
        #expect(early == [1050, 1250], "it was over when it was recognized")
        let last = ending(pause: 1280..<1400, report: 1200)
        #expect(last == [1280, 1350], "a pause that has begun in time is waited for")
        let silence = ending(pause: 900..<2000, report: 1200)
        #expect(silence == [1000, 1200], "it was over before the end that was recognized")
    }

    @Test("A quiet of less than 80 ms is a closure within the phrase, and no pause")
    func closure() {
        let within = ending(closure: 1050..<1120, pause: 1180..<1300, report: 1040)
        #expect(within == [1180, 1250])
        let beforeCommand = ending(closure: 1050..<1120, pause: 0..<0, report: 1040)
        #expect(beforeCommand == [1000, 1300])
        let broken = ending(closure: 1270..<1330, pause: 0..<0, report: 1200)
        #expect(broken == [1000, 1330], "what might have become one is waited for")
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
