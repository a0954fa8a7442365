import Platform

/// What a light does over time, as data: a level for each moment since the pattern began.
///
/// A pattern is a function of elapsed time, so it cannot drift, a late look skips to where it should be, and it can
/// be tested without waiting.
///
/// ```swift
/// LightPattern.blink(on: .milliseconds(100), off: .milliseconds(100)).isOn(after: .milliseconds(150))  // false
/// ```
public struct LightPattern: Sendable, Hashable {
    /// A level, and for how long.
    public struct Step: Sendable, Hashable {
        /// Whether the light is lit.
        public var isOn: Bool
        /// How long; in a pattern greater than zero.
        public var lasting: Duration

        /// A level that lasts so long.
        public init(isOn: Bool, lasting: Duration) {
            self.isOn = isOn
            self.lasting = lasting
        }
    }

    /// The steps in turn; none for a steady light.
    public let steps: [Step]
    /// Whether it begins anew after the last step.
    public let repeats: Bool
    /// The level after the last step of a pattern that does not repeat.
    public let endsOn: Bool

    /// How long one pass takes.
    public let length: Duration

    /// Takes the steps in turn, for ever or once.
    ///
    /// - Parameter endsOn: The level afterwards; without meaning for a pattern that repeats.
    /// - Precondition: every duration is greater than zero.
    public init(_ steps: [Step], repeats: Bool, endsOn: Bool = false) {
        precondition(steps.allSatisfy { $0.lasting > .zero }, "every step of a light pattern lasts")
        self.steps = steps
        self.repeats = repeats && !steps.isEmpty
        self.endsOn = endsOn
        length = steps.reduce(.zero) { $0 + $1.lasting }
    }

    /// Whether the light is lit `elapsed` after the pattern began.
    public func isOn(after elapsed: Duration) -> Bool {
        step(at: elapsed)?.isOn ?? endsOn
    }

    /// When, after `elapsed`, the next step begins (since the pattern's start); nil once it is steady.
    public func nextStep(after elapsed: Duration) -> Duration? {
        step(at: elapsed)?.end
    }

    private func step(at elapsed: Duration) -> (isOn: Bool, end: Duration)? {
        guard elapsed < length || repeats else { return nil }
        let passes = repeats ? elapsed.nanoseconds / length.nanoseconds : 0
        var end = .nanoseconds(passes * length.nanoseconds) as Duration
        for step in steps {
            end += step.lasting
            if elapsed < end { return (step.isOn, end) }
        }
        return nil
    }
}

extension LightPattern {
    /// Dark.
    public static let off = LightPattern([], repeats: false)
    /// Lit.
    public static let on = LightPattern([], repeats: false, endsOn: true)

    /// On and off for ever, lit first.
    public static func blink(on: Duration, off: Duration) -> LightPattern {
        LightPattern([Step(isOn: true, lasting: on), Step(isOn: false, lasting: off)], repeats: true)
    }

    /// One flash, then dark.
    public static func pulse(_ lasting: Duration) -> LightPattern {
        flashes(1, on: lasting, off: lasting)
    }

    /// So many flashes, then dark.
    public static func flashes(_ count: Int, on: Duration, off: Duration) -> LightPattern {
        let flash = [Step(isOn: true, lasting: on), Step(isOn: false, lasting: off)]
        return LightPattern(Array(repeating: flash, count: count).flatMap { $0 }, repeats: false)
    }

    /// Three short, three long, three short in Morse code, for ever; `unit` is the length of a dot.
    public static func sos(unit: Duration = .milliseconds(150)) -> LightPattern {
        // ITU-R M.1677-1: a dash is three units, the gap within a letter one, between letters three. SOS is sent
        // as one sign, without gaps between its letters; seven units part two of them.
        let marks = [1, 1, 1, 3, 3, 3, 1, 1, 1]
        var steps = marks.flatMap { length in
            [Step(isOn: true, lasting: unit * length), Step(isOn: false, lasting: unit)]
        }
        steps[steps.count - 1].lasting = unit * 7
        return LightPattern(steps, repeats: true)
    }

    /// Blinking that quickens over `span` from `slow` to `fast` periods, then stays lit: time is running out.
    ///
    /// It is lit for three quarters of every period, so that it still reads as "on".
    public static func quickening(
        over span: Duration, from slow: Duration = .milliseconds(500), to fast: Duration = .milliseconds(100)
    ) -> LightPattern {
        var steps: [Step] = []
        var elapsed = Duration.zero
        while elapsed < span {
            let progress = Double(elapsed.nanoseconds) / Double(span.nanoseconds)
            let period = slow + (fast - slow) * progress
            steps.append(Step(isOn: true, lasting: period * 3 / 4))
            steps.append(Step(isOn: false, lasting: period / 4))
            elapsed += period
        }
        return LightPattern(steps, repeats: false, endsOn: true)
    }
}
