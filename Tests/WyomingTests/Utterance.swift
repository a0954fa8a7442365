import Glibc
import Platform
import Synchronization

@testable import Wyoming

/// An utterance that a test hands over, and what came of it.
final class Utterance: Sendable {
    private let updates = Mutex<[WyomingTranscription.Update]>([])
    private let changed = Semaphore()

    /// Hands over half a second a piece, 16 kHz.
    ///
    /// - Returns: what came of it: the last is the outcome.
    static func say(
        to address: String, pieces: Int = 3, answer: Duration = .seconds(10), mostWaiting: Int = 1 << 20,
        _ request: WyomingRequest = WyomingRequest(), waitingForPartials: Int = 0
    ) throws -> [WyomingTranscription.Update] {
        let utterance = Utterance()
        var limits = WyomingTranscription.Limits()
        limits.answer = answer
        limits.mostWaiting = mostWaiting
        let transcription = try WyomingTranscription(
            at: WyomingAddress(address), request, limits: limits
        ) { update in
            utterance.updates.withLock { $0.append(update) }
            utterance.changed.signal()
        }
        for piece in 0..<pieces { Self.sound(piece).withUnsafeBufferPointer { transcription.send($0) } }
        for _ in 0..<waitingForPartials { utterance.changed.wait() }
        transcription.finish()
        transcription.settle()
        while utterance.outcome == nil { utterance.changed.wait() }
        return utterance.updates.withLock { $0 }
    }

    /// Half a second that can be told from any other.
    static func sound(_ number: Int) -> [Int16] {
        (0..<8000).map { Int16(truncatingIfNeeded: $0 &* 7 &+ number) }
    }

    private var outcome: WyomingTranscription.Update? {
        updates.withLock { $0.last }.flatMap { if case .partial = $0 { nil } else { $0 } }
    }
}
