import Configuration

/// What happens to a simulated board, and when: a demonstration's or a test's other half.
///
/// One action a line, in order of time, on the capture clock in seconds; `#` begins a comment:
///
/// ```
/// 0.50 press talk
/// 3.10 release talk
/// 4.00 unplug
/// 6.00 replug
/// ```
package struct BoardScript: Sendable, Hashable {
    enum Action: Sendable, Hashable {
        case press(String)
        case release(String)
        /// The microphone is pulled out.
        case unplug
        case replug
    }

    struct Step: Sendable, Hashable {
        var time: Duration
        var action: Action
    }

    let steps: [Step]

    /// What is done to the microphone.
    var unplugging: [Step] {
        steps.filter { $0.action == .unplug || $0.action == .replug }
    }

    /// What is done to the buttons.
    var presses: [Step] {
        steps.filter { $0.action != .unplug && $0.action != .replug }
    }

    /// Reads a script.
    ///
    /// - Parameters:
    ///   - text: The script.
    ///   - name: What diagnostics call it, its path as a rule.
    ///   - buttons: The buttons that exist, as ``ApplianceConfiguration/buttonNames``.
    /// - Throws: `ApplianceError.script`, with `name:line` and what to write instead.
    package init(text: String, name: String, buttons: some Collection<String>) throws(ApplianceError) {
        var steps: [Step] = []
        for (index, line) in TextFile.lines(of: text).enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else { continue }
            func wrong(_ what: String) -> ApplianceError { .script("\(name):\(index + 1): \(what)") }

            guard let seconds = Double(first), seconds >= 0, seconds < 1e6 else {
                throw wrong("'\(first)' is no time; write seconds first, as in '0.50 press talk'")
            }
            let time = Duration.microseconds(Int64((seconds * 1e6).rounded()))
            if let last = steps.last, time < last.time {
                throw wrong("\(first) is earlier than the line before; put the lines in order of time")
            }
            let action: Action
            switch (words.dropFirst().first, words.dropFirst(2).first, words.count) {
            case ("unplug", nil, 2): action = .unplug
            case ("replug", nil, 2): action = .replug
            case ("press", let button?, 3), ("release", let button?, 3):
                guard buttons.contains(String(button)) else {
                    let known = buttons.sorted().joined(separator: ", ")
                    throw wrong(
                        "there is no button '\(button)'; "
                            + (known.isEmpty
                                ? "the configuration has none" : "the configuration has \(known)"))
                }
                action = words[1] == "press" ? .press(String(button)) : .release(String(button))
            default:
                throw wrong("write 'press NAME', 'release NAME', 'unplug' or 'replug' after the time")
            }
            steps.append(Step(time: time, action: action))
        }
        self.steps = steps
    }
}
