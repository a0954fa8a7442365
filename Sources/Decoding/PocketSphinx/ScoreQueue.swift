import CLinux
import Glibc
import Platform
import Synchronization

/// Where one decoder reads acoustic scores that are not as another computed them, frame by frame as they are made.
///
/// One thread writes it, one searches it (``PocketSphinxDecoder/process(_:)``), and a third may ask the search how far it has
/// come (``ask(after:)``): the search is asked between two frames, on its own thread, since a decoder must not be looked
/// at while it works.
///
/// A search that looks ahead reads each frame as it comes, and once more when it has come so far: it notes where in the file a frame
/// ended, and goes back there for it. Here such a place is a frame's number, and what is read at it is that frame; what is read
/// then is the next one that it has not had.
///
/// Source: fopencookie(3), by which `ps_decode_senscr` of PocketSphinx reads frames that are in no file; its `acmod_score` goes back
/// to a frame's own end (`framepos`), and with a file would read those after it from there on.
final class ScoreQueue: @unchecked Sendable {
    typealias Answer = [PocketSphinxDecoder.Segment]

    /// How many frames may wait for a search that could take them: the writer waits then.
    private static let capacity = 8
    /// More bytes than a frame has, a power of two: what frames' numbers are multiplied by for places in the file, so that the C library
    /// goes to the very place, and not to the beginning of the buffer that it lies in.
    private static let bufferSize = 1 << 16
    /// So many of the newest frames can be gone back to.
    static let rereadable = 8

    private struct State {
        var header: [UInt8]?
        /// Frames, the oldest first: how many senones have scores, and those.
        var waiting: [[UInt8]] = []
        /// Frames that were written, and those of them that the search took.
        var written = 0
        var taken = 0
        /// The search takes no frame beyond this one, so that what it says then does not depend on how fast it is.
        var limit: Int
        var isAsked = false
        var answer: Answer = []
        /// Nothing more is written.
        var isComplete = false
        /// Nothing more is read.
        var isOver = false
    }

    private let state: Mutex<State>
    private let readable = Semaphore()
    private let writable = Semaphore()
    private let answered = Semaphore()
    /// The reader's: what it took last, and how much of that it has.
    private var chunk: [UInt8] = []
    private var offset = 0
    /// How many frames it has had, and the newest of them.
    private var framesRead = 0
    private var newest: [[UInt8]] = []
    private var respond: () -> Answer = { [] }

    private let files: BufferedFiles

    /// - Parameters:
    ///   - isFollowed: somebody asks it; until then, and whenever it has answered, the search waits.
    ///   - files: those of the process.
    init(isFollowed: Bool = false, among files: BufferedFiles = .ofProcess) {
        self.files = files
        state = Mutex(State(limit: isFollowed ? 0 : .max))
    }

    // MARK: - Written

    func write(header: [UInt8]) {
        state.withLock { $0.header = header }
        readable.signal()
    }

    /// Waits while the search is behind.
    func write(frame: [UInt8]) {
        while true {
            let isFull = state.withLock { state in
                guard !state.isOver else { return false }
                guard min(state.written, state.limit) - state.taken < Self.capacity else { return true }
                state.waiting.append(frame)
                state.written += 1
                return false
            }
            guard isFull else { break }
            writable.wait()
        }
        readable.signal()
    }

    /// Nothing more comes.
    func close() {
        state.withLock { $0.isComplete = true }
        readable.signal()
    }

    // MARK: - Asked

    /// What the search has found after `frames` frames, counted from the first; waits until it has searched them.
    ///
    /// - Parameter frames: as many as will be written without anything that the caller does later; not fewer than before.
    /// - Returns: empty when the search is over.
    func ask(after frames: Int) -> Answer {
        let isOver = state.withLock { state in
            state.limit = frames
            state.isAsked = !state.isOver
            return state.isOver
        }
        guard !isOver else { return [] }
        readable.signal()
        answered.wait()
        return state.withLock { $0.answer }
    }

    /// Nobody asks any more: the search goes on to the end.
    func letGo() {
        state.withLock { $0.limit = .max }
        readable.signal()
    }

    // MARK: - Read

    /// Calls `search` with a file that reads the frames, on the thread that searches.
    ///
    /// - Parameter respond: what is answered when somebody asks.
    func read<Result>(
        answering respond: @escaping () -> Answer = { [] }, _ search: (UnsafeMutablePointer<FILE>) -> Result
    ) -> Result? {
        self.respond = respond
        files.acquire(orAtEnd: finish)
        defer {
            files.release()
            self.respond = { [] }
            finish()
        }
        let file = clinux_open_reader(
            Unmanaged.passUnretained(self).toOpaque(),
            { cookie, buffer, count in
                guard let cookie, let buffer else { return -1 }
                return Unmanaged<ScoreQueue>.fromOpaque(cookie).takeUnretainedValue()
                    .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
            },
            { cookie, place, whence in
                guard let cookie, let place else { return -1 }
                let queue = Unmanaged<ScoreQueue>.fromOpaque(cookie).takeUnretainedValue()
                if whence == SEEK_CUR, place.pointee == 0 {
                    place.pointee = queue.place
                    return 0
                }
                return whence == SEEK_SET && queue.goBack(to: place.pointee) ? 0 : -1
            })
        guard let file else { return nil }
        // Without a buffer glibc would ask for each byte by itself, which is a third of all that decoding costs.
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: Self.bufferSize)
        defer {
            fclose(file)
            buffer.deallocate()
        }
        setvbuf(file, buffer, _IOFBF, Self.bufferSize)
        // As in `ScoreStream`: so the end of the program does not wait for it.
        clinux_use_without_lock(file)
        return search(file)
    }

    private func finish() {
        let wasAsked = state.withLock { state in
            // An answer that was given may not have been fetched yet.
            if state.isAsked { state.answer = [] }
            defer { state.isAsked = false }
            state.isOver = true
            state.waiting = []
            return state.isAsked
        }
        if wasAsked { answered.signal() }
        writable.signal()
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if offset == chunk.count, !takeNext() { return 0 }
        let count = min(buffer.count, chunk.count - offset)
        chunk.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
        }
        offset += count
        return count
    }

    /// Behind the newest frame that was read.
    private var place: Int64 { Int64(framesRead * Self.bufferSize) }

    /// Has the frame that ended at `place` read again; false where that is too long ago.
    private func goBack(to place: Int64) -> Bool {
        let age = framesRead - Int(place) / Self.bufferSize
        guard (0..<newest.count).contains(age) else { return false }
        chunk = newest[newest.count - 1 - age]
        offset = 0
        return true
    }

    private enum Step {
        case begin([UInt8])
        case take([UInt8])
        case answer
        case wait
        case end
    }

    private func nextStep(_ state: inout State) -> Step {
        if let header = state.header {
            state.header = nil
            return .begin(header)
        }
        if state.isAsked, state.taken >= state.limit { return .answer }
        if state.taken < state.limit, !state.waiting.isEmpty {
            state.taken += 1
            return .take(state.waiting.removeFirst())
        }
        return state.isComplete && state.waiting.isEmpty ? .end : .wait
    }

    /// Waits for the next frame, and answers meanwhile; false at the end.
    private func takeNext() -> Bool {
        // Nothing is in the file's buffer here, so the end of the program need not wait for this.
        files.release()
        // Whoever computes the scores uses files as well, and would wait for room here.
        defer { files.acquire(orAtEnd: finish) }
        while true {
            switch state.withLock({ nextStep(&$0) }) {
            case .begin(let header):
                (chunk, offset) = (header, 0)
                return true
            case .take(let next):
                (chunk, offset) = (next, 0)
                framesRead += 1
                newest.append(next)
                if newest.count > Self.rereadable { newest.removeFirst() }
                writable.signal()
                return true
            case .answer:
                let answer = respond()
                state.withLock { state in
                    state.isAsked = false
                    state.answer = answer
                }
                answered.signal()
            case .wait: readable.wait()
            case .end: return false
            }
        }
    }
}
