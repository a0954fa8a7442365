/// Sound that was taken from an input and is not heard yet: what comes while decoders are made is not lost where the input keeps
/// the newest only.
///
/// ```swift
/// let ahead = SoundAhead(limit: .seconds(30))
/// Task { await ahead.take(from: inputs) }
/// while let sound = try await ahead.next() { … }
/// ```
final class SoundAhead: Sendable {
    private struct State {
        var sounds: [AnalyzerInput] = []
        /// How long all of them are together.
        var length = Duration.zero
        var isOver = false
        var error: (any Error)?
    }

    private let limit: Duration
    private let state = Watched(State())

    /// How much is taken after the Swift task was cancelled, about: an input that does not end then would keep the next one from
    /// being heard.
    private static let longestRest = Duration.seconds(2)

    /// - Parameter limit: how much sound is taken, about.
    init(limit: Duration) { self.limit = limit }

    /// Takes all sound of an input, no faster than there is room for it. Once its Swift task is cancelled, it takes what the input still
    /// gives, up to some seconds: a stream what was sent to it before.
    func take<Input: AsyncSequence>(from input: Input) async where Input.Element == AnalyzerInput {
        var failure: (any Error)?
        var rest = Self.longestRest
        do {
            // Sound of a format that is not supported has no frames, and is handed on for what is wrong with it.
            for try await sound in input where sound.buffer.frameLength > 0 || sound.buffer.problem != nil {
                state.change { state in
                    state.sounds.append(sound)
                    state.length += sound.buffer.duration
                }
                if Task.isCancelled { rest -= sound.buffer.duration }
                guard rest > .zero else { break }
                guard await state.next(where: { $0.length <= limit ? true : nil }) != nil else { break }
            }
        } catch {
            // That the Swift task was cancelled ends the input, and is nothing wrong with it.
            if !(Task.isCancelled && error is CancellationError) { failure = error }
        }
        state.change { state in
            state.error = failure
            state.isOver = true
        }
    }

    /// The next sound; nil at the end of the input, and where the Swift task is cancelled.
    ///
    /// - Throws: what the input has thrown, after its sound.
    func next() async throws -> AnalyzerInput? {
        let next = try await state.next { state throws -> AnalyzerInput?? in
            guard state.sounds.isEmpty else { return .some(state.sounds.removeFirst()) }
            if let error = state.error { throw error }
            return state.isOver ? .some(nil) : nil
        }
        guard let sound = next ?? nil else { return nil }
        state.change { $0.length -= sound.buffer.duration }
        return sound
    }
}
