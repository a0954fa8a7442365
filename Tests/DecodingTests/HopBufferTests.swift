import Decoding
import Testing

@Suite struct HopBufferTests {
    @Test("The hops are the same however sound is cut into blocks", arguments: [1, 160, 799, 800, 801, 2000])
    func anyBlocks(length: Int) {
        let sound = (0..<4_321).map { Int16($0) }
        var hops: [[Int16]] = []
        var buffer = HopBuffer(length: 800)
        sound.withUnsafeBufferPointer { sound in
            for first in stride(from: 0, to: sound.count, by: length) {
                let block = UnsafeBufferPointer(rebasing: sound[first..<min(first + length, sound.count)])
                buffer.append(block) { hops.append($0) }
            }
        }
        #expect(hops == (0..<5).map { Array(sound[$0 * 800..<($0 + 1) * 800]) })
        #expect(buffer.takeRest() == Array(sound[4_000...]))
        #expect(buffer.takeRest() == [])
    }

    @Test("A block without samples adds nothing")
    func empty() {
        var buffer = HopBuffer(length: 10)
        buffer.append(UnsafeBufferPointer(start: nil, count: 0)) { _ in Issue.record("there is no hop") }
        #expect(buffer.takeRest() == [])
    }
}
