/// How a person names a line; three spellings.
///
/// - `GPIO17`: the kernel's name for the line, as `earshot pins` lists it. Case matters to the kernel.
/// - `BOARD11`: pin 11 of the board's header; the board's profile says which line that is.
/// - `pinctrl-rp1:17`: the label of a chip and the line's offset on it, for lines without a name.
///
/// There is no chip number in any of them: numbers follow the order in which drivers load, and they moved on the
/// Raspberry Pi 5.
///
/// ```swift
/// let lamp = try LineName(parsing: text)
/// let relay: LineName = "BOARD11"
/// ```
public enum LineName: Sendable, Hashable {
    /// The kernel's name for the line: `GPIO17`.
    case named(String)
    /// A pin of the board's header, counted from 1: `BOARD11`.
    case header(pin: Int)
    /// A line by its place, counted from 0, on the chip with this label: `pinctrl-rp1:17`.
    case offset(Int, chip: String)

    /// Reads any of the three spellings.
    ///
    /// - Throws: `GPIOError.notALine` for a name without a letter, such as a bare number, which could mean either the GPIO
    ///   number or the header pin; for one that begins with `/`, `:` or `line:`, or has a space or anything but ASCII in
    ///   it; for a pin that no header can have; and for a `:` behind a chip's number, or with neither an offset nor a
    ///   name behind it.
    public init(parsing text: String) throws(GPIOError) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), text.contains(where: \.isLetter),
            !text.hasPrefix("/"), !text.hasPrefix(":")
        else { throw .notALine(text) }
        // A key without a space after it.
        guard !text.hasPrefix("line:") else { throw .notALine(text) }
        let digits = text.dropFirst(5)
        if text.hasPrefix("BOARD"), !digits.isEmpty, digits.allSatisfy(\.isWholeNumber) {
            guard let pin = Int(digits), pin > 0 else { throw .notALine(text) }
            self = .header(pin: pin)
        } else if let colon = text.lastIndex(of: ":"), !text[colon...].contains(where: \.isLetter) {
            let chip = String(text[..<colon])
            let digits = text[text.index(after: colon)...]
            guard !Self.isChipNumber(chip), digits.allSatisfy(\.isWholeNumber), let offset = Int(digits)
            else { throw .notALine(text) }
            self = .offset(offset, chip: chip)
        } else {
            self = .named(text)
        }
    }

    /// Whether a chip is named as its device file is, `gpiochip0`.
    private static func isChipNumber(_ chip: String) -> Bool {
        chip.hasPrefix("gpiochip") && chip.dropFirst(8).allSatisfy(\.isWholeNumber)
    }
}

extension LineName: CustomStringConvertible {
    /// The name, in the one of the three spellings it was given in.
    public var description: String {
        switch self {
        case .named(let name): name
        case .header(let pin): "BOARD\(pin)"
        case .offset(let offset, let chip): "\(chip):\(offset)"
        }
    }
}

extension LineName: ExpressibleByStringLiteral {
    /// For names written in source; one that is not a line's name stops the program.
    public init(stringLiteral text: String) {
        do {
            try self.init(parsing: text)
        } catch {
            preconditionFailure(error.description)
        }
    }
}

/// A line that was found: what it was asked for as, and where it is.
///
/// ```swift
/// let (_, line) = try pinout.locate("BOARD11")
/// print(line)  // BOARD11 (pinctrl-rp1:17)
/// ```
public struct LineIdentity: Sendable, Hashable, CustomStringConvertible {
    /// The name in the configuration or on the command line.
    public var name: String
    /// The label of its chip.
    public var chip: String
    /// Its place on the chip, counted from 0.
    public var offset: Int

    /// A line where it is known to be; a board profile finds it by its name.
    public init(name: String, chip: String, offset: Int) {
        self.name = name
        self.chip = chip
        self.offset = offset
    }

    /// `chip:offset`, the same for every name the line may have.
    public var place: String { "\(chip):\(offset)" }

    /// For messages: `GPIO17 (pinctrl-rp1:17)`, or the place alone if that is what was asked for.
    public var description: String { name == place ? name : "\(name) (\(place))" }
}
