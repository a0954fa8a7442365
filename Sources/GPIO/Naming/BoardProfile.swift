import Configuration
import Platform

/// What a kind of board brings along: the pins of its header and how its chips behave.
///
/// Only `BOARD11` and the advice of `earshot pins` need one; lines named `GPIO17` or `pinctrl-rp1:17` do not.
///
/// ```swift
/// let profile = try BoardProfile.ofThisMachine()
/// if let pin = profile.pin(ofLine: "GPIO17") { print("pin \(pin) of the \(profile.name)") }
/// ```
public struct BoardProfile: Sendable, Hashable {
    /// What people call the board.
    public var name: String
    /// What the device tree calls the board or its maker ("raspberrypi"), by which it is recognized.
    public var compatible: [String]
    /// Line names by pin of the header; pins of ground and supply have none.
    public var header: [Int: String]
    /// What people write before the number of a line and the kernel never does: `BCM`, for Broadcom's own documents.
    public var misnomers: [String]
    /// What is known of its GPIO chips; lines of others are found all the same. Of several lines of one name, the one on a
    /// chip that is listed here is meant.
    package var chips: [ChipProfile]

    /// A profile that is in no file, for a board of your own.
    package init(
        name: String, compatible: [String] = [], header: [Int: String] = [:],
        misnomers: [String] = [], chips: [ChipProfile] = []
    ) {
        self.name = name
        self.compatible = compatible
        self.header = header
        self.misnomers = misnomers
        self.chips = chips
    }

    /// Any board: no header, nothing known of its chips.
    public static let bare = BoardProfile(name: "any board")

    /// Why no board of this kind has a line; nil if one has it, or may have: a chip on an add-on board is not known here,
    /// nor is a line that has a name instead of a number, unless it is almost the name of one that is known.
    func objection(to line: LineName) -> GPIOError? {
        switch line {
        case .header(let pin):
            if header.isEmpty || header[pin] != nil { return nil }
            return .noLineAtPin(pin, profile: name)
        case .offset(let offset, let label):
            guard let count = chip(labelled: label)?.lineCount, offset >= count else { return nil }
            return .noOffset(offset, chip: label, lineCount: count)
        case .named(let text):
            let places = chips.compactMap { chip in
                chip.offset(ofLine: text).map { (offset: $0, lineCount: chip.lineCount) }
            }
            if places.isEmpty {
                return lineMeant(by: text).map { meant in
                    .unknownLine(name: text, near: objection(to: .named(meant)) == nil ? [meant] : [])
                }
            }
            let exists = places.contains { $0.offset < $0.lineCount ?? .max }
            return exists ? nil : .unknownLine(name: text, near: [])
        }
    }

    /// The line that `text` almost is by its number: `GPIO22` for `gpio22`, `GPIO022`, `GPI022` and `BCM22`; nil for
    /// everything else, such as `SDA1`.
    private func lineMeant(by text: String) -> String? {
        let letters = String(text.prefix { !$0.isNumber }).uppercased()
        guard let number = Int(text.dropFirst(letters.count)), !header.values.contains(text) else {
            return nil
        }
        let prefix = chips.lazy.compactMap(\.linePrefix).first {
            misnomers.contains(letters) || editDistance(letters, $0.uppercased()) <= 1
        }
        return prefix.map { "\($0)\(number)" }
    }

    /// Whether a line is known by its number and no pin of the header carries it: the board may use it itself, or it comes
    /// out elsewhere, as on a Compute Module.
    public func isOffHeader(_ line: LineName) -> Bool {
        guard !header.isEmpty, case .named(let name) = canonicalName(of: line), pin(ofLine: name) == nil
        else { return false }
        return chips.contains { $0.offset(ofLine: name) != nil }
    }

    /// Whether a line is known by its number or by a pin of the header. The kernel may have others: SDA1, or those of a
    /// chip on an add-on board.
    public func knows(_ line: LineName) -> Bool {
        guard case .named(let name) = canonicalName(of: line) else { return false }
        return pin(ofLine: name) != nil || chips.contains { $0.offset(ofLine: name) != nil }
    }

    /// What is known of the chip with this label; nil if it is not listed.
    package func chip(labelled label: String) -> ChipProfile? {
        chips.first { $0.label == label }
    }

    /// The pin of the header that carries the line of this name; nil if none does.
    public func pin(ofLine name: String) -> Int? {
        header.first { $0.value == name }?.key
    }
}

/// What is known of a chip by its label.
///
/// ```swift
/// let expander = ChipProfile(label: "mcp23017", linePrefix: "EXP", lineCount: 16, onRelease: .becomesInput)
/// expander.offset(ofLine: "EXP3")  // 3
/// ```
package struct ChipProfile: Sendable, Hashable {
    /// What the driver calls the chip, as in ``Chip/label``.
    package var label: String
    /// With `GPIO`, the line at offset 17 may be called GPIO17 whatever name the kernel gives it.
    package var linePrefix: String?
    /// How many lines it has; nil if that is not known.
    package var lineCount: Int?
    /// What a released output does, unless `releaseParameter` tells.
    package var onRelease: ReleaseBehaviour
    /// The file of a driver's parameter that says whether a released output keeps its level (`Y`) or not (`N`).
    package var releaseParameter: String?
    /// What a person should know before wiring to it.
    package var note: String?

    /// What is known of the chip called `label`; the rest may be left unknown.
    package init(
        label: String, linePrefix: String? = nil, lineCount: Int? = nil,
        onRelease: ReleaseBehaviour = .unknown, releaseParameter: String? = nil, note: String? = nil
    ) {
        self.label = label
        self.linePrefix = linePrefix
        self.lineCount = lineCount
        self.onRelease = onRelease
        self.releaseParameter = releaseParameter
        self.note = note
    }

    /// The offset of a line that is named by its number; nil if `name` is not ``linePrefix`` and a number, written
    /// without a zero before it.
    package func offset(ofLine name: String) -> Int? {
        guard let linePrefix, name.hasPrefix(linePrefix) else { return nil }
        let digits = name.dropFirst(linePrefix.count)
        return Int(digits).flatMap { String($0) == digits && $0 >= 0 ? $0 : nil }
    }

    /// What a released output does on this machine now: the driver's parameter decides, else `onRelease`. Reads the
    /// parameter's file each time.
    package var releaseBehaviour: ReleaseBehaviour {
        guard let releaseParameter, let answer = SystemFiles.text(of: releaseParameter)?.first else {
            return onRelease
        }
        return answer == "Y" || answer == "1" ? .keepsLevel : .becomesInput
    }
}

/// What happens to an output when its holder releases it, or dies.
///
/// None of these is a safe state, because it is not the program that chooses the level: drive the safe level and
/// hold the line, and fit a resistor that pulls towards the safe level while nothing holds it.
///
/// ```swift
/// let behaviour = pinout.profile.chip(labelled: "pinctrl-rp1")?.releaseBehaviour ?? .unknown
/// print(behaviour)  // a released output keeps its last level
/// ```
public enum ReleaseBehaviour: String, Sendable, Hashable, CaseIterable {
    /// It keeps driving the last level (the kernel of Raspberry Pi OS).
    case keepsLevel = "keeps-level"
    /// It becomes an input; resistors alone give the level (the mainline kernel).
    case becomesInput = "becomes-input"
    /// No profile tells: be ready for either.
    case unknown
}

extension ReleaseBehaviour: CustomStringConvertible {
    /// The behaviour as a sentence, for `earshot pins`.
    public var description: String {
        switch self {
        case .keepsLevel: "a released output keeps its last level"
        case .becomesInput: "a released output becomes an input and follows its pull resistor"
        case .unknown: "what a released output does is not known"
        }
    }
}
