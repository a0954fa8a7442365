import Capture

/// A recording as recognition hears it, 16 kHz mono, a second at a time: however long it is, it takes no more memory.
struct RecordedSound {
    let path: String
    /// What is heard before it and after it.
    var margin: [Int16] = []

    /// Samples of a second, and whole blocks of the capture engine.
    private static let pieceLength = 100 * CaptureReader.blockFrames

    /// Gives its pieces, each of a second but the last, from the beginning on.
    func forEachPiece(_ body: ([Int16]) throws(EvaluationError) -> Void) throws(EvaluationError) {
        do {
            let engine = try CaptureEngine(input: .file(path: path, pace: .asFastAsPossible))
            defer { engine.stop() }
            let reader = try engine.makeReader()
            try engine.start()
            var rest = margin
            while let item = reader.waitForNext() {
                switch item {
                case .frames(_, let block): rest.append(contentsOf: block)
                case .event(.lost(let error)): throw error
                case .gap, .event, .end: continue
                }
                guard rest.count >= Self.pieceLength else { continue }
                try body(Array(rest[..<Self.pieceLength]))
                rest.removeFirst(Self.pieceLength)
            }
            rest += margin
            for start in stride(from: 0, to: rest.count, by: Self.pieceLength) {
                try body(Array(rest[start..<min(start + Self.pieceLength, rest.count)]))
            }
        } catch let error as EvaluationError {
            throw error
        } catch let error as CaptureError {
            throw .recording(reason: "\(error)")
        } catch {
            throw .recording(reason: "'\(path)': \(error)")
        }
    }
}
