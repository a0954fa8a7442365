import Decoding
import Dispatch
import Glibc
import Models
import Synchronization
import Utterance

/// Decoders between tasks. Making one takes up to half a second and leaks a little, so they are used again; each serves
/// one task at a time.
///
/// No thread waits for a decoder: a task orders one. An order is met by an idle decoder, by the next one that is
/// given back, or by one that is made; no more are made at once than there are processors. One whose order was
/// withdrawn meanwhile meets another order, or is kept.
///
/// How much memory idle ones take is limited: what is beyond the limit is freed, the longest idle first, and before another
/// one is made there is made room for it, too.
final class DecoderPool: Sendable {
    /// A decoder on loan to a task, which uses it from one thread at a time.
    final class Loan: @unchecked Sendable {
        let decoder: UtteranceDecoder
        let plan: DecoderPlan
        /// What the pack's noise reduction has learned; nil if it has none.
        let noise: NoiseWeights?
        /// About how much memory it takes.
        let bytes: Int
        /// Whether it is kept whatever the limit; set while nobody else has the loan.
        fileprivate(set) var isKept = false

        init(_ decoder: sending UtteranceDecoder, plan: DecoderPlan, noise: NoiseWeights?) {
            self.decoder = decoder
            self.plan = plan
            self.noise = noise
            bytes = plan.memory
        }
    }

    private struct State {
        /// The longest idle first.
        var idle: [Loan] = []
        /// Those that wait, the oldest first.
        var orders: [(order: DecoderOrder, plan: DecoderPlan)] = []
        /// Of the decoders that are being made.
        var underWay: [DecoderPlan] = []
        /// In bytes.
        var limit: Int

        var idleBytes: Int { idle.reduce(0) { $0 + $1.bytes } }

        /// Takes idle decoders out until the others, and a further one of `bytes`, are within the limit.
        mutating func makeRoom(for bytes: Int = 0) -> [Loan] {
            var surplus: [Loan] = []
            var total = idleBytes + bytes
            idle.removeAll { loan in
                guard total > limit, !loan.isKept else { return false }
                total -= loan.bytes
                surplus.append(loan)
                return true
            }
            return surplus
        }

        mutating func takeIdle(_ plan: DecoderPlan) -> Loan? {
            idle.lastIndex { $0.plan == plan }.map { idle.remove(at: $0) }
        }

        mutating func takeOrder(_ plan: DecoderPlan) -> DecoderOrder? {
            orders.firstIndex { $0.plan == plan }.map { orders.remove(at: $0).order }
        }

        /// A decoder that was being made is there, or cannot be made.
        mutating func end(_ plan: DecoderPlan) {
            if let index = underWay.firstIndex(of: plan) { underWay.remove(at: index) }
        }

        /// The plan of the oldest order that none of the decoders which are being made will meet.
        var unmet: DecoderPlan? {
            var coming = underWay
            return orders.first { _, plan in
                guard let index = coming.firstIndex(of: plan) else { return true }
                coming.remove(at: index)
                return false
            }?.plan
        }
    }

    typealias Maker = @Sendable (DecoderPlan) throws(RecognitionError) -> UtteranceDecoder

    /// Of all recognizers of the process.
    static let shared = DecoderPool()

    /// What a board of 512 MB can spare, and two decoders for dictation on others.
    static var defaultLimit: Int {
        min(sysconf(Int32(_SC_PHYS_PAGES)) / 4 * sysconf(Int32(_SC_PAGESIZE)), 256 << 20)
    }

    private let state: Mutex<State>
    /// How many decoders may be made at once.
    private let width: Int
    private let make: Maker
    private let checks = PackChecks()

    init(
        width: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), limit: Int = DecoderPool.defaultLimit,
        make: @escaping Maker = { plan throws(RecognitionError) in try plan.makeDecoder() }
    ) {
        self.width = width
        self.make = make
        state = Mutex(State(limit: limit))
    }

    // MARK: - Orders

    /// Orders a decoder. Returns at once.
    ///
    /// - Parameters:
    ///   - microphone: where the audio comes from; what is known of it is where the decoder starts. Without one it starts
    ///     from the model's own cepstral mean, so that a recording always gives the same result.
    ///   - plan: what decoder; called on a thread of the pool's.
    func order(
        microphone: String?, plan: @escaping @Sendable () throws(RecognitionError) -> DecoderPlan,
        receive: @escaping DecoderOrder.Receiver
    ) -> DecoderOrder {
        let order = DecoderOrder(microphone: microphone, receive: receive)
        work { [self] in
            guard !order.isWithdrawn else { return }
            do throws(RecognitionError) {
                let plan = try plan()
                try checks.check(plan.pack, readingWhole: plan.readsDictionary)
                place(order, plan)
            } catch {
                order.receive(.failure(error))
            }
        }
        return order
    }

    /// Makes no decoder for an order that is not needed any more.
    func withdraw(_ order: DecoderOrder) {
        order.withdraw()
        state.withLock { $0.orders.removeAll { $0.order === order } }
    }

    private func place(_ order: DecoderOrder, _ plan: DecoderPlan) {
        let idle = state.withLock { state in
            guard !order.isWithdrawn else { return nil as Loan? }
            let idle = state.takeIdle(plan)
            if idle == nil { state.orders.append((order, plan)) }
            return idle
        }
        if let idle { lend(idle, to: order) } else { makeNext() }
    }

    /// Makes a decoder for the oldest order that needs one, unless enough are being made.
    private func makeNext() {
        // Released outside the lock: that takes time.
        var surplus: [Loan] = []
        let next = state.withLock { state in
            guard state.underWay.count < width, let plan = state.unmet else { return nil as DecoderPlan? }
            state.underWay.append(plan)
            surplus = state.makeRoom(for: plan.memory)
            return plan
        }
        guard let plan = next else { return }
        withExtendedLifetime(surplus) {}
        work { [self] in
            do throws(RecognitionError) {
                let noise = try plan.noiseWeights()
                pass(on: Loan(try make(plan), plan: plan, noise: noise), isNew: true)
            } catch {
                let order = state.withLock { state in
                    state.end(plan)
                    return state.takeOrder(plan)
                }
                order?.receive(.failure(error))
            }
            makeNext()
        }
    }

    /// Hands a decoder to an order for one like it, or keeps it.
    private func pass(
        on loan: Loan, isNew: Bool, retention: SpeechAnalyzer.Options.ModelRetention = .lingering
    ) {
        if retention == .processLifetime { loan.isKept = true }
        var surplus: [Loan] = []
        let order = state.withLock { state in
            if isNew { state.end(loan.plan) }
            if let order = state.takeOrder(loan.plan) { return order as DecoderOrder? }
            guard retention != .whileInUse || loan.isKept else {
                surplus = [loan]
                return nil
            }
            state.idle.append(loan)
            surplus = state.makeRoom()
            return nil
        }
        if let order { lend(loan, to: order) }
        withExtendedLifetime(surplus) {}
    }

    private func lend(_ loan: Loan, to order: DecoderOrder) {
        let known = order.microphone.flatMap {
            CepstralMeanStore.shared.mean(
                of: CepstralMeanKey(microphone: $0, pack: loan.plan.pack, use: .words))
        }
        loan.decoder.forget()
        // One of another model's size is no reason to fail: a new one is learned.
        if let known { try? loan.decoder.setCepstralMean(known) }
        order.receive(.success(loan))
    }

    /// Does it on a thread of its own: a concurrent queue would take those that Swift's tasks run on.
    private func work(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "earshot.decoder").async(execute: body)
    }

    // MARK: - Decoders that are not needed any more

    /// Takes a decoder back.
    ///
    /// - Parameters:
    ///   - microphone: from which it has learned; nil if from none.
    ///   - retention: whether it is kept for later tasks.
    func giveBack(
        _ loan: Loan, learnedFrom microphone: String?,
        retention: SpeechAnalyzer.Options.ModelRetention = .lingering
    ) {
        loan.decoder.cancel()
        loan.decoder.observe(nil)
        if let microphone {
            CepstralMeanStore.shared.keep(
                loan.decoder.cepstralMean,
                of: CepstralMeanKey(microphone: microphone, pack: loan.plan.pack, use: .words))
        }
        pass(on: loan, isNew: false, retention: retention)
    }

    /// How much memory idle decoders may take, in bytes.
    var limit: Int {
        get { state.withLock { $0.limit } }
        set {
            let surplus = state.withLock { state in
                state.limit = newValue
                return state.makeRoom()
            }
            withExtendedLifetime(surplus) {}
        }
    }

    /// How much they take.
    var idleBytes: Int { state.withLock { $0.idleBytes } }

    /// Frees all idle decoders.
    func empty() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        withExtendedLifetime(idle) {}
    }
}
