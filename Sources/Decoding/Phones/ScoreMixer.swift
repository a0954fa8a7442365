import Glibc
import Platform

/// Adds what the network of phones says to the acoustic scores that one decoder computes, for others that search them: a
/// thread between both.
///
/// The grammar and the loop of free phones are searched with the same evidence, and one is measured against the other as before.
final class ScoreMixer: DecoderWork {
    enum Job: Sendable {
        /// Adds the costs to the scores of one stream and writes them to every queue, until the stream ends.
        case mix(ScoreStream, PhoneCosts, into: [ScoreQueue])
        case quit
    }

    private let weights: PhoneWeights
    private let jobs: JobQueue<Job>

    init(_ weights: PhoneWeights, jobs: JobQueue<Job>) {
        self.weights = weights
        self.jobs = jobs
    }

    func run() {
        while true {
            switch jobs.next() {
            case .mix(let scores, let costs, let queues):
                scores.read { mix($0, costs, into: queues) }
                for queue in queues { queue.close() }
            case .quit: return
            }
        }
    }

    /// How many senones have scores, all of them, then those; they wait for the network, which hears ahead.
    private typealias Frame = [Int16]

    private func mix(_ file: UnsafeMutablePointer<FILE>, _ costs: PhoneCosts, into queues: [ScoreQueue]) {
        guard let header = readHeader(file) else { return }
        for queue in queues { queue.write(header: header) }
        var waiting: [Frame] = []
        while let frame = readFrame(file) {
            waiting.append(frame)
            hand(&waiting, costs, to: queues)
        }
        // All costs were in before the decoder closed the stream.
        hand(&waiting, costs, to: queues)
    }

    private func hand(_ waiting: inout [Frame], _ costs: PhoneCosts, to queues: [ScoreQueue]) {
        var count = 0
        while count < waiting.count, let row = costs.next() {
            waiting[count].withUnsafeMutableBufferPointer { frame in
                weights.add(row, to: UnsafeMutableBufferPointer(rebasing: frame.dropFirst()))
            }
            let bytes = waiting[count].withUnsafeBytes(Array.init)
            for queue in queues { queue.write(frame: bytes) }
            count += 1
        }
        waiting.removeFirst(count)
    }

    /// Lines of text up to the last, and four bytes that tell the byte order.
    private func readHeader(_ file: UnsafeMutablePointer<FILE>) -> [UInt8]? {
        let last = Array("endhdr\n".utf8)
        var header: [UInt8] = []
        while !header.suffix(last.count).elementsEqual(last) {
            let byte = getc(file)
            guard byte != EOF, header.count < 1 << 16 else { return nil }
            header.append(UInt8(truncatingIfNeeded: byte))
        }
        var order = [UInt8](repeating: 0, count: 4)
        guard fread(&order, 1, order.count, file) == order.count else { return nil }
        return header + order
    }

    /// Nil at the end, and where a decoder does not score all senones of this model, which ends the search there.
    private func readFrame(_ file: UnsafeMutablePointer<FILE>) -> Frame? {
        let senones = weights.phoneOfSenone.count
        let frame = Frame(unsafeUninitializedCapacity: 1 + senones) { frame, count in
            count = fread(frame.baseAddress, MemoryLayout<Int16>.size, frame.count, file)
        }
        guard frame.count == 1 + senones, Int(frame[0]) == senones else { return nil }
        return frame
    }
}
