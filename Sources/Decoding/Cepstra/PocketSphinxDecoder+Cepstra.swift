import CPocketSphinx

/// Searching cepstra that were computed elsewhere.
extension PocketSphinxDecoder {
    /// From now on cepstra come in with the cepstral mean already subtracted.
    package func expectNormalizedCepstra() {
        ps_get_feat(pocketSphinx).pointee.cmn = CMN_NONE
    }

    /// Searches through cepstra, one frame after the other.
    ///
    /// - Parameter isWhole: they are the whole utterance. Otherwise the last three frames wait for what follows, since
    ///   features are computed from seven neighbouring frames.
    package func process(cepstra: [Float], dimension: Int, isWhole: Bool) throws(DecoderError) {
        guard !cepstra.isEmpty else { return }
        var cepstra = cepstra
        let count = cepstra.count / dimension
        let status = cepstra.withUnsafeMutableBufferPointer { cepstra in
            var rows: [UnsafeMutablePointer<Float>?] = (0..<count).map {
                cepstra.baseAddress! + $0 * dimension
            }
            return scoring { ps_process_cep(pocketSphinx, &rows, Int32(count), 0, isWhole ? 1 : 0) }
        }
        guard status >= 0 else { throw .decodingFailed("a block of \(count) frames was refused") }
    }
}
