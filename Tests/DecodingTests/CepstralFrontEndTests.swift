import Decoding
import ListeningSupport
import Testing

@Suite struct CepstralFrontEndTests {
    @Test(
        "Sound in blocks comes to the frames that it comes to at once, from the first one on",
        arguments: [160, 800, 1000])
    func blocks(length: Int) throws {
        let decoder = try PocketSphinxDecoder(
            acousticModel: Fixture.acousticModel, pronunciations: .text(Fixture.dictionary),
            search: .phoneLoop, options: DecoderOptions(), scores: .own)
        let sound = Array(Fixture.goForward.prefix(16_000))
        let whole = try CepstralFrontEnd(of: decoder)
        whole.start()
        let expected = try whole.process(sound)
        #expect(expected.count == (16_000 - whole.window) / whole.step * whole.dimension + whole.dimension)

        let piecewise = try CepstralFrontEnd(of: decoder)
        piecewise.start()
        var frames: [Float] = []
        for start in stride(from: 0, to: sound.count, by: length) {
            frames += try piecewise.process(Array(sound[start..<min(start + length, sound.count)]))
        }
        #expect(frames == expected)
    }
}
