import Appliance
import GPIO

extension ConfigurationReview {
    /// A line of the board and what it is for: from ``pins``.
    ///
    /// ```swift
    /// for pin in review.pins { print(pin.headerPin ?? 0, pin.line, pin.purpose) }
    /// ```
    package struct Pin: Sendable, Hashable {
        /// As the configuration names it.
        package var line: LineName
        /// The pin of the header that carries it; nil if the board's profile does not tell.
        package var headerPin: Int?
        /// Whether the profile knows that no pin carries it, so that the board may use it itself.
        package var isOffHeader: Bool
        /// Whether there is no board here, and the profile in its place does not know the line: it may be misspelt.
        package var isUnknown: Bool
        /// `light 'recording'`, `output 'pump'`.
        package var purpose: String
    }

    /// What is wired to the board: lights, buttons, then outputs.
    package var pins: [Pin] {
        let lights = Light.allCases.compactMap { light in
            configuration.lights[light].map { ($0.line, "light '\(light.rawValue)'") }
        }
        let buttons = ButtonName.allCases.compactMap { button in
            configuration.buttons[button].map { ($0.line, "button '\(button.rawValue)'") }
        }
        let outputs = configuration.outputs.map { ($0.line, "output '\($0.name)'") }
        let known = configuration.profile.forChecks()
        return (lights + buttons + outputs).map { line, purpose in
            Pin(
                line: line, headerPin: headerPin(of: line), isOffHeader: known.isOffHeader(line),
                isUnknown: known != configuration.profile && !known.knows(line), purpose: purpose)
        }
    }

    private func headerPin(of line: LineName) -> Int? {
        switch configuration.profile.canonicalName(of: line) {
        case .header(let number): number
        case .named(let name): configuration.profile.pin(ofLine: name)
        case .offset: nil
        }
    }
}
