import Capture

/// A recording as recognition hears it, whole in memory: 16 kHz mono.
///
/// Evaluation mixes noise into it and plays it several times; an hour is 115 MB.
enum WholeRecording {
    static func samples(of path: String) throws(EvaluationError) -> [Int16] {
        do {
            let engine = try CaptureEngine(input: .file(path: path, pace: .asFastAsPossible))
            let reader = try engine.makeReader()
            try engine.start()
            var samples: [Int16] = []
            while let item = reader.waitForNext() {
                switch item {
                case .frames(_, let block): samples.append(contentsOf: block)
                case .event(.lost(let error)): throw error
                case .gap, .event, .end: continue
                }
            }
            return samples
        } catch let error as CaptureError {
            throw .recording(reason: "\(error)")
        } catch {
            throw .recording(reason: "'\(path)': \(error)")
        }
    }
}
