import CPocketSphinx

/// Live cepstral mean normalisation, steered from outside.
///
/// PocketSphinx by itself updates the mean only between utterances, or after 8 s. Updating it after every block
/// lets a cold decoder adapt within its first utterance.
extension PocketSphinxDecoder {
    /// What has been learned up to now; between utterances only.
    package var cepstralMean: CepstralMean {
        let normalisation = normalisation
        return CepstralMean(
            values: (0..<Int(normalisation.veclen)).map { index in
                normalisation.nframe > 0
                    ? normalisation.sum[index] / Float(normalisation.nframe) : normalisation.cmn_mean[index]
            })
    }

    /// Starts the next utterance from a mean that was learned earlier.
    package func setCepstralMean(_ mean: CepstralMean) throws(DecoderError) {
        let count = Int(normalisation.veclen)
        guard mean.values.count == count else {
            throw .foreignCepstralMean(expected: count, found: mean.values.count)
        }
        cmn_live_set(ps_get_feat(pocketSphinx).pointee.cmn_struct, mean.values)
        limitCepstralMeanMemory()
    }

    /// PocketSphinx itself keeps 500 frames when it has heard 800 (cmn_live.c).
    private var cepstralMeanMemory: Int32 { Int32(clamping: min(max(1, options.cepstralMeanMemory), 500)) }

    /// Weighs earlier speech as no more than the options' number of frames.
    func limitCepstralMeanMemory() {
        let memory = cepstralMeanMemory
        let live = ps_get_feat(pocketSphinx).pointee.cmn_struct!
        if live.pointee.nframe == 0 {
            // The mean comes from the model's feat.params and stands for no frames yet.
            cmn_live_set(
                live,
                Array(UnsafeBufferPointer(start: live.pointee.cmn_mean, count: Int(live.pointee.veclen))))
        }
        guard live.pointee.nframe > memory else { return }
        let share = Float(memory) / Float(live.pointee.nframe)
        for index in 0..<Int(live.pointee.veclen) { live.pointee.sum[index] *= share }
        live.pointee.nframe = memory
    }

    func updateCepstralMean() {
        let live = normalisation
        guard live.nframe > 0 else { return }
        for index in 0..<Int(live.veclen) { live.cmn_mean[index] = live.sum[index] / Float(live.nframe) }
    }

    private var normalisation: cmn_t { ps_get_feat(pocketSphinx).pointee.cmn_struct.pointee }
}
