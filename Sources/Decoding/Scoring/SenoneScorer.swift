import CSenones

/// Scores the senones of one decoder's frames, in PocketSphinx's stead: the same scores in a fifth of the time.
///
/// PocketSphinx computes one Gaussian after the other, which is three quarters of what recognizing commands takes a processor,
/// and goes through all of them for every frame: more than a small board's caches hold, so that each time they come from memory.
/// Here the Gaussians of one phone after the other are gone through by all frames that are known to come.
///
/// Owned by one decoder, and used by the thread that this is used by.
///
/// Source: D. Huggins-Daines et al., "PocketSphinx: a free, real-time continuous speech recognition system for hand-held devices",
/// ICASSP 2006; the order among equals, and what is kept from frame to frame, as in ptm_mgau.c of PocketSphinx 5prealpha.
final class SenoneScorer {
    struct Options {
        /// Gaussians of a codebook that senones are mixed of.
        var candidates: Int
        /// Every how many frames new ones are looked for.
        var interval: Int
        /// Frames that are remembered, since another search may ask for them again.
        var memory: Int
    }

    /// Of each stream, one after the other.
    typealias Features = [Float]

    /// What is known of a frame.
    private struct Frame {
        var number = -1
        var features: Features = []
        var candidates: [csenones_candidate]
    }

    /// Frames that were scored.
    private(set) var frameCount = 0
    /// How often the Gaussians were gone through for them.
    private(set) var passCount = 0

    private let model: SenoneModel
    private let options: Options
    private var frames: [Frame]
    /// What will be asked for.
    private var announced: [Features] = []
    /// Of these, the frames that were looked at together with an earlier one, and by which codebooks.
    private var ahead: (frames: ArraySlice<Frame>, isActive: [Bool]) = ([], [])
    /// How many frames are looked at together: one more each time, until one is asked for otherwise than was foreseen.
    private var foresight = 1
    /// From each senone to the next.
    private let steps: [UInt8]

    /// Beside the Gaussians of a codebook and stream, what is found for so many fits a first-level cache.
    private static let greatestForesight = 8

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
        announced = []
        ahead = ([], [])
        foresight = 1
    }

    /// Tells of the frame that will be asked for after all that were announced before. That it is, and when, changes no score.
    ///
    /// - Parameter features: a row for each stream.
    func announce(_ features: UnsafePointer<UnsafePointer<Float>?>) {
        announced.append(values(of: features))
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
        let features = values(of: features)
        if frames[place].number != number || frames[place].features != features {
            let isActive = codebooks(of: wanted)
            var frame = foundAhead(number, features, isActive) ?? find(number, features, isActive)
            csenones_normalize(model.pointer, isActive, Int32(options.candidates), &frame.candidates)
            frames[place] = frame
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

    /// A frame that was looked at with an earlier one. Nil where another one comes than was foreseen, or one of which other
    /// codebooks are wanted: what else was looked at then rests on what is not so.
    private func foundAhead(_ number: Int, _ features: Features, _ isActive: [Bool]) -> Frame? {
        guard let next = ahead.frames.first else { return nil }
        guard next.number == number, next.features == features, ahead.isActive == isActive else {
            foresight = 1
            return nil
        }
        announced.removeFirst()
        return ahead.frames.removeFirst()
    }

    /// Looks for a frame's best Gaussians, and for those of the ones that are announced after it.
    private func find(_ number: Int, _ features: Features, _ isActive: [Bool]) -> Frame {
        // Those before it belonged to an utterance that was left.
        announced.removeFirst(announced.firstIndex(of: features) ?? announced.count)
        let sought = announced.isEmpty ? [features] : Array(announced.prefix(foresight))
        announced = Array(announced.dropFirst())
        foresight = min(foresight + 1, Self.greatestForesight)
        let numbers = number..<number + sought.count
        let isWhole = numbers.map { $0 % options.interval == 0 }
        let before = frames[(number + frames.count - 1) % frames.count].candidates
        let found = [csenones_candidate](unsafeUninitializedCapacity: sought.count * before.count) {
            found, count in
            count = sought.count * before.count
            withRows(of: sought) { rows in
                csenones_find(
                    model.pointer, isActive, rows, isWhole, Int32(sought.count), Int32(options.candidates),
                    before, found.baseAddress)
            }
        }
        passCount += 1
        let all = sought.indices.map { index in
            let first = index * before.count
            return Frame(
                number: number + index, features: sought[index],
                candidates: Array(found[first..<first + before.count]))
        }
        ahead = (all.dropFirst(), isActive)
        return all[0]
    }

    private func values(of features: UnsafePointer<UnsafePointer<Float>?>) -> Features {
        let sizes = model.pointer.pointee
        return (0..<Int(sizes.streams)).flatMap { stream in
            UnsafeBufferPointer(start: features[stream], count: Int(sizes.lengths[stream]))
        }
    }

    /// A row for each stream of each frame.
    private func withRows(of frames: [Features], _ body: ([UnsafePointer<Float>?]) -> Void) {
        let sizes = model.pointer.pointee
        Array(frames.joined()).withUnsafeBufferPointer { values in
            var rows: [UnsafePointer<Float>?] = []
            var next = values.baseAddress
            for _ in frames {
                for stream in 0..<Int(sizes.streams) {
                    rows.append(next)
                    next = next.map { $0 + Int(sizes.lengths[stream]) }
                }
            }
            body(rows)
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
