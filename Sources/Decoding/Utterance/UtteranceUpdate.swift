/// News of an utterance, from ``UtteranceDecoder/next()``: any number of partial hypotheses, then exactly one of the
/// others; none any more of an utterance that was cancelled.
package enum UtteranceUpdate: Sendable, Hashable {
    /// The words up to now have changed, or their times have gone on for 0.3 s; every hop while none follows them.
    case partial(PartialHypothesis)
    /// The utterance was finished, and all of it has been decoded.
    case final(UtteranceHypothesis)
    /// It could not be decoded; the decoder can be used for the next one.
    case failed(DecoderError)
}
