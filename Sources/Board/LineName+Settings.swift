import Settings

extension LineName: SettingValue {
    public static var expectation: String { "a line such as GPIO17, BOARD11 or pinctrl-rp1:17" }

    public init?(setting text: String) {
        guard let name = try? LineName(parsing: text) else { return nil }
        self = name
    }

    public static func read(_ node: Node, _ complaints: Complaints) -> LineName? {
        guard let text = node.text, !node.isNull else {
            complaints.add("expected \(expectation), but this is \(node.kind)", at: node.mark)
            return nil
        }
        do throws(BoardError) {
            return try LineName(parsing: text)
        } catch {
            complaints.add(error.description, at: node.mark)
            return nil
        }
    }
}

/// Which lines a configuration uses, and for what: finds those that are used twice.
///
/// Every section notes its lines in one `LineUses`; the check needs no hardware.
///
///     let uses = LineUses(profile: profile)
///     uses.note(lamp.line, for: "lights: recording", at: mark)
///     uses.note(pump.line, for: "outputs: pump", at: mark)
///     uses.complain(to: complaints)
public final class LineUses {
    private let profile: BoardProfile
    private var uses: [(line: LineName, purpose: String, mark: Mark)] = []

    public init(profile: BoardProfile) {
        self.profile = profile
    }

    public func note(_ line: LineName, for purpose: String, at mark: Mark) {
        uses.append((line, purpose, mark))
    }

    /// Complains of every line that was noted before, and of header pins that the profile does not have (unless it
    /// knows no header at all: then the board itself will say).
    public func complain(to complaints: Complaints) {
        var seen: [LineName: (line: LineName, purpose: String, mark: Mark)] = [:]
        for use in uses {
            if case .header(let pin) = use.line, !profile.header.isEmpty, profile.header[pin] == nil {
                complaints.add(BoardError.noLineAtPin(pin, profile: profile.name).description, at: use.mark)
            }
            let line = profile.canonicalName(of: use.line)
            guard let first = seen[line] else {
                seen[line] = use
                continue
            }
            let same = first.line == use.line ? "" : " (the same line as \(first.line))"
            complaints.add(
                "\(use.line)\(same) is used for '\(first.purpose)' already, on line \(first.mark.line); "
                    + "give '\(use.purpose)' another line", at: use.mark)
        }
    }
}

extension BoardProfile {
    /// The one name that all spellings of a line share, as far as the profile knows them.
    public func canonicalName(of line: LineName) -> LineName {
        switch line {
        case .header(let pin):
            return header[pin].map { .named($0) } ?? line
        case .offset(let offset, let label):
            return chip(labelled: label)?.linePrefix.map { .named("\($0)\(offset)") } ?? line
        case .named:
            return line
        }
    }
}
