import Foundation
import ListeningSupport
import Platform
import TestSupport
import Testing

@testable import Decoding

@Suite struct CepstralMeanStoreTests {
    private let temporary = TemporaryFolder()
    /// Which the store has to make.
    private var folder: String { temporary.path("state") }
    private let clock = DrivenClock()
    private let key = CepstralMeanKey(microphone: "hw:CARD=USB,DEV=0", pack: Fixture.pack, use: .words)
    private let mean = CepstralMean(values: (0..<13).map { Float($0) + 0.25 })

    private func store() -> CepstralMeanStore { CepstralMeanStore(folder: folder, clock: clock) }

    @Test("What was kept is known to the next start")
    func restart() throws {
        let first = store()
        #expect(first.mean(of: key) == nil)
        first.keep(mean, of: key)
        first.save()
        #expect(store().mean(of: key) == mean)
    }

    @Test("Every microphone, model and use has its own")
    func keys() throws {
        var others = [key, key, key, key]
        others[0].microphone = "hw:CARD=Other,DEV=0"
        others[1].acousticModel = "/other/en-us"
        others[2].sampleRate = 8_000
        others[3].use = .wakePhrases
        let first = store()
        first.keep(mean, of: key)
        first.save()
        for other in others { #expect(store().mean(of: other) == nil) }
    }

    @Test("A file holds names and numbers, in less than a kilobyte")
    func contents() throws {
        let store = store()
        store.keep(mean, of: key)
        store.save()
        let path = try #require(store.path(of: key))
        #expect(path.hasPrefix(folder + "/hw-CARD-USB-DEV-0-en-us-16000-words"))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.utf8.count < 1000)
        #expect(text.contains("hw:CARD=USB,DEV=0") && text.contains("12.25"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }

    @Test("It is written at once, and then every ten minutes at most; saving writes what is left")
    func seldom() throws {
        let store = store()
        func stored() -> CepstralMean? {
            store.settle()
            return self.store().mean(of: key)
        }
        store.keep(mean, of: key)
        #expect(stored() == mean)
        let second = CepstralMean(values: [2])
        clock.advance(by: .seconds(599))
        store.keep(second, of: key)
        #expect(stored() == mean && store.mean(of: key) == second)
        let third = CepstralMean(values: [3])
        clock.advance(by: .seconds(1))
        store.keep(third, of: key)
        #expect(stored() == third)
        store.keep(second, of: key)
        store.save()
        #expect(stored() == second)
    }

    @Test(
        "A file that is broken is ignored, and replaced",
        arguments: ["", "{", "{}", "nonsense", "null", String(repeating: "x", count: 5000)])
    func broken(text: String) throws {
        let path = try #require(store().path(of: key))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let store = store()
        #expect(store.mean(of: key) == nil)
        store.keep(mean, of: key)
        store.save()
        #expect(self.store().mean(of: key) == mean)
    }

    @Test("A folder that cannot be written costs nothing but the memory of it")
    func unwritable() throws {
        let store = CepstralMeanStore(folder: "/proc/earshot", clock: clock)
        store.keep(mean, of: key)
        store.save()
        #expect(store.mean(of: key) == mean)
    }

    /// A store whose folder cannot be made, which failed to write; and what removes the obstacle.
    private func obstructed() throws -> (CepstralMeanStore, remove: () throws -> Void) {
        let obstacle = temporary.write("", to: "state")
        let store = store()
        store.keep(mean, of: key)
        store.settle()
        return (store, { try FileManager.default.removeItem(atPath: obstacle) })
    }

    @Test("What could not be written is written by the next save")
    func savedLater() throws {
        let (store, removeObstacle) = try obstructed()
        store.save()
        try removeObstacle()
        store.save()
        #expect(self.store().mean(of: key) == mean)
    }

    @Test(
        "What could not be written is written after the next utterance, though that taught nothing, every ten minutes"
    )
    func retriedByItself() throws {
        let (store, removeObstacle) = try obstructed()
        try removeObstacle()
        clock.advance(by: .seconds(599))
        store.keep(mean, of: key)
        store.settle()
        #expect(self.store().mean(of: key) == nil)
        clock.advance(by: .seconds(1))
        store.keep(mean, of: key)
        store.settle()
        #expect(self.store().mean(of: key) == mean)
    }

    @Test("A first utterance takes no more work than one that goes on from what is known")
    func searchedOnce() throws {
        let cold = try Fixture.movementDecoder()
        var first = try #require(cold.hypothesis(of: Fixture.goForward))
        let known = cold.cepstralMean
        let warm = try Fixture.movementDecoder()
        try warm.setCepstralMean(known)
        var second = try #require(warm.hypothesis(of: Fixture.goForward))
        #expect(second.text == first.text)
        // Processor time, not time on the wall; the least of several, since what else runs drives out the caches. Half as much
        // again is what it may vary by.
        for _ in 0..<4 {
            cold.forget()
            first.decodeTime = min(
                first.decodeTime, try #require(cold.hypothesis(of: Fixture.goForward)).decodeTime)
            try warm.setCepstralMean(known)
            second.decodeTime = min(
                second.decodeTime, try #require(warm.hypothesis(of: Fixture.goForward)).decodeTime)
        }
        #expect(first.decodeTime < second.decodeTime * 3 / 2)
    }

    @Test("A decoder that forgets hears again as it did at first")
    func forgetting() throws {
        let decoder = try Fixture.cardsDecoder()
        let cold = decoder.cepstralMean
        let first = decoder.hypothesis(of: Fixture.samples("cards/001.wav"))
        #expect(decoder.cepstralMean != cold)
        decoder.forget()
        let again = decoder.hypothesis(of: Fixture.samples("cards/001.wav"))
        #expect(again?.words.map(\.text) == first?.words.map(\.text))
        #expect(again?.words.map(\.start) == first?.words.map(\.start))
    }
}
