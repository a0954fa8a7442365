import GPIO
import Platform

/// A button, and what its presses mean. A value; owned by one thread.
///
/// One that cannot be read (its chip was unplugged) is read again once a second; its descriptor, which would be ready for ever, is not
/// waited for meanwhile. What it did later than the sound that is being heard waits for its time.
struct WatchedButton<Meaning> {
    let button: Button
    var meaning: Meaning
    /// When it is read again; nil while it can be read.
    private(set) var retryAt: Duration?
    /// What it did later than the sound that is being heard.
    private var early: [ButtonEvent] = []

    private static var retryAfter: Duration { .seconds(1) }

    init(_ button: Button, _ meaning: Meaning) {
        self.button = button
        self.meaning = meaning
    }

    /// Readable when an edge waits, or is about to be made.
    var descriptor: Int32? { retryAt == nil ? button.fileDescriptor : nil }

    /// When it is known what a contact that has moved came to, or is time to report it.
    var nextPress: Duration? { [retryAt == nil ? button.settles : nil, early.first?.at].earliest }

    /// When ``read(upTo:newest:)`` has something to do although the descriptor is silent.
    var nextDeadline: Duration? { [retryAt ?? button.nextDeadline, nextPress].earliest }

    /// What it has done that is to be reported by now, in order; nothing while it cannot be read.
    ///
    /// - Parameters:
    ///   - now: This moment on the capture clock.
    ///   - newest: The same where sound waits to be heard and `now` is behind, by which edges are dated.
    /// - Throws: `GPIOError.failed` when it could be read before and cannot now; that it stays so is not said again.
    mutating func read(upTo now: Duration, newest: Duration) throws(GPIOError) -> [ButtonEvent] {
        if let retryAt, retryAt > now { return [] }
        do throws(GPIOError) {
            let events = try early + button.advance(to: newest)
            let due = events.prefix { $0.at <= now }
            retryAt = nil
            early = Array(events[due.endIndex...])
            return Array(due)
        } catch {
            let isNews = retryAt == nil
            retryAt = now + Self.retryAfter
            early = []
            guard isNews else { return [] }
            throw error
        }
    }

    /// Lets go of its line, unless another button goes on with that.
    func letGo(unlessLineOf other: Button?) {
        if button.line !== other?.line { button.line.release() }
    }
}
