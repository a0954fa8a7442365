import CPocketSphinx

/// PocketSphinx's front end by itself: sound in, cepstra out, steady noise subtracted.
///
/// A decoder has a front end of its own, but starts it anew with every utterance. One that runs on knows the noise
/// all the time, and what it has heard can be searched by several decoders, and searched again, without hearing it
/// anew.
///
/// Source: sphinxbase/fe.h.
package final class CepstralFrontEnd {
    /// Samples from one frame to the next.
    package let step: Int
    /// Samples that a frame is computed from; more than `step`, so frames overlap.
    package let window: Int
    /// Coefficients of a frame.
    package let dimension: Int

    private let frontEnd: OpaquePointer

    /// The front end that `decoder`'s acoustic model was trained with.
    package init(of decoder: PocketSphinxDecoder) throws(DecoderError) {
        guard let frontEnd = fe_init_auto_r(ps_get_config(decoder.pocketSphinx)) else {
            throw .decodingFailed("the front end could not be made")
        }
        self.frontEnd = frontEnd
        var step: Int32 = 0
        var window: Int32 = 0
        fe_get_input_size(frontEnd, &step, &window)
        self.step = Int(step)
        self.window = Int(window)
        dimension = Int(fe_get_output_size(frontEnd))
    }

    deinit {
        fe_free(frontEnd)
    }

    /// Begins a stretch of sound that does not follow on the one before; what is known of the noise is kept.
    package func start() {
        fe_start_utt(frontEnd)
    }

    /// The frames that the next samples complete, one after the other.
    package func process(_ samples: [Int16]) throws(DecoderError) -> [Float] {
        // The first ten frames of a stretch are held back and come at once.
        let room = samples.count / step + 12
        var frameCount = 0
        var status: Int32 = 0
        let coefficients = [Float](unsafeUninitializedCapacity: room * dimension) { buffer, count in
            var rows: [UnsafeMutablePointer<Float>?] = (0..<room).map { buffer.baseAddress! + $0 * dimension }
            samples.withUnsafeBufferPointer { samples in
                var next = samples.baseAddress
                var rest = samples.count
                var written = Int32(room)
                status = fe_process_frames(frontEnd, &next, &rest, &rows, &written, nil)
                // What is not taken would be missing in all that follows.
                if rest > 0 { status = -1 }
                frameCount = max(0, Int(written))
            }
            count = frameCount * dimension
        }
        guard status >= 0 else { throw .decodingFailed("the front end refused \(samples.count) samples") }
        return coefficients
    }
}
