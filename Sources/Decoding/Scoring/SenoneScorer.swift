import CSenones

/// Scores the senones of one decoder's frames, in PocketSphinx's stead: the same scores in a fifth of the time.
///
/// PocketSphinx computes one Gaussian after the other, which is three quarters of what recognizing commands takes a processor.
/// Owned by one decoder, and used by the thread that this is used by.
///
/// Source: as of ``SenoneModel``; the order among equals, and what is kept from frame to frame, as in ptm_mgau.c of
/// PocketSphinx 5prealpha.
final class SenoneScorer {
    struct Options {
        /// Gaussians of a codebook that senones are mixed of.
        var candidates: Int
        /// Every how many frames new ones are looked for.
        var interval: Int
        /// Frames that are remembered, since another search may ask for them again.
        var memory: Int
    }

    /// What is known of a frame.
    private struct Frame {
        var number = -1
        var features: [Float] = []
        var candidates: [csenones_candidate]
    }

    /// Frames that were scored.
    private(set) var frameCount = 0

    private let model: SenoneModel
    private let options: Options
    private var frames: [Frame]
    /// From each senone to the next.
    private let steps: [UInt8]

    /// - Returns: nil where more candidates are asked for than there are Gaussians.
    init?(_ model: SenoneModel, _ options: Options) {
        let sizes = model.pointer.pointee
        guard (1...Int(sizes.densities)).contains(options.candidates), options.interval > 0 else {
            return nil
        }
        self.model = model
        self.options = options
        frames = []
        steps = [0] + [UInt8](repeating: 1, count: Int(sizes.senones) - 1)
        forget()
    }

    /// Looks for the next frame's best Gaussians as if it were the first one. Else these are looked for beside those of the frame
    /// before, be it the last of another utterance, and of two that fit equally the earlier one may stay.
    func forget() {
        let sizes = model.pointer.pointee
        let first = (0..<Int32(options.candidates)).map { csenones_candidate(density: $0, score: .min) }
        let all = [[csenones_candidate]](repeating: first, count: Int(sizes.codebooks * sizes.streams))
        let frame = Frame(candidates: Array(all.joined()))
        frames = [Frame](repeating: frame, count: max(2, options.memory))
    }

    /// - Parameters:
    ///   - features: a row for each stream.
    ///   - number: of the frame, from the utterance's first on.
    ///   - wanted: from each senone that is wanted to the next; nil for all.
    ///   - scores: by senone, overwritten.
    func score(
        _ features: UnsafePointer<UnsafePointer<Float>?>, frame number: Int,
        wanted: UnsafeBufferPointer<UInt8>?, into scores: UnsafeMutablePointer<Int16>
    ) {
        let place = number % frames.count
        let values = (0..<Int(model.pointer.pointee.streams)).flatMap { stream in
            UnsafeBufferPointer(
                start: features[stream], count: Int(model.pointer.pointee.lengths[stream]))
        }
        if frames[place].number != number || frames[place].features != values {
            let isActive = codebooks(of: wanted)
            var candidates = frames[(place + frames.count - 1) % frames.count].candidates
            csenones_find(
                model.pointer, isActive, features, number % options.interval == 0,
                Int32(options.candidates), &candidates)
            frames[place] = Frame(number: number, features: values, candidates: candidates)
            frameCount += 1
        }
        let count = Int32(options.candidates)
        if let wanted {
            csenones_score_some(
                model.pointer, frames[place].candidates, count, wanted.baseAddress, Int32(wanted.count),
                scores)
        } else if count <= csenones_most_candidates {
            csenones_score_all(model.pointer, frames[place].candidates, count, scores)
        } else {
            csenones_score_some(
                model.pointer, frames[place].candidates, count, steps, Int32(steps.count), scores)
        }
    }

    private func codebooks(of wanted: UnsafeBufferPointer<UInt8>?) -> [Bool] {
        guard let wanted else {
            return [Bool](repeating: true, count: Int(model.pointer.pointee.codebooks))
        }
        var codebooks = [Bool](repeating: false, count: Int(model.pointer.pointee.codebooks))
        var senone = 0
        for step in wanted {
            senone += Int(step)
            codebooks[Int(model.pointer.pointee.codebook_of[senone])] = true
        }
        return codebooks
    }
}
