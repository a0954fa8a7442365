import Glibc
import Grammar
import Interpretation
import ListeningSupport
import Models
import Platform
import Testing

@testable import Decoding
@testable import Utterance

/// What a phrase is held against besides free phones.
enum Doubts: CaseIterable {
    case none, words, wordsAndPhones
}

@Suite("Wake spotter")
struct WakeSpotterTests {
    @Test(
        "A wake phrase is heard once, where it was said, with and without other words and a network of phones",
        arguments: Doubts.allCases)
    func hearsThePhrase(doubts: Doubts) throws {
        let detections = try Self.spotter(Self.goForward, doubts)
            .detections(in: Fixture.goForward + Self.pause)
        let accepted = detections.filter(\.isAccepted)
        #expect(accepted.map(\.phrase) == ["go forward"])
        let said = try #require(Fixture.movementDecoder().hypothesis(of: Fixture.goForward)).words
        let detection = try #require(accepted.first)
        #expect(abs(seconds(detection.start) - said[0].start.seconds) < 0.04)
        #expect(abs(seconds(detection.end) - said[1].end.seconds) < 0.04)
    }

    @Test("A phrase after a long quiet is as sure as one after a short one", arguments: Doubts.allCases)
    func quietDoesNotMatter(doubts: Doubts) throws {
        let quiet = Signal.noise(.seconds(15), amplitude: 4)
        func detection(after quiet: ArraySlice<Int16>) throws -> WakeDetection {
            let detections = try Self.spotter(Self.goForward, doubts)
                .detections(in: quiet + Fixture.goForward + Self.pause)
            return try #require(detections.first { $0.isAccepted })
        }
        let (long, short) = (try detection(after: quiet[...]), try detection(after: quiet[..<8000]))
        #expect(abs(long.score - short.score) < 0.5)
        // Of the long one the sound from before was forgotten, and frames are counted on.
        #expect(long.scores.hearsPhones == (doubts == .wordsAndPhones))
        // With the quiet counted into the cepstral mean, the first look finds it 51 powers of ten less likely.
        #expect(abs(log10(long.trigger) - log10(short.trigger)) < 5)
    }

    @Test("A phrase said quietly, a while after somebody spoke loudly, is heard")
    func hearsTheQuietAfterTheLoud() throws {
        let reading = Fixture.samples("librivox/sense_and_sensibility_01_austen_64kb-0870.wav")
        let peak = try #require(reading.map { abs(Int($0)) }.max())
        let loud = reading.map { Int16(Int($0) * 29_000 / peak) }
        let quiet = Fixture.goForward.map { $0 / 10 }
        let room = Signal.noise(.seconds(2), amplitude: 4)
        let detections = try Self.spotter(Self.goForward)
            .detections(in: room + loud + room + quiet + room)
        #expect(detections.filter(\.isAccepted).map(\.phrase) == ["go forward"])
    }

    @Test(
        "The first look finds a phrase at every level, be it the first that anybody says",
        arguments: [(gain: 0.15, least: 52.5), (gain: 1, least: 56), (gain: 4, least: 56)])
    func levelDoesNotMatter(gain: Double, least: Double) throws {
        let room = Signal.noise(.seconds(1), amplitude: 4)
        let sound = Fixture.goForward.map { Int16(clamping: Int(Double($0) * gain)) }
        let detections = try Self.spotter(Self.goForward).detections(in: room + sound + room)
        let detection = try #require(detections.first { $0.isAccepted })
        // In powers of ten 53, 58 and 58. By the mean of before, 49, 54 and 54; searched at once, 53, 52 and 52.
        #expect(log10(detection.trigger) > least)
    }

    @Test(
        "The command said in one breath after the phrase is whole when it is decoded from the phrase's end",
        arguments: Doubts.allCases)
    func losesNothingOfTheCommand(doubts: Doubts) throws {
        let sound = Fixture.goForward
        let detection = try #require(
            try Self.spotter(Self.goForward, doubts).detections(in: sound + Self.pause)
                .first { $0.isAccepted })
        let decoder = try UtteranceDecoder(
            grammar: Self.distance.network, dictionary: Fixture.dictionary,
            acousticModel: Fixture.acousticModel)
        let command = decoder.hypothesis(of: Array(sound[Int(detection.end)...]), firstFrame: detection.end)
        #expect(command?.text == "ten meters")
    }

    @Test("Detections do not depend on how the sound is cut into blocks", arguments: Doubts.allCases)
    func blocksDoNotMatter(doubts: Doubts) throws {
        let sound = Fixture.goForward + Fixture.samples("cards/001.wav") + Self.pause
        let phrases = Self.goForward + Self.clubs
        let whole = try Self.spotter(phrases, doubts).detections(in: sound, block: sound.count)
        #expect(whole.contains { $0.scores.hearsPhones } == (doubts == .wordsAndPhones))
        #expect(!whole.isEmpty)
        for block in [97, 160, 800, 4096] {
            #expect(try Self.spotter(phrases, doubts).detections(in: sound, block: block) == whole)
        }
    }

    @Test(
        "A network of phones that was made for another acoustic model is refused as the wake spotter starts")
    func refusesForeignNetworks() throws {
        let phones = try Fixture.phonesOfAnotherModel()
        let words = try Self.commonWords()
        #expect(throws: Fixture.refusalOfAnotherModel) {
            try WakeSpotter(
                phrases: Self.goForward, accepting: { _, _ in true }, dictionary: Self.dictionary,
                words: words, phones: phones, acousticModel: Fixture.acousticModel)
        }
    }

    @Test("Of several phrases the one that was said is reported")
    func tellsPhrasesApart() throws {
        let sound = Fixture.samples("cards/001.wav") + Self.pause + Fixture.goForward + Self.pause
        let detections = try Self.spotter(Self.goForward + Self.clubs).detections(in: sound)
        #expect(detections.filter(\.isAccepted).map(\.phrase) == ["ten of clubs", "go forward"])
    }

    @Test("Other speech wakes nothing", arguments: Doubts.allCases)
    func otherSpeechWakesNothing(doubts: Doubts) throws {
        let spotter = try Self.spotter(Self.goForward + Self.clubs, doubts)
        for name in ["0870", "0880", "0890", "0920", "0930"] {
            let sound = Fixture.samples("librivox/sense_and_sensibility_01_austen_64kb-\(name).wav")
            spotter.reset(at: 0)
            #expect(spotter.detections(in: sound).filter(\.isAccepted) == [])
        }
    }

    @Test("What is not accepted is reported as a near miss, with its scores")
    func reportsNearMisses() throws {
        var phrase = WakePhrase("go forward")
        phrase.acceptance = 1000
        let detections = try Self.spotter([phrase]).detections(in: Fixture.goForward + Self.pause)
        let detection = try #require(detections.max { $0.score < $1.score })
        #expect(!detection.isAccepted)
        #expect(detection.score == detection.scores.combined)
        #expect(detection.trigger > 0)
    }

    @Test(
        "Who tunes a trigger is told the best fit of a place: one still tighter finds nothing",
        arguments: [Doubts.none, .words])
    func bestFit(doubts: Doubts) throws {
        func detections(trigger: Double, in sound: [Int16]) throws -> [WakeDetection] {
            var options = WakeSpotter.Options()
            options.refractoryTime = .zero
            let phrase = WakePhrase("go forward", trigger: trigger, acceptance: 1000)
            return try Self.spotter([phrase], doubts, options: options).detections(in: sound)
        }
        var found = 0
        for (index, amplitude) in [600.0, 900, 1200, 1500, 1800, 2100, 2400, 2700].enumerated() {
            let noise = Signal.noise(.seconds(6), amplitude: amplitude).dropFirst(index * 1600)
            let sound = zip(Fixture.goForward + Self.pause, noise).map { Int16(clamping: Int($0) + Int($1)) }
            let loose = try detections(trigger: 1e-40, in: sound)
            guard let best = loose.map(\.trigger).max() else { continue }
            found += 1
            let tight = try detections(trigger: best * 10, in: sound)
            #expect(tight.isEmpty, "\(amplitude): \(best), \(tight.map(\.trigger))")
        }
        #expect(found > 0)
    }

    @Test(
        "A phrase is heard, and in the same place, wherever the search starts anew",
        arguments: [60, 90, 101, 130, 170])
    func restartsLoseNothing(interval: Int) throws {
        let sound = Self.pause + Fixture.goForward + Self.pause
        let usual = try Self.spotter(Self.goForward).detections(in: sound).filter(\.isAccepted)
        var options = WakeSpotter.Options()
        options.restartInterval = interval
        let accepted = try Self.spotter(Self.goForward, options: options).detections(in: sound)
            .filter(\.isAccepted)
        #expect(accepted.map(\.phrase) == ["go forward"])
        let distance = Int(try #require(accepted.first).end) - Int(try #require(usual.first).end)
        #expect(abs(distance) <= 160, "a frame of 10 ms at most")
    }

    @Test("A phrase that is repeated within the refractory time wakes once")
    func refractoryTime() throws {
        let sound = Fixture.goForward + Fixture.goForward + Self.pause
        var options = WakeSpotter.Options()
        #expect(
            try Self.spotter(Self.goForward, options: options).detections(in: sound).filter(\.isAccepted)
                .count == 2)
        options.refractoryTime = .seconds(4)
        #expect(
            try Self.spotter(Self.goForward, options: options).detections(in: sound).filter(\.isAccepted)
                .count == 1)
    }

    @Test("After a gap, frames are those of the capture clock")
    func gapsMoveTheClock() throws {
        let sound = Fixture.goForward + Self.pause
        let spotter = try Self.spotter(Self.goForward)
        let before = try #require(spotter.detections(in: sound).first { $0.isAccepted })
        let after = try #require(spotter.detections(in: sound, first: 1_000_000).first { $0.isAccepted })
        #expect(abs(Int(after.end) - 1_000_000 - Int(before.end)) < 800)
        #expect(spotter.heardUntil > 1_000_000 + UInt64(sound.count) - 800)
    }

    @Test("A phrase cut in two by a gap is not put together")
    func gapsCutPhrases() throws {
        let sound = Fixture.goForward + Self.pause
        let spotter = try Self.spotter(Self.goForward)
        // 0.8 s is in the midst of "forward".
        let detections =
            spotter.detections(in: Array(sound[..<12_800]))
            + spotter.detections(in: Array(sound[12_800...]), first: 112_800)
        #expect(detections.filter(\.isAccepted) == [])
    }

    @Test("Sound that still waits at a reset is never searched: what comes next is searched next")
    func resetDropsWhatWaits() throws {
        let stale = Fixture.samples("librivox/sense_and_sensibility_01_austen_64kb-0870.wav")
        let later = UInt64(1_000_000)
        func heard(behind stale: [Int16]) throws -> (detections: [WakeDetection], mean: CepstralMean) {
            let spotter = try Self.spotter(Self.goForward)
            let (isHeldUp, isLetGo) = (Semaphore(), Semaphore())
            spotter.updates.observe {
                isHeldUp.signal()
                isLetGo.wait()
            }
            spotter.feed(Fixture.goForward + Self.pause)
            isHeldUp.wait()
            spotter.updates.observe(nil)
            spotter.feed(stale, first: UInt64(Fixture.goForward.count + Self.pause.count))
            spotter.reset(at: later)
            spotter.feed(Fixture.goForward + Self.pause, first: later)
            isLetGo.signal()
            spotter.settle()
            var detections: [WakeDetection] = []
            while let detection = spotter.next() { detections.append(detection) }
            return (detections, spotter.cepstralMean)
        }
        let behind = try heard(behind: stale)
        let alone = try heard(behind: [])
        #expect(behind.detections.filter(\.isAccepted).map(\.phrase) == ["go forward"])
        #expect(behind.detections.allSatisfy { $0.start > later })
        #expect(behind.detections == alone.detections)
        #expect(behind.mean == alone.mean, "what was not searched taught nothing of the microphone")
    }

    @Test("The descriptor is readable while detections wait")
    func wakeDescriptor() throws {
        let spotter = try Self.spotter(Self.goForward)
        spotter.feed(Fixture.goForward + Self.pause)
        spotter.settle()
        #expect(Self.isReadable(spotter.wakeDescriptor))
        while spotter.next() != nil {}
        #expect(!Self.isReadable(spotter.wakeDescriptor))
    }

    @Test("What was learned about the microphone can be handed on to the next start")
    func cepstralMean() throws {
        let first = try Self.spotter(Self.goForward)
        _ = first.detections(in: Fixture.goForward)
        let learned = first.cepstralMean
        let second = try Self.spotter(Self.goForward)
        #expect(second.cepstralMean != learned)
        try second.setCepstralMean(learned)
        second.settle()
        #expect(second.cepstralMean == learned)
        #expect(throws: DecoderError.foreignCepstralMean(expected: 13, found: 1)) {
            try second.setCepstralMean(CepstralMean(values: [1]))
        }
    }

    @Test("A phrase with a word that has no pronunciation is refused by name")
    func unknownWord() {
        #expect(throws: DecoderError.unknownWords(["sesame"])) {
            try Self.spotter([WakePhrase("go sesame")])
        }
    }

    @Test("A spotter without phrases is refused")
    func noPhrases() {
        #expect(throws: DecoderError.emptyGrammar) { try Self.spotter([]) }
    }

    // MARK: - Fixtures

    static let goForward = [WakePhrase("go forward")]
    private static let clubs = [WakePhrase("ten of clubs")]
    private static let pause = Signal.noise(.seconds(1), amplitude: 20)
    private static let distance = try! Grammar(
        commands: ["distance": "<number> (meter | meters)"],
        rules: ["number": "one | two | three | four | five | six | seven | eight | nine | ten"])
    private static func commonWords() throws -> CommonWords {
        let pack = try #require(ModelPack.installed().first { $0.locale.language == "en" })
        return try #require(try CommonWords(pack))
    }

    private static let dictionary =
        Fixture.dictionary + """
            clubs K L AH B Z
            of AH V

            """

    static func spotter(
        _ phrases: [WakePhrase], _ doubts: Doubts = .none,
        options: WakeSpotter.Options = WakeSpotter.Options()
    ) throws -> WakeSpotter {
        try WakeSpotter(
            phrases: phrases, accepting: WakeAcceptance(phrases).accepts, dictionary: dictionary,
            words: doubts == .none ? nil : try commonWords(),
            phones: doubts == .wordsAndPhones ? try Fixture.pack.phoneWeights() : nil,
            acousticModel: Fixture.acousticModel, options: options)
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) == 1
    }

    private func seconds(_ frame: UInt64) -> Double { Double(frame) / 16_000 }
}

extension WakeSpotter {
    fileprivate func feed(_ samples: [Int16], first: UInt64 = 0) {
        samples.withUnsafeBufferPointer { feed($0, first: first) }
    }

    /// Feeds `samples`, cut into blocks of `block` samples, and returns everything that was detected.
    fileprivate func detections(in samples: [Int16], first: UInt64 = 0, block: Int = 160) -> [WakeDetection] {
        var detections: [WakeDetection] = []
        for start in stride(from: 0, to: samples.count, by: block) {
            feed(Array(samples[start..<min(start + block, samples.count)]), first: first + UInt64(start))
        }
        settle()
        while let detection = next() { detections.append(detection) }
        return detections
    }
}
