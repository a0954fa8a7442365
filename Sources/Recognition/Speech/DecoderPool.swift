import Language
import Synchronization

/// Decoders between tasks. Making one takes up to half a second and leaks a little, so they are used again; each serves
/// one task at a time.
final class DecoderPool: Sendable {
    /// A decoder on loan to a task, which uses it from one thread at a time.
    final class Loan: @unchecked Sendable {
        let decoder: UtteranceDecoder
        let plan: DecoderPlan
        /// What the decoder knew of the channel when it was made.
        let coldMean: ChannelMean

        init(plan: DecoderPlan) throws(RecognitionError) {
            decoder = try plan.makeDecoder()
            self.plan = plan
            coldMean = decoder.channelMean
        }
    }

    private struct State {
        /// The longest idle first.
        var idle: [Loan] = []
        var checkedPacks: Set<ModelPack> = []
        /// The microphone's mean, by acoustic model.
        var liveMeans: [String: ChannelMean] = [:]
    }

    /// Of all recognizers of the process.
    static let shared = DecoderPool()

    /// Idle decoders that are kept. One with a large language model takes 100 MB.
    private static let capacity = 3

    private let state = Mutex(State())

    /// Lends a decoder; makes one if none is idle.
    ///
    /// - Parameter isLive: whether the audio comes from the microphone, whose channel mean is then carried on. A
    ///   recording starts from the model's own, so that it always gives the same result.
    func take(_ plan: DecoderPlan, isLive: Bool) throws(RecognitionError) -> Loan {
        let (idle, isChecked) = state.withLock { state in
            let index = state.idle.lastIndex { $0.plan == plan }
            return (index.map { state.idle.remove(at: $0) }, state.checkedPacks.contains(plan.pack))
        }
        if !isChecked {
            if let problem = plan.pack.check(readingWhole: false).first { throw .language(problem) }
            _ = state.withLock { $0.checkedPacks.insert(plan.pack) }
        }
        let loan: Loan
        if let idle { loan = idle } else { loan = try Loan(plan: plan) }
        let learned = isLive ? state.withLock { $0.liveMeans[plan.pack.acousticModel] } : nil
        try loan.decoder.setChannelMean(learned ?? loan.coldMean)
        return loan
    }

    /// Takes a decoder back.
    func giveBack(_ loan: Loan, isLive: Bool) {
        loan.decoder.cancel()
        loan.decoder.observe(nil)
        let mean = loan.decoder.channelMean
        // Beyond the lock: releasing a decoder takes time.
        let surplus: Loan? = state.withLock { state in
            if isLive { state.liveMeans[loan.plan.pack.acousticModel] = mean }
            state.idle.append(loan)
            return state.idle.count > Self.capacity ? state.idle.removeFirst() : nil
        }
        withExtendedLifetime(surplus) {}
    }

    /// What was learned about the microphone, for the next start of the program.
    func liveMean(of pack: ModelPack) -> ChannelMean? {
        state.withLock { $0.liveMeans[pack.acousticModel] }
    }

    func setLiveMean(_ mean: ChannelMean?, of pack: ModelPack) {
        state.withLock { $0.liveMeans[pack.acousticModel] = mean }
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
