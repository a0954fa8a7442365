/// The memory that decoders take between tasks.
///
/// A decoder for dictation takes 100 MB, one for a grammar about 20 (Figures, "Cost"), and making it up to half a second. So those
/// that no task needs are kept, as far as there is room: a program that changes its vocabulary with every request, and so
/// needs another decoder each time, does not grow.
///
/// Any thread may use it.
///
/// ```swift
/// SpeechModels.retentionLimit = 0             // no idle decoder at all
/// await SpeechModels.endRetention()           // the screen was left
/// ```
public enum SpeechModels {
    /// How many bytes the decoders may take that no task needs; what is beyond it is freed, the longest idle first. A
    /// quarter of the machine's memory and 256 MB at most, unless set; 0 keeps none.
    public static var retentionLimit: Int {
        get { DecoderPool.shared.limit }
        set { DecoderPool.shared.limit = max(0, newValue) }
    }

    /// How many bytes the decoders take that no task needs now.
    public static var retainedBytes: Int { DecoderPool.shared.idleBytes }

    /// Frees all decoders that no task needs; each does so on a thread of its own, within some milliseconds.
    public static func endRetention() async { DecoderPool.shared.empty() }
}
