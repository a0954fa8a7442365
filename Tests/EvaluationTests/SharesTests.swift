import Testing

@testable import Evaluation

@Suite struct SharesTests {
    @Test("Every recording is played once, in order, by no more workers than there are")
    func partition() {
        for count in 0...40 {
            for workers in Array(1...50) + [.max] {
                let runs = Shares.runs(of: count, among: workers)
                #expect(runs.flatMap(Array.init) == Array(0..<count))
                #expect(runs.count <= workers)
                #expect(runs.allSatisfy { !$0.isEmpty })
            }
        }
    }

    @Test("Runs are of one length, so that what a worker hears before a recording depends on nothing else")
    func lengths() {
        #expect(Shares.runs(of: 10, among: 2) == [0..<5, 5..<10])
        #expect(Shares.runs(of: 7, among: 2) == [0..<4, 4..<7])
        #expect(Shares.runs(of: 5, among: 4) == [0..<2, 2..<4, 4..<5])
    }
}
