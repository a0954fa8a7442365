import Glibc
import ListeningSupport
import Platform
import Testing

@testable import Decoding

@Suite("What the network of phones adds to the acoustic scores")
struct ScoreMixerTests {
    private static let header = Array("s3\nn_sen 5126\nendhdr\n".utf8) + [0x44, 0x33, 0x22, 0x11]

    /// What comes out for frames of scores and rows of costs.
    private func mix(_ frames: [[Int16]], _ rows: [PhoneCosts.Row]) throws -> [[Int16]] {
        let weights = try #require(try Fixture.pack.phoneWeights())
        let mixed = ScoreQueue()
        let log = try ScoreLog()
        let scores = try log.stream(utterance: 0) { () throws(DecoderError) in
            guard let file = fopen("\(log.folder)/000000000.sen", "we") else {
                Issue.record("no file can be written in \(log.folder)")
                return
            }
            fwrite(Self.header, 1, Self.header.count, file)
            for frame in frames { fwrite(frame, 2, frame.count, file) }
            fclose(file)
        }
        let costs = PhoneCosts()
        for row in rows { costs.append(row) }
        let jobs = JobQueue<ScoreMixer.Job>()
        jobs.submit(.mix(scores, costs, into: [mixed]))
        jobs.submit(.quit)
        ScoreMixer(weights, jobs: jobs).run()
        let read = mixed.read { file in
            var header = Self.header
            #expect(fread(&header, 1, header.count, file) == Self.header.count && header == Self.header)
            var found: [[Int16]] = []
            var frame = [Int16](repeating: 0, count: 5127)
            while fread(&frame, 2, frame.count, file) == frame.count { found.append(frame) }
            return found
        }
        return try #require(read)
    }

    @Test("Each senone gets the cost of its phone beside its share of the score, and the best has none")
    func sums() throws {
        let weights = try #require(try Fixture.pack.phoneWeights())
        let (phones, share) = (weights.phoneOfSenone, Int32((weights.scoreWeight * 256).rounded()))
        #expect((64...192).contains(share))
        let scores = (0..<5126).map { Int16($0 % 300) }
        let costs = (0..<40).map { Int32(100 - 3 * $0) }
        let found = try mix([[5126] + scores], [costs])
        let sums = zip(scores, phones).map { Int32($0) * share / 256 + costs[Int($1)] }
        let best = try #require(sums.min())
        #expect(found == [[5126] + sums.map { Int16($0 - best) }])
    }

    @Test("Frames without costs, and one that is cut off, end the scores before them")
    func ends() throws {
        let frame = [5126] + [Int16](repeating: 7, count: 5126)
        let costs = PhoneCosts.Row(repeating: 0, count: 40)
        #expect(try mix([frame, frame, frame], [costs, costs]).count == 2)
        #expect(try mix([frame, [5126, 1, 2]], [costs, costs]).count == 1)
        #expect(try mix([], [costs]).isEmpty)
    }
}
