import CLinux
import CPocketSphinx
import Glibc

/// The acoustic scores of a decoder's newest utterance, for other searches of it: a file that never touches a disk. A second of
/// the stock model's takes 1 MB.
///
/// Owned by one decoder.
final class KeptScores {
    private let descriptor: Int32

    init() throws(DecoderError) {
        descriptor = clinux_memfd("scores")
        guard descriptor >= 0 else { throw .outOfResources(call: "memfd_create", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Opens it from its first byte, in this process only; PocketSphinx's log begins it anew.
    var path: String { "/proc/self/fd/\(descriptor)" }

    /// Has every frame's scores changed.
    ///
    /// - Parameters:
    ///   - senones: how many each frame has.
    ///   - change: gets the frame's number and its scores.
    /// - Throws: `.decodingFailed` for scores of another number of senones.
    func change(
        senones: Int, _ change: (Int, UnsafeMutableBufferPointer<Int16>) -> Void
    ) throws(DecoderError) {
        var place = off_t(try headerLength())
        // How many senones have scores, then those.
        let length = (1 + senones) * MemoryLayout<Int16>.size
        let frame = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 1 + senones)
        defer { frame.deallocate() }
        var number = 0
        while pread(descriptor, frame.baseAddress, length, place) == length {
            guard Int(frame[0]) == senones else {
                throw .decodingFailed("the network of phones was made for another acoustic model")
            }
            change(number, UnsafeMutableBufferPointer(rebasing: frame.dropFirst()))
            guard pwrite(descriptor, frame.baseAddress, length, place) == length else {
                throw .outOfResources(call: "pwrite", code: errno)
            }
            place += off_t(length)
            number += 1
        }
    }

    /// Lines of text up to the last, and four bytes that tell the byte order.
    private func headerLength() throws(DecoderError) -> Int {
        let last = Array("endhdr\n".utf8)
        let start = [UInt8](unsafeUninitializedCapacity: 1 << 12) { bytes, count in
            count = max(0, pread(descriptor, bytes.baseAddress, bytes.count, 0))
        }
        guard let end = start.indices.first(where: { start[$0...].starts(with: last) }) else {
            throw .decodingFailed("no scores were kept")
        }
        return end + last.count + 4
    }

    /// Gives their memory back.
    func drop() {
        ftruncate(descriptor, 0)
    }
}

extension PocketSphinxDecoder {
    /// Searches a whole utterance, given as cepstra, and keeps its scores, if the decoder was made to.
    ///
    /// The search goes on for three frames after the last one, in which it hears that again.
    package func process(whole cepstra: [Float], dimension: Int) throws(DecoderError) {
        try start()
        let repeated = [[Float]](repeating: cepstra.suffix(dimension), count: Self.featureLead).joined()
        let heard = cepstra + repeated
        for start in stride(from: 0, to: heard.count, by: Self.blockLength * dimension) {
            let end = min(start + Self.blockLength * dimension, heard.count)
            do {
                try process(cepstra: Array(heard[start..<end]), dimension: dimension, isWhole: false)
            } catch {
                endBroken()
                throw error
            }
        }
        try finish()
    }

    /// Frames that a frame's features reach ahead: PocketSphinx closes its log before it scores those that wait for more.
    private static let featureLead = 3
    /// Frames that are handed over at a time. Of a longer block than its buffer of features, 7 frames, PocketSphinx loses some; and
    /// for a whole utterance it makes room for all features, but not for what it notes of each when it reads scores: it would write
    /// past that.
    private static let blockLength = 5

    /// Searches the newest utterance once more, by the scores that were kept of it, which is most of the work: for what was selected
    /// meanwhile.
    package func processAgain() throws(DecoderError) {
        guard let keptScores, let scoreLog else {
            throw .decodingFailed("the decoder keeps no scores")
        }
        try BufferedFiles.ofProcess.use { () throws(DecoderError) in
            guard let file = fopen(keptScores.path, "re") else {
                throw .outOfResources(call: "fopen", code: errno)
            }
            defer { fclose(file) }
            // It logs what it only reads, too.
            try scoreLog.write(utterance: utterancesStarted, to: "/dev/null") { () throws(DecoderError) in
                utterancesStarted += 1
                try search { $0(file) }
            }
        }
    }
}
