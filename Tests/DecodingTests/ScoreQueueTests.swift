import Glibc
import Platform
import Synchronization
import Testing

@testable import Decoding

@Suite("Acoustic scores that are searched as they are made")
struct ScoreQueueTests {
    private static let header = Array("s3\nendhdr\n".utf8)
    private static let frameSize = 100

    private static func frame(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number), count: frameSize)
    }

    /// Stands for a search: it reads frame by frame, and answers with as many segments as it has frames.
    private final class Search: DecoderWork {
        let frames = Mutex<[UInt8]>([])
        let done = Semaphore()
        private let queue: ScoreQueue

        init(_ queue: ScoreQueue) { self.queue = queue }

        func run() {
            let answer = { self.frames.withLock { $0.map { PocketSphinxDecoder.Segment(number: $0) } } }
            _ = queue.read(answering: answer) { file in
                var header = ScoreQueueTests.header
                #expect(
                    fread(&header, 1, header.count, file) == header.count && header == ScoreQueueTests.header)
                var frame = [UInt8](repeating: 0, count: ScoreQueueTests.frameSize)
                // In two pieces, as PocketSphinx reads a number and then as many scores.
                while fread(&frame, 1, 2, file) == 2,
                    fread(&frame[2], 1, frame.count - 2, file) == frame.count - 2
                {
                    #expect(Set(frame).count == 1)
                    let number = frame[0]
                    frames.withLock { $0.append(number) }
                }
            }
            done.signal()
        }
    }

    private func start(_ queue: ScoreQueue) throws -> Search {
        let search = Search(queue)
        nonisolated(unsafe) let work: any DecoderWork = search
        try DecoderThread.start(work)
        return search
    }

    @Test("Who asks is told what was found after just so many frames, however many are there")
    func asked() throws {
        let queue = ScoreQueue(isFollowed: true)
        let search = try start(queue)
        queue.write(header: Self.header)
        for number in 0..<40 { queue.write(frame: Self.frame(number)) }
        for count in [0, 3, 3, 10] {
            #expect(queue.ask(after: count).map(\.name) == (0..<count).map(String.init))
        }
        queue.letGo()
        queue.close()
        search.done.wait()
        #expect(search.frames.withLock { $0 } == (0..<40).map { UInt8($0) })
        #expect(queue.ask(after: 40).isEmpty)
    }

    @Test("Who asks for frames that are not written yet waits for them")
    func waiting() throws {
        let queue = ScoreQueue(isFollowed: true)
        let search = try start(queue)
        queue.write(header: Self.header)
        nonisolated(unsafe) let writer: any DecoderWork = Writer(queue, frames: 5)
        try DecoderThread.start(writer)
        #expect(queue.ask(after: 5).count == 5)
        queue.letGo()
        search.done.wait()
    }

    @Test("A search that gives up answers whoever waits, and holds no writer up")
    func givenUp() throws {
        let queue = ScoreQueue(isFollowed: true)
        queue.write(header: Self.header)
        _ = queue.read { file in
            var header = Self.header
            return fread(&header, 1, header.count, file)
        }
        #expect(queue.ask(after: 3).isEmpty)
        queue.letGo()
        for number in 0..<100 { queue.write(frame: Self.frame(number)) }
    }

    @Test("A writer does not run far ahead of a search that may go on")
    func bounded() throws {
        let queue = ScoreQueue()
        let writer = Writer(queue, frames: 200)
        nonisolated(unsafe) let work: any DecoderWork = writer
        queue.write(header: Self.header)
        try DecoderThread.start(work)
        var most = 0
        _ = queue.read { file in
            var header = Self.header
            #expect(fread(&header, 1, header.count, file) == header.count)
            var frame = Self.frame(0)
            var count = 0
            while fread(&frame, 1, frame.count, file) == frame.count {
                count += 1
                most = max(most, writer.written.load(ordering: .relaxed) - count)
            }
            #expect(count == 200)
        }
        #expect((0...9).contains(most))
    }

    @Test("A search that may not go on, because the program ends, holds no writer up")
    func end() throws {
        let files = BufferedFiles()
        let queue = ScoreQueue(among: files)
        queue.write(header: Self.header)
        let (hasBegun, mayGoOn) = (Semaphore(), Semaphore())
        nonisolated(unsafe) let search: any DecoderWork = Work {
            _ = queue.read { file in
                var header = Self.header
                #expect(fread(&header, 1, header.count, file) == header.count)
                hasBegun.signal()
                mayGoOn.wait()
                var frame = Self.frame(0)
                _ = fread(&frame, 1, frame.count, file)
                Issue.record("it went on")
            }
        }
        try DecoderThread.start(search)
        hasBegun.wait()
        let ended = Semaphore()
        let isFree = Flag()
        nonisolated(unsafe) let end: any DecoderWork = Work {
            isFree.value.store(files.end(), ordering: .relaxed)
            ended.signal()
        }
        try DecoderThread.start(end)
        // Its 2 s begin once nobody may begin to use a file any more.
        while !files.isOver { sched_yield() }
        mayGoOn.signal()
        for number in 0..<100 { queue.write(frame: Self.frame(number)) }
        ended.wait()
        let wasFree = isFree.value.load(ordering: .relaxed)
        #expect(wasFree)
    }

    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    private final class Work: DecoderWork {
        private let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }

        func run() { body() }
    }

    @Test(
        "A search that looks ahead is given each frame once more when it goes back to it, and goes on where it was"
    )
    func lookAhead() throws {
        let window = 5
        let queue = ScoreQueue()
        nonisolated(unsafe) let writer: any DecoderWork = Writer(queue, frames: 40)
        queue.write(header: Self.header)
        try DecoderThread.start(writer)
        let found = queue.read { file in
            var header = Self.header
            #expect(fread(&header, 1, header.count, file) == header.count)
            func next() -> UInt8? {
                var frame = Self.frame(255)
                guard fread(&frame, 1, 2, file) == 2,
                    fread(&frame[2], 1, frame.count - 2, file) == frame.count - 2
                else { return nil }
                #expect(Set(frame).count == 1)
                return frame[0]
            }
            var (ahead, found): ([UInt8], [UInt8]) = ([], [])
            // As `acmod_read_scores` notes them.
            var places: [Int] = []
            func search(_ frame: Int) {
                #expect(fseek(file, places[frame], SEEK_SET) == 0)
                if let frame = next() { found.append(frame) }
            }
            while let frame = next() {
                ahead.append(frame)
                places.append(ftell(file))
                if places.count > window { search(places.count - 1 - window) }
            }
            #expect(ahead == (0..<40).map { UInt8($0) })
            for frame in places.count - window..<places.count { search(frame) }
            #expect(fseek(file, places[10], SEEK_SET) != 0)
            return found
        }
        #expect(found == (0..<40).map { UInt8($0) })
    }

    /// Writes frames from another thread, then ends.
    private final class Writer: DecoderWork {
        let written = Atomic(0)
        private let queue: ScoreQueue
        private let frames: Int

        init(_ queue: ScoreQueue, frames: Int) {
            self.queue = queue
            self.frames = frames
        }

        func run() {
            for number in 0..<frames {
                queue.write(frame: ScoreQueueTests.frame(number))
                written.add(1, ordering: .relaxed)
            }
            queue.close()
        }
    }
}

extension PocketSphinxDecoder.Segment {
    fileprivate init(number: UInt8) {
        self.init(name: String(number), frames: 0..<1, acousticScore: 0, posterior: nil)
    }
}
