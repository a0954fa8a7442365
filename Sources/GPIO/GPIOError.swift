import Glibc
import Platform

/// What can go wrong with chips and lines; every message ends with what to do.
///
/// ```swift
/// do {
///     let lamp = LED(try pinout.output("GPIO17"))
/// } catch .taken(let line, by: let holder) {
///     print("\(line) belongs to \(holder)")
/// } catch {
///     print(error)
/// }
/// ```
public enum GPIOError: Error, Sendable, Hashable {
    /// This machine has no GPIO chip at all.
    case noChip
    /// The device file may not be opened by this user.
    case notPermitted(device: String)
    /// No chip has this label.
    case unknownChip(label: String, present: [String])
    /// No chip has a line of this name; `near` are the names closest to it.
    case unknownLine(name: String, near: [String])
    /// The board's profile does not give this header pin a line (it may be ground or supply).
    case noLineAtPin(Int, profile: String)
    /// No profile knows this board, nor where its header's pins lead.
    case unknownHeader(pin: Int)
    /// The chip exists but has fewer lines.
    case noOffset(Int, chip: String, lineCount: Int)
    /// Several lines have this name; of chips that share a label, `places` have the device files, too.
    case ambiguous(name: String, places: [String])
    /// Not one of the three spellings of a line.
    case notALine(String)
    /// The line is in use.
    case taken(LineIdentity, by: LineHolder)
    /// The chip cannot tell when this input changes.
    case noInterrupt(LineIdentity)
    /// The kernel refused an operation on a line.
    case failed(LineIdentity, LineOperation, errno: Int32)
    /// The kernel refused to say what a chip is.
    case unreadableChip(device: String, errno: Int32)
}

/// What was being done to a line when it failed; ``GPIOError/failed(_:_:errno:)`` carries it.
public enum LineOperation: String, Sendable, Hashable {
    /// Taking it from the kernel, as an output or as an input.
    case request
    /// Giving an output its level.
    case drive
    /// Reading its level or its edges, or what the kernel knows of it.
    case read
}

/// Who holds a line that was asked for; ``GPIOError/taken(_:by:)`` carries it.
///
/// ```swift
/// chip.setHolder(LineHolder(consumer: "gpioset", processes: ["gpioset, process 812"]), of: "GPIO17")
/// ```
public struct LineHolder: Sendable, Hashable, CustomStringConvertible {
    /// What the holder calls itself when it requests a line; may be empty.
    public var consumer: String
    /// Processes that hold the line ("gpioset, process 812"); empty for a driver of the kernel, or if this user
    /// may not look. Of a line of this machine they are looked for when they are asked for, among all processes.
    public var processes: [String] {
        get { known ?? place.map { HolderSearch().processes(holding: $0.offset, of: $0.chip) } ?? [] }
        set { known = newValue }
    }

    private var known: [String]?
    /// Where they are looked for otherwise.
    private var place: Place?

    private struct Place: Sendable, Hashable {
        var offset: Int
        var chip: String
    }

    /// A holder by what it calls itself and what processes it has.
    public init(consumer: String, processes: [String] = []) {
        self.consumer = consumer
        known = processes
    }

    /// The holder of a line of this machine, by the chip's name in the kernel.
    init(consumer: String, holding offset: Int, of chip: String) {
        self.consumer = consumer
        place = Place(offset: offset, chip: chip)
    }

    /// For messages: `'gpioset' (gpioset, process 812)`.
    public var description: String {
        let name = consumer.isEmpty ? "a holder without a name" : "'\(consumer)'"
        let processes = processes
        let who =
            processes.isEmpty ? "a driver, or another user's program" : processes.joined(separator: " or ")
        return "\(name) (\(who))"
    }
}

extension GPIOError {
    /// Whether the line's chip is gone: it was unplugged, or began anew and is another one now.
    package var isOfLostChip: Bool {
        if case .failed(_, _, errno: ENODEV) = self { true } else { false }
    }

    /// Whether there is no such line at present, as while its chip is gone.
    var isOfAbsentLine: Bool {
        switch self {
        case .noChip, .unknownChip, .unknownLine, .noOffset: true
        default: false
        }
    }
}

extension GPIOError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .noChip:
            "no GPIO chip on this machine (there is no /dev/gpiochip*); run on a board, or load its pinctrl driver"
        case .notPermitted(let device):
            "may not open \(device); add this user to the group 'gpio' ('sudo adduser $USER gpio', then log in "
                + "again)"
        case .unknownChip(let label, let present):
            "no chip is labelled '\(label)'; this machine has \(list(present)) ('earshot pins' lists their lines)"
        case .unknownLine(let name, let near):
            "no line is named '\(name)'; "
                + (near.isEmpty ? "" : "did you mean \(near.joined(separator: ", "))? ")
                + "'earshot pins' lists all lines"
        case .noLineAtPin(let pin, let profile):
            "pin \(pin) of the header is not a GPIO line on '\(profile)'; 'earshot pins' lists the pins that are"
        case .unknownHeader(let pin):
            "pin \(pin) of the header: no board profile knows this machine's; write the line that is wired to it, such "
                + "as GPIO17 ('earshot pins' lists all lines)"
        case .noOffset(let offset, let chip, let count):
            "\(chip):\(offset) does not exist; \(chip) has \(count.counted("line")), 0 to \(count - 1)"
        case .ambiguous(let name, let places):
            places.allSatisfy { (try? LineName(parsing: $0)) != nil }
                ? "several lines are named '\(name)'; say which: \(places.joined(separator: " or "))"
                : "several lines are named '\(name)': \(places.joined(separator: " and ")); these chips share a label, so give "
                    + "their lines names of their own ('gpio-line-names' in the device tree)"
        case .notALine(let text):
            if !text.isEmpty, text.allSatisfy(\.isASCII), text.allSatisfy(\.isWholeNumber) {
                "'\(text)' is not the name of a line; write GPIO\(text), or BOARD\(text) for pin \(text) of the header"
            } else if text.hasPrefix("gpiochip") {
                "'\(text)' goes by the chip's number, which may change from boot to boot; write its label, as in "
                    + "pinctrl-rp1:5 ('earshot pins' lists them)"
            } else if text.hasPrefix("line:") {
                "'\(text)' is not the name of a line; write a space after the ':', 'line: \(text.dropFirst(5))'"
            } else {
                "'\(text)' is not the name of a line; write GPIO17, BOARD11 or pinctrl-rp1:17"
            }
        case .taken(let line, let holder):
            "\(line) is held by \(holder); stop that first, or choose another line"
        case .noInterrupt(let line):
            "\(line) has no interrupt; ask for it without edges and read it again and again, or choose another line"
        case .failed(let line, let operation, let code):
            "cannot \(operation.rawValue) \(line): \(reason(code))"
        case .unreadableChip(let device, let code):
            "cannot read \(device): \(reason(code))"
        }
    }

    private func list(_ labels: [String]) -> String {
        labels.isEmpty ? "none" : labels.map { "'\($0)'" }.joined(separator: ", ")
    }

    private func reason(_ code: Int32) -> String {
        switch code {
        case ENODEV: "the chip is gone; plug its adapter in again"
        case EIO: "the chip did not answer; check its bus and its power"
        default: "\(systemText(code)); 'sudo dmesg' may say why"
        }
    }
}
