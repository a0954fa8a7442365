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

    /// Goes on with these: one that is configured as before stays, and one that is not leaves what it has not written to its
    /// heir, as ``heirs(of:among:)`` has it.
    mutating func adopt(_ options: [SinkOptions]) {
        let new = options.filter { option in !sinks.contains { $0.options == option } }
        let gone = sinks.filter { !options.contains($0.options) }
        let heirs = Self.heirs(of: gone.map(\.options), among: new)
        var fresh: [SinkOptions: TextSink] = [:]
        for option in new {
            do {
                fresh[option] = try TextSink(option, after: heirs.count { $0 == option })
            } catch {
                failures.append(
                    "\(option.publicName) gets no text: \(error); restart, or end what else runs here")
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
        numberNamesakes()
    }

    private func numberNamesakes() {
        for (name, namesakes) in Dictionary(grouping: sinks, by: \.options.publicName) {
            for (index, sink) in namesakes.enumerated() {
                sink.name = namesakes.count == 1 ? nil : index == 0 ? name : "\(name) \(index + 1)"
            }
        }
    }

    /// Which new one gets what an old one could not write: that for the same file or with the same arguments, else that with the
    /// same program, else that of the same kind; where it is not plain which, none, as text may be for nobody else.
    static func heirs(of old: [SinkOptions], among new: [SinkOptions]) -> [SinkOptions?] {
        var heirs = [SinkOptions?](repeating: nil, count: old.count)
        let likenesses: [(SinkOptions, SinkOptions) -> Bool] = [
            { $0.name == $1.name }, { $0.publicName == $1.publicName }, { $0.target.isLike($1.target) },
        ]
        for isLike in likenesses {
            let bereft = old.indices.filter { heirs[$0] == nil }
            let free = new.filter { !heirs.contains($0) }
            for index in bereft {
                let candidates = free.filter { isLike(old[index], $0) }
                let rivals = bereft.count { isLike(old[index], old[$0]) }
                if candidates.count == 1, rivals == 1 { heirs[index] = candidates[0] }
            }
        }
        return heirs
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
    var status: [ApplianceStatus.SinkStatus]? {
        sinks.isEmpty ? nil : sinks.map(\.status)
    }

    /// Ends all of them, and waits until they have.
    ///
    /// - Parameters:
    ///   - limit: For what waits to be written.
    ///   - isUrgent: Asked again and again; once somebody waits for the end, two seconds more are left.
    /// - Returns: What is still to be told.
    mutating func finish(within limit: Duration, unless isUrgent: () -> Bool = { false }) -> [String] {
        for sink in sinks { sink.end(within: limit) }
        leaving += sinks
        sinks = []
        let clock = MonotonicClock()
        var end = clock.now + limit + Self.closing
        var isCut = false
        while leaving.contains(where: { !$0.isOver }), clock.now < end {
            if !isCut, isUrgent() {
                isCut = true
                for sink in leaving { sink.end(within: Self.farewell) }
                end = min(end, clock.now + Self.farewell + Self.closing)
            }
            usleep(1000)
        }
        let stuck = leaving.filter { !$0.isOver }.map { "\($0.options.publicName) does not end; it is left" }
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
