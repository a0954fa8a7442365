/// What there is to connect to: every line of every chip, who holds it, and what the chip does on release.
///
/// ```swift
/// print(try PinList(pinout))
/// ```
package struct PinList: Sendable, Hashable {
    /// A chip, with what a person should know before wiring to it.
    package struct Chip: Sendable, Hashable {
        /// What the driver calls it, the same at every boot.
        package var label: String
        /// Its device file, whose number may change from boot to boot.
        package var device: String
        /// What a released output does on this machine now.
        package var onRelease: ReleaseBehaviour
        /// The profile's advice, if it has any.
        package var note: String?
        /// All its lines, by offset.
        package var lines: [Line]
    }

    /// A line as it was when the list was made.
    package struct Line: Sendable, Hashable {
        /// The kernel's name; else the one that the profile makes of its number, if it does.
        package var name: String?
        /// The pin of the header that carries it.
        package var pin: Int?
        /// `chip:offset`.
        package var place: String
        /// Whether it is an output.
        package var isOutput: Bool
        /// Who holds it; nil while it is free.
        package var consumer: String?
    }

    /// The pinout's chips, in its order.
    package var chips: [Chip] = []

    /// Asks the kernel for every line, without taking any.
    ///
    /// - Throws: `GPIOError.failed` if the kernel does not tell.
    package init(_ pinout: Pinout) throws(GPIOError) {
        let profile = pinout.profile
        for chip in pinout.chips {
            let known = profile.chip(labelled: chip.label)
            var lines: [Line] = []
            for offset in 0..<chip.lineCount {
                let info = try chip.info(at: offset)
                let number = known?.linePrefix.map { "\($0)\(offset)" }
                let pin = info.name.flatMap(profile.pin(ofLine:)) ?? number.flatMap(profile.pin(ofLine:))
                lines.append(
                    Line(
                        name: info.name ?? number, pin: pin, place: "\(chip.label):\(offset)",
                        isOutput: info.isOutput, consumer: info.consumer))
            }
            chips.append(
                Chip(
                    label: chip.label, device: chip.device, onRelease: known?.releaseBehaviour ?? .unknown,
                    note: known?.note, lines: lines))
        }
    }
}

extension PinList: CustomStringConvertible {
    /// A table a chip.
    package var description: String {
        chips.map(text(of:)).joined(separator: "\n\n")
    }

    private func text(of chip: Chip) -> String {
        var head = ["\(chip.label) (\(chip.device)): \(chip.onRelease)"]
        if let note = chip.note { head.append(note) }
        let rows = chip.lines.map { line in
            [
                line.name ?? "", line.pin.map { "BOARD\($0)" } ?? "", line.place,
                line.isOutput ? "output" : "input",
                line.consumer.map { $0.isEmpty ? "held" : "held by '\($0)'" } ?? "",
            ]
        }
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let table = rows.map { row in
            let cells = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: width - text.count)
            }
            let line = "  " + cells.joined(separator: "  ")
            return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
        }
        return (head + table).joined(separator: "\n")
    }
}
