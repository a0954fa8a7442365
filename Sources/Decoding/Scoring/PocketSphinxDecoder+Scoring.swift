import CPocketSphinx
import Synchronization

extension PocketSphinxDecoder {
    /// Who computes the acoustic scores of a decoder that computes them.
    package enum Scoring: Sendable {
        /// ``SenoneScorer`` where it can: of phonetically tied models, if PocketSphinx asks it.
        case ours
        /// The same without knowing whether PocketSphinx asks, which is found out by such a one.
        case untried
        /// PocketSphinx, of which more is loaded then: to compare.
        case pocketSphinx
    }

    /// Frames that were scored here, and not by PocketSphinx.
    package var ownFrameCount: Int { scorer?.frameCount ?? 0 }

    private static let answer = Mutex<Bool?>(nil)

    /// Whether PocketSphinx asks this program for scores: it does unless it was linked so that it sees its own functions only, and
    /// without Gaussians it would then hear nothing. So one decoder is made for a try, once.
    static func asksForScores(by acousticModel: String) throws(DecoderError) -> Bool {
        try answer.withLock { answer throws(DecoderError) in
            if let answer { return answer }
            let decoder = try PocketSphinxDecoder(
                acousticModel: acousticModel, pronunciations: .text(""), search: .phoneLoop,
                options: DecoderOptions(), scoring: .untried)
            let dimension = Int(ps_get_feat(decoder.pocketSphinx).pointee.cepsize)
            try decoder.process(whole: [Float](repeating: 0, count: dimension), dimension: dimension)
            decoder.giveBackMemory()
            let asks = decoder.ownFrameCount > 0
            answer = asks
            return asks
        }
    }

    /// Makes the next utterance's scores those of a decoder that was just made and was given the same cepstral mean, whatever
    /// was searched before; between utterances.
    func forgetSound() {
        scorer?.forget()
    }

    /// Does what scores senones, and writes to the log, if there is one.
    func scoring(_ step: () -> Int32) -> Int32 {
        scoreLog == nil ? withScorer(step) : BufferedFiles.ofProcess.use { withScorer(step) }
    }

    private func withScorer(_ step: () -> Int32) -> Int32 {
        guard let scorer else { return step() }
        cpocketsphinx_score_with(
            { scorer, scores, steps, stepCount, features, frame, all in
                let wanted = all == 0 ? UnsafeBufferPointer(start: steps, count: Int(stepCount)) : nil
                features!.withMemoryRebound(to: UnsafePointer<Float>?.self, capacity: 1) {
                    Unmanaged<SenoneScorer>.fromOpaque(scorer!).takeUnretainedValue()
                        .score($0, frame: Int(frame), wanted: wanted, into: scores!)
                }
            },
            { scorer, features, frameCount in
                let scorer = Unmanaged<SenoneScorer>.fromOpaque(scorer!).takeUnretainedValue()
                for frame in 0..<Int(frameCount) {
                    features![frame]!.withMemoryRebound(to: UnsafePointer<Float>?.self, capacity: 1) {
                        scorer.announce($0)
                    }
                }
            }, Unmanaged.passUnretained(scorer).toOpaque())
        defer { cpocketsphinx_score_with(nil, nil, nil) }
        return step()
    }
}

extension SenoneScorer {
    /// What scores in the stead of a decoder of this configuration; nil where PocketSphinx is to do it.
    ///
    /// - Throws: `.model` for a file of the acoustic model that is missing or broken.
    convenience init?(of acousticModel: String, _ configuration: OpaquePointer) throws(DecoderError) {
        let arithmetic = SenoneModel.Arithmetic(
            // PocketSphinx's own is one of 32 bits.
            base: Double(Float(cmd_ln_float_r(configuration, "-logbase"))),
            varianceFloor: Float(cmd_ln_float_r(configuration, "-varfloor")))
        guard let model = try SenoneModel.shared(of: acousticModel, arithmetic) else { return nil }
        self.init(
            model,
            Options(
                candidates: Int(cmd_ln_int_r(configuration, "-topn")),
                interval: Int(cmd_ln_int_r(configuration, "-ds")),
                memory: Int(cmd_ln_int_r(configuration, "-pl_window")) + 2))
    }
}
