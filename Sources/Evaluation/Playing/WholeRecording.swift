/// A recording as recognition hears it, whole in memory: 16 kHz mono; an hour is 115 MB.
enum WholeRecording {
    static func samples(of path: String) throws(EvaluationError) -> [Int16] {
        var samples: [Int16] = []
        try RecordedSound(path: path).forEachPiece { samples += $0 }
        return samples
    }
}
