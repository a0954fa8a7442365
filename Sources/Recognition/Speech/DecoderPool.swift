import Language
import Synchronization

/// Decoders between tasks. Making one takes up to half a second and leaks a little, so they are used again; each serves
/// one task at a time.
final class DecoderPool: Sendable {
    /// A decoder on loan to a task, which uses it from one thread at a time.
    final class Loan: @unchecked Sendable {
        let decoder: UtteranceDecoder
        let plan: DecoderPlan

        init(plan: DecoderPlan) throws(RecognitionError) {
            decoder = try plan.makeDecoder()
            self.plan = plan
        }
    }

    private struct State {
        /// The longest idle first.
        var idle: [Loan] = []
        /// Packs that were found whole, and whether every line of their dictionary was looked at.
        var checkedPacks: [ModelPack: Bool] = [:]
    }

    /// Of all recognizers of the process.
    static let shared = DecoderPool()

    /// Idle decoders that are kept. One with a large language model takes 100 MB.
    private static let capacity = 3

    private let state = Mutex(State())

    /// Lends a decoder; makes one if none is idle.
    ///
    /// - Parameter microphone: where the audio comes from; what is known of it is where the decoder starts. Without one
    ///   it starts from the model's own channel mean, so that a recording always gives the same result.
    func take(_ plan: DecoderPlan, microphone: String?) throws(RecognitionError) -> Loan {
        try check(plan)
        let idle = state.withLock { state in
            state.idle.lastIndex { $0.plan == plan }.map { state.idle.remove(at: $0) }
        }
        let loan: Loan
        if let idle { loan = idle } else { loan = try Loan(plan: plan) }
        let known = microphone.flatMap {
            ChannelMeanStore.shared.mean(of: Channel(microphone: $0, pack: plan.pack, use: .words))
        }
        loan.decoder.forgetChannelMean()
        // One of another model's size is no reason to fail: a new one is learned.
        if let known { try? loan.decoder.setChannelMean(known) }
        return loan
    }

    /// Whether PocketSphinx can load the plan's files, once a process: on some broken ones it would end it. All of a
    /// dictionary is read (0.1 s for 134 000 lines) only where the decoder reads it, too.
    private func check(_ plan: DecoderPlan) throws(RecognitionError) {
        let isWhole = plan.readsDictionary
        guard state.withLock({ $0.checkedPacks[plan.pack].map { isWhole && !$0 } ?? true }) else { return }
        if let problem = plan.pack.check(readingWhole: isWhole).first { throw .language(problem) }
        state.withLock { $0.checkedPacks[plan.pack] = isWhole }
    }

    /// Takes a decoder back.
    ///
    /// - Parameter microphone: from which it has learned; nil if from none.
    func giveBack(_ loan: Loan, learnedFrom microphone: String?) {
        loan.decoder.cancel()
        loan.decoder.observe(nil)
        if let microphone {
            ChannelMeanStore.shared.keep(
                loan.decoder.channelMean,
                of: Channel(microphone: microphone, pack: loan.plan.pack, use: .words))
        }
        // Beyond the lock: releasing a decoder takes time.
        let surplus: Loan? = state.withLock { state in
            state.idle.append(loan)
            return state.idle.count > Self.capacity ? state.idle.removeFirst() : nil
        }
        withExtendedLifetime(surplus) {}
    }

    /// Frees all idle decoders.
    func empty() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        withExtendedLifetime(idle) {}
    }
}
