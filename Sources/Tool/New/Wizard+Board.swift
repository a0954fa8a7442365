import GPIO
import Platform

extension Wizard {
    /// This machine's pins, or some that exist in memory.
    mutating func askForBoard() throws {
        title(1, "The board")
        let profile = try BoardProfile.ofThisMachine()
        let simulated = profile.orTypical
        let model = simulated == .bare ? "" : ", those of a \(simulated.name)"
        var choices = [(text: "pins that exist in memory only\(model)", pinout: simulatedPins)]
        func simulatedPins() -> Pinout { .simulated(profile: simulated) }
        if !options.isSimulated {
            do {
                let pins = try Pinout.system(profile: profile)
                let chips = pins.chips.map { "\($0.label) with \($0.lineCount.counted("line"))" }
                let name = profile == .bare ? "this machine" : "this \(profile.name)"
                choices.insert(("\(name): \(chips.joined(separator: ", "))", { pins }), at: 0)
            } catch {
                interview.tell("No pins here: \(error).")
            }
        }
        var choice = 0
        if choices.count == 1 {
            interview.tell("  It is tried with \(choices[0].text).")
        } else {
            choice = try interview.choose("Which pins are tried?", among: choices.map(\.text), or: 0)
        }
        pinout = choices[choice].pinout()
        draft.profile = pinout.profile
    }
}
