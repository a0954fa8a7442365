import Synchronization

/// A task's wish for a decoder, until one has come or the task wants none any more. Any thread may use it.
final class DecoderOrder: Sendable {
    /// Called once, on a thread of the pool's: with a decoder, or with what is wrong.
    typealias Receiver = @Sendable (Result<DecoderPool.Loan, RecognitionError>) -> Void

    /// Where the audio comes from; nil for recordings.
    let microphone: String?
    let receive: Receiver
    private let state = Atomic(false)

    init(microphone: String?, receive: @escaping Receiver) {
        self.microphone = microphone
        self.receive = receive
    }

    /// No decoder is made for it any more. One that was on its way already is received, and is to be given back.
    var isWithdrawn: Bool { state.load(ordering: .acquiring) }

    func withdraw() { state.store(true, ordering: .releasing) }
}
