import Grammar
import Testing

@testable import Decoding
@testable import Utterance

@Suite struct EndpointerTests {
    @Test("An utterance begins with 80 ms of speech, and keeps what came before it")
    func onset() {
        var endpointer = Endpointer(start: .atSpeech)
        #expect(endpointer.run("........") == nil)
        #expect(endpointer.run("#######") == nil)
        // Eight blocks of speech and 300 ms of pre-roll.
        #expect(endpointer.run("#") == Outcome(0, .speechBegan(since: .milliseconds(80 + 300))))
        #expect(endpointer.phase == .underway)
    }

    @Test("A click does not begin an utterance")
    func click() {
        var endpointer = Endpointer(start: .atSpeech)
        #expect(endpointer.run("###......................###......................") == nil)
        #expect(endpointer.phase == .waiting)
    }

    @Test("A complete command that nothing extends ends 150 ms after the last speech")
    func complete() {
        var endpointer = Endpointer(start: .atOnce)
        #expect(endpointer.run("####################") == nil)
        endpointer.words.progress = .complete(extendable: false)
        #expect(endpointer.run("................") == Outcome(14, .ended(.complete)))
        #expect(endpointer.phase == .over)
        #expect(endpointer.run("####....") == nil)
    }

    @Test("A command that more words could extend waits 0.54 s for them: nobody of 339 paused for longer")
    func extendable() {
        var endpointer = Endpointer(start: .atOnce)
        _ = endpointer.run("####################")
        endpointer.words.progress = .complete(extendable: true)
        #expect(endpointer.run(String(repeating: ".", count: 70)) == Outcome(53, .ended(.complete)))
    }

    @Test(
        "A command that can go on in few ways waits 200 ms, or the longer pause if that is less, or its number goes on"
    )
    func nearlyComplete() {
        var endpointer = Endpointer(start: .atOnce)
        _ = endpointer.run("####################")
        endpointer.words.progress = .complete(extendable: true)
        endpointer.words.continuationCount = 18
        #expect(endpointer.run(String(repeating: ".", count: 60)) == Outcome(19, .ended(.complete)))

        // "twenty", to which "five" may come.
        var number = Endpointer(start: .atOnce)
        _ = number.run("####################")
        number.words.progress = .complete(extendable: true)
        number.words.continuationCount = 9
        number.words.isWithinQuantity = true
        #expect(number.run(String(repeating: ".", count: 60)) == Outcome(53, .ended(.complete)))

        var timing = Endpointer.Timing()
        timing.extendablePause = .milliseconds(180)
        var hurried = Endpointer(start: .atOnce, timing: timing)
        _ = hurried.run("####################")
        hurried.words.progress = .complete(extendable: true)
        hurried.words.continuationCount = 18
        #expect(hurried.run(String(repeating: ".", count: 60)) == Outcome(17, .ended(.complete)))
    }

    @Test("A command that becomes complete in the pause ends as soon as it is")
    func completedInPause() {
        var endpointer = Endpointer(start: .atOnce)
        _ = endpointer.run("####################")
        endpointer.words.progress = .partial
        #expect(endpointer.run("....................") == nil)
        endpointer.words.progress = .complete(extendable: false)
        #expect(endpointer.run("..") == Outcome(0, .ended(.complete)))
    }

    @Test("What was said before it was known that an utterance had begun counts as if it had been known")
    func catchUp() {
        var spoken = Endpointer(start: .atOnce)
        spoken.catchUp(Array(repeating: true, count: 20) + Array(repeating: false, count: 10))
        #expect(spoken.hasSpeech)
        spoken.words.progress = .complete(extendable: false)
        #expect(spoken.run("..........") == Outcome(4, .ended(.complete)))
        var quiet = Endpointer(start: .atOnce)
        quiet.catchUp(Array(repeating: true, count: 7) + Array(repeating: false, count: 90))
        #expect(!quiet.hasSpeech, "a click")
    }

    @Test("Half a command, and speech without a grammar, wait for the plain timeout")
    func incomplete() {
        for progress in [nil, .partial, .impossible] as [Grammar.Progress?] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.words.progress = progress
            #expect(
                endpointer.run(String(repeating: ".", count: 130)) == Outcome(119, .ended(.trailingSilence)))
        }
    }

    @Test("A pause in the words, about as long as one in the sound, ends a complete command in noise")
    func silenceAfterWords() {
        for (extendable, pause) in [(false, 190), (true, 480)] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.words.progress = .complete(extendable: extendable)
            endpointer.words.silenceAfterWords = .milliseconds(pause - 1)
            #expect(endpointer.run("####") == nil)
            endpointer.words.silenceAfterWords = .milliseconds(pause)
            #expect(endpointer.run("####") == Outcome(0, .ended(.complete)))
        }
    }

    @Test(
        "Where few words may follow, that pause in the words is longer than the sound's: a weak word begins as silence"
    )
    func silenceBeforeFewWords() {
        var endpointer = Endpointer(start: .atOnce)
        _ = endpointer.run("####################")
        endpointer.words.progress = .complete(extendable: true)
        endpointer.words.continuationCount = 18
        endpointer.words.silenceAfterWords = .milliseconds(299)
        #expect(endpointer.run("####") == nil)
        endpointer.words.silenceAfterWords = .milliseconds(300)
        #expect(endpointer.run("####") == Outcome(0, .ended(.complete)))
    }

    @Test("Silence in the words is no pause while a word may be under way that the search finds at its end")
    func longNextWord() throws {
        let grammar = try Grammar(commands: ["order": "get me a double shot [cappuccino]"])
        let words = ["get", "me", "a", "double", "shot"].enumerated().map { place, text in
            // 75 ms a letter.
            let start = Duration.milliseconds(500 * place)
            return RecognizedWord(text: text, start: start, end: start + .milliseconds(75 * text.count))
        }
        let end = try #require(words.last?.end)
        for (silence, isOver) in [(300, false), (740, false), (760, true)] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.follow(
                PartialHypothesis(words: words, heardUntil: end + .milliseconds(silence)), in: grammar)
            #expect(endpointer.run("####") == (isOver ? Outcome(0, .ended(.complete)) : nil))
        }
    }

    @Test(
        "Where the search still hears the last word and more may follow, the pause in the sound is a little longer"
    )
    func withinWord() {
        for (extendable, last) in [(false, 14), (true, 59)] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.words.progress = .complete(extendable: extendable)
            endpointer.words.isWithinWord = true
            #expect(
                endpointer.run(String(repeating: ".", count: 80)) == Outcome(last, .ended(.complete)))
        }
    }

    @Test("A pause of the network of phones, shorter than the sound's, ends a command that little can follow")
    func silenceOfPhones() {
        for (continuations, pause) in [(0.0, 100), (18, 150)] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.words.progress = .complete(extendable: continuations > 0)
            endpointer.words.continuationCount = continuations
            endpointer.words.phoneSilence = .milliseconds(pause - 10)
            #expect(endpointer.run("####") == nil)
            endpointer.words.phoneSilence = .milliseconds(pause)
            #expect(endpointer.run("####") == Outcome(0, .ended(.complete)))
        }
    }

    @Test("Where nothing is loud for 30 ms, that pause may be 20 ms shorter, and is never less than 60 ms")
    func silenceOfPhonesInQuiet() {
        for (continuations, phoneSilence, sound, end) in [
            (0, 80, "....", 2), (0, 70, "....", nil), (0, 80, "..#..#..", nil), (18, 130, "....", 2),
        ] as [(Double, Int, String, Int?)] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.words.progress = .complete(extendable: continuations > 0)
            endpointer.words.continuationCount = continuations
            endpointer.words.phoneSilence = .milliseconds(phoneSilence)
            #expect(endpointer.run(sound) == end.map { Outcome($0, .ended(.complete)) })
        }
        var timing = Endpointer.Timing()
        timing.completePause = .milliseconds(110)
        var endpointer = Endpointer(start: .atOnce, timing: timing)
        _ = endpointer.run("####################")
        endpointer.words.progress = .complete(extendable: false)
        endpointer.words.phoneSilence = .milliseconds(50)
        #expect(endpointer.run("....") == nil)
        endpointer.words.phoneSilence = .milliseconds(60)
        #expect(endpointer.run(".") == Outcome(0, .ended(.complete)))
    }

    @Test("It ends no command that can go on in many ways, no half of one, and no speech without a grammar")
    func silenceOfPhonesBeforeTheEnd() {
        for progress in [nil, .partial, .impossible, .complete(extendable: true)] as [Grammar.Progress?] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.words.progress = progress
            endpointer.words.phoneSilence = .seconds(3)
            #expect(endpointer.run(String(repeating: "#", count: 300)) == nil)
        }
    }

    @Test("Where few words may follow, who speaks fast waits less, if the network, too, hears nobody")
    func hurry() {
        for (pace, phoneSilence, last) in [
            (60, 60, 15), (60, 50, 19), (75, 60, 17), (100, 60, 19), (nil, 60, 19),
        ] as [(Int?, Int, Int)] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.words.progress = .complete(extendable: true)
            endpointer.words.continuationCount = 18
            endpointer.words.pace = pace.map { .milliseconds($0) }
            endpointer.words.phoneSilence = .milliseconds(phoneSilence)
            #expect(endpointer.run(String(repeating: ".", count: 60)) == Outcome(last, .ended(.complete)))
        }
    }

    @Test(
        "However fast somebody speaks, the pause is no shorter than after a command that nothing can follow")
    func leastHurry() {
        var timing = Endpointer.Timing()
        timing.completePause = .milliseconds(200)
        var endpointer = Endpointer(start: .atOnce, timing: timing)
        _ = endpointer.run("####################")
        endpointer.words.progress = .complete(extendable: true)
        endpointer.words.continuationCount = 18
        endpointer.words.pace = .milliseconds(60)
        endpointer.words.phoneSilence = .milliseconds(60)
        #expect(endpointer.run(String(repeating: ".", count: 60)) == Outcome(19, .ended(.complete)))
    }

    @Test(
        "The pace is that of the words before the last, without pauses between them; of few letters it is not known"
    )
    func pace() throws {
        var endpointer = Endpointer(start: .atOnce)
        let words = [("brew", 0, 300), ("coffee", 1000, 1450), ("please", 1450, 3000)].map {
            RecognizedWord(text: $0, start: .milliseconds($1), end: .milliseconds($2))
        }
        let grammar = try Grammar(commands: ["brew": "brew coffee please"], rules: [:])
        endpointer.follow(PartialHypothesis(words: words, heardUntil: .seconds(3)), in: grammar)
        #expect(endpointer.words.pace == .milliseconds(75))
        endpointer.follow(PartialHypothesis(words: Array(words[1...]), heardUntil: .seconds(3)), in: grammar)
        #expect(endpointer.words.pace == nil)
    }

    @Test("A command that was found before anybody spoke ends nothing")
    func wordsBeforeSpeech() {
        var endpointer = Endpointer(start: .atOnce)
        endpointer.words.progress = .complete(extendable: false)
        endpointer.words.silenceAfterWords = .seconds(1)
        endpointer.words.phoneSilence = .seconds(1)
        #expect(endpointer.run("....................##########") == nil)
        #expect(endpointer.words.progress == nil)
    }

    @Test("A pause in the words ends neither half a command, nor speech without a grammar")
    func silenceBeforeTheEnd() {
        for progress in [nil, .partial, .impossible] as [Grammar.Progress?] {
            var endpointer = Endpointer(start: .atOnce)
            _ = endpointer.run("####################")
            endpointer.words.progress = progress
            endpointer.words.silenceAfterWords = .seconds(3)
            #expect(endpointer.run(String(repeating: "#", count: 300)) == nil)
        }
    }

    @Test(
        "A word that comes in the pause starts the count of silence anew, and may leave the command incomplete"
    )
    func wordInPause() throws {
        let grammar = try Grammar(commands: ["coffee": "coffee [with (milk | sugar)]"])
        func heard(_ text: String, lastEnd: Int, until time: Int) -> PartialHypothesis {
            let words = text.split(separator: " ").map {
                RecognizedWord(text: String($0), start: .zero, end: .milliseconds(lastEnd))
            }
            return PartialHypothesis(words: words, heardUntil: .milliseconds(time))
        }
        var endpointer = Endpointer(start: .atOnce)
        _ = endpointer.run("####################")
        endpointer.follow(heard("coffee", lastEnd: 600, until: 850), in: grammar)
        #expect(endpointer.run("#####") == nil)
        endpointer.follow(heard("coffee with", lastEnd: 1300, until: 1400), in: grammar)
        #expect(endpointer.words.progress == .partial)
        #expect(endpointer.run("#####") == nil)
        endpointer.follow(heard("coffee with milk", lastEnd: 1600, until: 1700), in: grammar)
        #expect(endpointer.run("#####") == nil)
        endpointer.follow(heard("coffee with milk", lastEnd: 1600, until: 1900), in: grammar)
        #expect(endpointer.run("#####") == Outcome(0, .ended(.complete)))
    }

    @Test("A hypothesis is silent for as long as its last word is over; one without words is not")
    func silence() {
        let word = RecognizedWord(text: "stop", start: .milliseconds(200), end: .milliseconds(700))
        #expect(
            PartialHypothesis(words: [word], heardUntil: .milliseconds(950)).silence == .milliseconds(250))
        #expect(PartialHypothesis(words: [word], heardUntil: .milliseconds(650)).silence == .zero)
        #expect(PartialHypothesis(words: [], heardUntil: .seconds(2)).silence == .zero)
    }

    @Test("A pause inside the utterance starts the count anew")
    func pause() {
        var endpointer = Endpointer(start: .atOnce)
        endpointer.words.progress = .complete(extendable: false)
        #expect(endpointer.run("##########..............##########..............#") == nil)
    }

    @Test("Nothing said ends after five seconds, endless speech after fifteen")
    func timeouts() {
        var silent = Endpointer(start: .atOnce)
        #expect(silent.run(String(repeating: ".", count: 600)) == Outcome(499, .ended(.noSpeech)))
        var endless = Endpointer(start: .atOnce)
        #expect(endless.run(String(repeating: "#", count: 1600)) == Outcome(1499, .ended(.maximum)))
    }

    @Test(
        "Shortly before its maximum an utterance ends with a pause between two words, where one is asked for")
    func latePause() {
        var timing = Endpointer.Timing()
        timing.maximum = .seconds(30)
        timing.latePause = .milliseconds(150)
        let word = String(repeating: "#", count: 85) + String(repeating: ".", count: 15)
        let speech = String(repeating: word, count: 40)
        var endpointer = Endpointer(start: .atOnce, timing: timing)
        #expect(endpointer.run(speech) == Outcome(2499, .ended(.trailingSilence)))
        #expect(endpointer.isMidspeech, "the next word is close")
        timing.latePause = nil
        var other = Endpointer(start: .atOnce, timing: timing)
        #expect(other.run(speech) == Outcome(2999, .ended(.maximum)))
        #expect(other.isMidspeech)
    }

    @Test("Sound later than 300 ms after the last speech is withheld, until speech goes on")
    func tail() {
        var endpointer = Endpointer(start: .atOnce)
        _ = endpointer.run("##########")
        _ = endpointer.run(String(repeating: ".", count: 30))
        #expect(!endpointer.withholds)
        _ = endpointer.run(".")
        #expect(endpointer.withholds)
        _ = endpointer.run("#")
        #expect(!endpointer.withholds)
    }
}

/// An event, and which block of a run brought it.
private struct Outcome: Equatable {
    var block: Int
    var event: Endpointer.Event

    init(_ block: Int, _ event: Endpointer.Event) {
        self.block = block
        self.event = event
    }
}

extension Endpointer {
    /// Feeds one decision a character, `#` for speech, up to the first event.
    fileprivate mutating func run(_ decisions: String) -> Outcome? {
        for (index, decision) in decisions.enumerated() {
            if let event = process(isSpeech: decision == "#") { return Outcome(index, event) }
        }
        return nil
    }
}
