import Configuration

/// What must be answered before a command is done, and how long there is time for it.
///
/// ```yaml
/// confirm: voice
/// confirm: { by: button, window: 20s }
/// ```
package struct Confirm: Sendable, Hashable {
    /// How a yes is given.
    package enum Means: String, Sendable, Hashable, CaseIterable, SettingValue {
        /// Not at all: the command is done at once.
        case none
        /// A press of the talk button.
        case button
        /// A spoken yes or no.
        case voice

        /// How long there is time: an answer is quick, the way to a button may be long.
        var usualWindow: Duration { self == .voice ? .seconds(5) : .seconds(8) }
    }

    /// How a yes is given.
    package var means: Means
    /// From the end of the question to the beginning of the answer; a file may ask for 1 s to 2 min. Unless it does, 5 s for
    /// a spoken answer, and 8 s for the way to a button.
    package var window: Duration

    /// The usual window unless another is given.
    package init(_ means: Means, window: Duration? = nil) {
        self.means = means
        self.window = window ?? means.usualWindow
    }

    /// No question: the command is done at once.
    package static let none = Confirm(.none)
}

extension Confirm: SettingValue {
    /// What it looks like, for diagnostics.
    package static var expectation: String { Means.expectation + ", or { by: voice, window: 5s }" }

    /// `none`, `button` or `voice`, with the usual window.
    package init?(setting text: String) {
        guard let means = Means(setting: text) else { return nil }
        self.init(means)
    }

    /// Decodes the means alone, or a map with a window; adds a diagnostic and returns nil if it is neither.
    package static func read(_ node: Node, _ diagnostics: Diagnostics) -> Confirm? {
        let (means, more) = MapReader.open(node, "by", Means.self, diagnostics)
        let window = more?.optional("window", Duration.self, in: .seconds(1) ... .seconds(120))
        more?.finish()
        return means.map { Confirm($0, window: window) }
    }
}
