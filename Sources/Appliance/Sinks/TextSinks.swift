import EventSocket
import Glibc
import Platform

/// All places where dictated text goes. A value; owned by one thread, which never waits for any of them but at the end.
///
/// ```swift
/// var sinks = TextSinks(configuration.dictation.sinks)
/// sinks.take(event)
/// for news in sinks.takeNews() { emit(.warning(news)) }
/// for news in sinks.finish(within: .seconds(2)) { emit(.warning(news)) }
/// ```
struct TextSinks {
    private var sinks: [TextSink] = []
    /// Those that are not configured any more, until they have ended.
    private var leaving: [TextSink] = []
    private var failures: [String] = []
    /// For one that is not configured any more to write what waits; what it cannot is left to another.
    private static let farewell = Duration.seconds(2)
    /// For programs to end, one after the other where one leaves its text to another.
    private static let closing = Duration.seconds(7)

    init(_ options: [SinkOptions]) { adopt(options) }

    /// Goes on with these: one that is configured as before stays, and one that is not leaves what it has not written to a new
    /// one for the same file or program, else to the first new one of its kind.
    mutating func adopt(_ options: [SinkOptions]) {
        let new = options.filter { option in !sinks.contains { $0.options == option } }
        let gone = sinks.filter { !options.contains($0.options) }
        let heirs = gone.map { sink in
            new.first { $0.name == sink.options.name }
                ?? new.first { $0.target.isLike(sink.options.target) }
        }
        var fresh: [SinkOptions: TextSink] = [:]
        for option in new {
            do {
                fresh[option] = try TextSink(option, after: heirs.count { $0 == option })
            } catch {
                failures.append("\(option.name) gets no text: \(error); restart, or end what else runs here")
            }
        }
        for (sink, option) in zip(gone, heirs) {
            if let heir = option.flatMap({ fresh[$0] }) {
                sink.end(within: Self.farewell) { heir.inherit($0) }
            } else {
                sink.end(within: Self.farewell)
            }
        }
        leaving += gone
        let old = sinks
        sinks = options.compactMap { option in fresh[option] ?? old.first { $0.options == option } }
    }

    /// Hands the text of an event to all of them; other events have none.
    func take(_ event: ApplianceEvent) {
        guard !sinks.isEmpty, let piece = SinkPiece(event) else { return }
        for sink in sinks { sink.take(piece) }
    }

    /// What is to be told: what is wrong with one, or well again.
    mutating func takeNews() -> [String] {
        // What has ended by now has said all.
        let stillThere = leaving.filter { !$0.isOver }
        defer {
            failures = []
            leaving = stillThere
        }
        return failures + (leaving + sinks).flatMap { $0.takeNews() }
    }

    /// How they are, in the order of the configuration; nil where there are none.
    var status: [ApplianceStatus.SinkStatus]? { sinks.isEmpty ? nil : sinks.map(\.status) }

    /// Ends all of them, and waits until they have.
    ///
    /// - Parameter limit: For what waits to be written.
    /// - Returns: What is still to be told.
    mutating func finish(within limit: Duration) -> [String] {
        for sink in sinks { sink.end(within: limit) }
        leaving += sinks
        sinks = []
        let clock = MonotonicClock()
        let end = clock.now + limit + Self.closing
        while leaving.contains(where: { !$0.isOver }), clock.now < end { usleep(1000) }
        let stuck = leaving.filter { !$0.isOver }.map { "\($0.options.name) does not end; it is left" }
        return takeNews() + stuck
    }
}

extension SinkOptions.Target {
    /// Whether both are of one kind.
    fileprivate func isLike(_ other: Self) -> Bool {
        switch (self, other) {
        case (.file, .file), (.program, .program), (.standardOutput, .standardOutput): true
        default: false
        }
    }
}
