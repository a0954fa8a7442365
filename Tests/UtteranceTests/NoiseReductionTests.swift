import Foundation
import ListeningSupport
import NeuralNetwork
import TestSupport
import Testing

@testable import Utterance

@Suite struct NoiseReductionTests {
    /// Beside the packs, in the folder in which tests run.
    static let path = "models/en-US/noise/noise.weights"

    /// What the stage says of itself: two hops.
    private static let delay = 320

    private func makeStage() throws -> NoiseReduction {
        NoiseReduction(try NoiseWeights(contentsOf: Self.path))
    }

    /// What comes out for `samples`, and the probability of speech after each block.
    private func run(
        _ stage: NoiseReduction, _ samples: [Int16], block: Int = 160
    ) -> (sound: [Int16], speech: [Float]) {
        var sound = samples
        var speech: [Float] = []
        sound.withUnsafeMutableBufferPointer { buffer in
            for start in stride(from: 0, to: buffer.count, by: block) {
                let range = start..<min(start + block, buffer.count)
                stage.process(UnsafeMutableBufferPointer(rebasing: buffer[range]))
                speech.append(stage.speechProbability)
            }
        }
        return (sound, speech)
    }

    private func decibels(_ samples: some Collection<Int16>) -> Double {
        10 * log10(samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count))
    }

    @Test("The noise reduction comes to what the reference beside its weights comes to")
    func reference() throws {
        let (sound, speech) = run(try makeStage(), Fixture.goForward)
        for (index, expected) in NoiseReductionReference.samples.enumerated() {
            let sample = sound[
                NoiseReductionReference.first + index * NoiseReductionReference.step + Self.delay]
            #expect(abs(Int(sample) - expected) <= 1)
        }
        for (index, expected) in NoiseReductionReference.speech.enumerated() {
            #expect(abs(speech[index * NoiseReductionReference.frameStep] - expected) < 1e-3)
        }
    }

    @Test("Silence stays silence, and is no speech")
    func silence() throws {
        let (sound, speech) = run(try makeStage(), [Int16](repeating: 0, count: 16_000))
        #expect(sound.allSatisfy { $0 == 0 })
        #expect(speech.dropFirst(20).allSatisfy { $0 < 0.3 })
    }

    @Test(
        "A steady noise becomes quieter, whatever its level, and is no speech",
        arguments: [100.0, 1000, 8000])
    func noise(amplitude: Double) throws {
        let noise = Signal.noise(.seconds(2), amplitude: amplitude)
        let (sound, speech) = run(try makeStage(), noise)
        #expect(decibels(sound[16_000...]) < decibels(noise[16_000...]) - 8)
        #expect(speech[100...].count { $0 > 0.5 } < 10)
    }

    @Test("Clean speech passes almost unchanged, late by no more and no less than it says")
    func speech() throws {
        let input = Fixture.goForward
        let (sound, speech) = run(try makeStage(), input + [Int16](repeating: 0, count: Self.delay))
        let output = Array(sound[Self.delay...])
        // From the first word to the last.
        let spoken = 9600..<33_600
        let difference = zip(input[spoken], output[spoken]).map { $0 - $1 }
        #expect(decibels(difference) < decibels(input[spoken]) - 12)
        #expect(abs(decibels(output[spoken]) - decibels(input[spoken])) < 1)
        #expect(speech[60..<200].count { $0 > 0.5 } > 100)
    }

    @Test("Noise is as loud as the quietest of the last three seconds above hum, as it came in")
    func noiseLevel() throws {
        let stage = try makeStage()
        /// A tone of 1 kHz with hum of 50 Hz, of these levels in dBFS.
        func hear(_ seconds: Int, tone: Double, hum: Double = -100) {
            let samples = (0..<seconds * 16_000).map { index in
                let phase = 2 * Double.pi * Double(index) / 16_000
                let (tone, hum) = (sqrt(2) * pow(10, tone / 20), sqrt(2) * pow(10, hum / 20))
                return Int16(32_768 * (tone * sin(1000 * phase) + hum * sin(50 * phase)))
            }
            _ = run(stage, samples)
        }
        hear(2, tone: -40)
        #expect(stage.speechEstimate.noiseLevel == nil)
        hear(2, tone: -40)
        #expect(abs(try #require(stage.speechEstimate.noiseLevel) + 40) < 0.5)
        hear(2, tone: -20)
        #expect(abs(try #require(stage.speechEstimate.noiseLevel) + 40) < 0.5, "it was that quiet just now")
        hear(2, tone: -20, hum: -35)
        #expect(abs(try #require(stage.speechEstimate.noiseLevel) + 20) < 0.5)
        hear(4, tone: -100, hum: -35)
        #expect(try #require(stage.speechEstimate.noiseLevel) < -57)
        stage.reset()
        #expect(stage.speechEstimate.noiseLevel == nil)
    }

    @Test("How sound is cut into blocks makes no difference", arguments: [1, 77, 160, 1600])
    func cutting(block: Int) throws {
        let sound = Array(Fixture.goForward[9000..<14_000])
        let whole = run(try makeStage(), sound, block: 320).sound
        #expect(run(try makeStage(), sound, block: block).sound == whole)
    }

    @Test("After a reset nothing is left of what came before, also in the middle of a hop")
    func reset() throws {
        let stage = try makeStage()
        let sound = Array(Fixture.goForward[9000..<14_000])
        let first = run(stage, sound).sound
        _ = run(stage, Array(Fixture.goForward[14_000..<19_007]))
        stage.reset()
        #expect(stage.speechProbability == 0)
        #expect(run(stage, sound).sound == first)
    }

    // MARK: - Weights

    @Test("A file that is not there is named, with the system's reason")
    func missing() {
        #expect(throws: NetworkError.unreadable(path: "/nowhere/noise.weights", code: ENOENT)) {
            try NoiseWeights(contentsOf: "/nowhere/noise.weights")
        }
    }

    @Test(
        "A broken file of the noise reduction's weights is refused, and the message says what to do",
        arguments: Damage.allCases)
    func broken(damage: Damage) throws {
        let folder = TemporaryFolder()
        let path = folder.path("noise.weights")
        let whole = try Data(contentsOf: URL(filePath: Self.path))
        try damage.done(to: whole).write(to: URL(filePath: path))
        do {
            _ = try NoiseWeights(contentsOf: path)
            Issue.record("\(damage) was not noticed")
        } catch {
            #expect(error == damage.error(path, length: whole.count))
            #expect("\(error)".contains(path))
            #expect("\(error)".contains("model pack"))
        }
    }

    enum Damage: CaseIterable {
        case empty, foreign, newer, otherShape, cutOff, goesOn, notANumber, noExponent

        func done(to whole: Data) -> Data {
            var data = whole
            switch self {
            case .empty: data = Data()
            case .foreign: data[0] = 0
            case .newer: data[8] = 9
            case .otherShape: data[16] = 63
            case .cutOff: data.removeLast()
            case .goesOn: data.append(0)
            case .notANumber: data.replaceSubrange(1000..<1002, with: [0xFF, 0x7F])
            case .noExponent: data.replaceSubrange(24..<28, with: [0, 0, 0, 0])
            }
            return data
        }

        func error(_ path: String, length: Int) -> NetworkError {
            switch self {
            case .empty, .foreign: .notWeights(path: path, of: .noiseReduction)
            case .newer: .unknownVersion(path: path, version: 9, known: 1)
            case .otherShape: .unusableShape(path: path, bands: 32, dense: 63, hidden: 72)
            case .cutOff: .wrongLength(path: path, found: length - 1, expected: length)
            case .goesOn: .wrongLength(path: path, found: length + 1, expected: length)
            case .notANumber, .noExponent: .damaged(path: path)
            }
        }
    }
}
