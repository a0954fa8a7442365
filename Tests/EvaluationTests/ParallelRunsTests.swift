import Appliance
import TestSupport
import Testing

@testable import Evaluation

@Suite struct ParallelRunsTests {
    private let folder = TemporaryFolder()

    private func runs(of count: Int, workers: Int, until stop: StopSignal) throws -> ParallelRuns {
        let lines = (1...count).map { #"{"audio": "\#($0).wav", "command": null}"# }
        let path = folder.write(lines.joined(separator: "\n"), to: "site.jsonl")
        return ParallelRuns(manifest: try Manifest(path: path), workers: workers, stop: stop)
    }

    @Test("What is told of every recording is heard, however many workers there are", arguments: [1, 2, 7])
    func allAreHeard(workers: Int) throws {
        let runs = try runs(of: 5, workers: workers, until: StopSignal())
        let echo: @Sendable () -> ParallelRuns.Work<Int> = {
            return { (index, tell) throws(EvaluationError) in tell(index) }
        }
        var heard: [Int] = []
        try runs.run(echo) { heard.append($0) }
        #expect(heard.sorted() == [0, 1, 2, 3, 4])
    }

    @Test("After the first recording that cannot be used no other is begun, and its line is named")
    func firstFault() throws {
        let runs = try runs(of: 4, workers: 1, until: StopSignal())
        let failing: @Sendable () -> ParallelRuns.Work<Int> = {
            return { (index, tell) throws(EvaluationError) in
                tell(index)
                if index > 0 { throw EvaluationError.recording(reason: "it is damaged") }
            }
        }
        var heard: [Int] = []
        var fault = ""
        do { try runs.run(failing) { heard.append($0) } } catch { fault = "\(error)" }
        #expect(heard == [0, 1])
        #expect(fault.hasSuffix("site.jsonl:2: it is damaged"), "\(fault)")
    }

    @Test("When a stop is asked for no other recording is begun")
    func stopped() throws {
        let stop = try StopSignal()
        let runs = try runs(of: 4, workers: 1, until: stop)
        let stopping: @Sendable () -> ParallelRuns.Work<Int> = {
            return { (index, tell) throws(EvaluationError) in
                tell(index)
                stop.raise()
            }
        }
        var heard: [Int] = []
        try runs.run(stopping) { heard.append($0) }
        #expect(heard == [0])
    }
}
