import Appliance
import Configuration
import GPIO
import Platform

extension Wizard {
    /// The recording light, and all that commands move.
    mutating func askForWiring() throws {
        title(3, "What is wired where")
        interview.tell(
            "Lines go by the kernel's name (GPIO17), the pin of the header (BOARD11), or chip and offset. Nothing moves "
                + "before you say so.")
        try askForLight()
        while let name = try askForOutput() { draft.outputs.append(try wire(name)) }
    }

    private func wire(_ name: String) throws -> ConfigurationDraft.Output {
        while true {
            var output = ConfigurationDraft.Output(
                name: name, line: try askForLine("  Line of '\(name)'", or: freeLine(Self.outputLines)))
            output.isActiveLow = try interview.confirm(
                "  Does a low voltage switch it on, as on many relay boards?", or: false)
            guard try moves(&output) else { continue }
            output.maxOn = try interview.ask(
                "  The longest time it may be on, such as 30m", or: "no limit", Self.limit)
            return output
        }
    }

    private mutating func askForLight() throws {
        let proposal = freeLine(Self.lightLines)
        while true {
            let line = try interview.ask("Line of the recording light, or 'none'", or: proposal) {
                text -> LineName? in
                text.lowercased() == "none" ? nil : try self.line(text)
            }
            guard let line else { return }
            var light = LightOptions(line: line)
            guard try blinks(&light) else { continue }
            draft.light = light
            return
        }
    }

    /// Blinks the light one way, then the other; false if another line is to be tried.
    private func blinks(_ light: inout LightOptions) throws -> Bool {
        let pattern = LightPattern.blink(on: .milliseconds(250), off: .milliseconds(250))
        guard try interview.confirm("  Blink it for two seconds?", or: true) else { return true }
        for isActiveLow in [false, true] {
            light.isActiveLow = isActiveLow
            guard try show(pattern, on: light.line, isActiveLow: isActiveLow) else { return false }
            if try interview.confirm("  Did it blink, and is it dark now?", or: true) { return true }
            guard !isActiveLow,
                try interview.confirm("  Try the other way round, lit by a low voltage?", or: true)
            else { break }
        }
        interview.tell("  Look at the wire and the polarity of the LED, or name another line.")
        return false
    }

    /// Moves the output, if it may; false if another line is to be tried.
    private func moves(_ output: inout ConfigurationDraft.Output) throws -> Bool {
        guard
            try interview.confirm(
                "  Move '\(output.name)' now? It is on for two seconds, so look what it would start",
                or: false)
        else { return true }
        for isLast in [false, true] {
            guard try show(.on, on: output.line, isActiveLow: output.isActiveLow) else { return false }
            if try interview.confirm("  Was it on for two seconds, and is it off now?", or: true) {
                return true
            }
            guard !isLast, try interview.confirm("  Try it the other way round?", or: true) else { break }
            output.isActiveLow.toggle()
        }
        interview.tell("  Look at the wire and the supply of the relay board, or name another line.")
        return false
    }

    /// Shows a pattern for a while; false, and the reason told, if the line cannot be had.
    private func show(_ pattern: LightPattern, on line: LineName, isActiveLow: Bool) throws -> Bool {
        // There is nobody to see it.
        let span: Duration = isSimulated ? .milliseconds(50) : .seconds(2)
        do {
            let waiting = Waiting(interview.stop)
            let trial = try PinTrial(
                line, pattern, isActiveLow: isActiveLow, for: span, on: pinout, at: waiting.now)
            while let deadline = trial.nextDeadline, !interview.stop.isRaised {
                waiting.until(deadline)
                try trial.advance(to: waiting.now)
            }
            try trial.finish(at: waiting.now)
            if interview.stop.isRaised { throw InterviewEnd.interrupted }
            interview.tell("  \(trial.line) was on, and is off\(isSimulated ? ", in memory" : "").")
            return true
        } catch let error as GPIOError {
            interview.tell("  \(error)")
            return false
        }
    }

    /// A name for one more output; nil for no more.
    private func askForOutput() throws -> String? {
        let isFirst = draft.outputs.isEmpty
        let question =
            isFirst ? "What is switched, in a word, or 'none'" : "Something else that is switched, or 'none'"
        return try interview.ask(question, or: isFirst ? "lamp" : "none") { text -> String? in
            let name = text.lowercased()
            if name == "none" { return nil }
            guard Bool(setting: name) == nil else {
                throw BadAnswer("'\(name)' is a switch; take another word.")
            }
            guard name != "null" else { throw BadAnswer("'null' stands for nothing; take another word.") }
            guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }), name.first?.isLetter == true
            else {
                throw BadAnswer(
                    "A name has letters, digits and dashes, and begins with a letter: 'lamp', 'garden-pump'.")
            }
            guard !draft.outputs.contains(where: { $0.name == name }) else {
                throw BadAnswer("'\(name)' is there already; give this one another name.")
            }
            return name
        }
    }

    private static func limit(_ text: String) throws -> Duration? {
        if ["no limit", "none", "no"].contains(text.lowercased()) { return nil }
        guard let span = Duration(setting: text) else {
            throw BadAnswer("Write \(Duration.expectation), or 'no limit'.")
        }
        let times = OutputOptions.onTimes
        guard times.contains(span) else {
            throw BadAnswer(
                "Write a time from \(times.lowerBound.setting) to \(times.upperBound.setting), or 'no limit'."
            )
        }
        return span
    }
}

// MARK: - Lines

extension Wizard {
    /// Asks for a line that the board has and nothing else is wired to.
    func askForLine(_ question: String, or proposal: String) throws -> LineName {
        try interview.ask(question, or: proposal) { try line($0) }
    }

    private func line(_ text: String) throws -> LineName {
        do {
            let name = try LineName(parsing: text)
            let (chip, place) = try pinout.locate(name)
            if let holder = try chip.info(at: place.offset).consumer {
                throw BadAnswer("\(name) is held by '\(holder)'; stop that first, or choose another line.")
            }
            if let purpose = draft.purpose(of: name) {
                throw BadAnswer("\(name) is \(purpose) already; choose another line.")
            }
            return name
        } catch let error as GPIOError {
            throw BadAnswer("\(error).")
        }
    }

    /// The first of `wanted` that is free, else any line that is: by name, and by its place if it has none.
    func freeLine(_ wanted: [String]) -> String {
        let others = (try? pinout.lines())?.map { chip, offset, info in
            info.name ?? "\(chip.label):\(offset)"
        }
        return (wanted + (others ?? [])).first { (try? line($0)) != nil } ?? wanted[0]
    }

    /// Those of the README's wiring come first; at power-up all of these are pulled down on a Raspberry Pi.
    private static let outputLines = [22, 23, 24, 25, 16, 26, 12, 13].map { "GPIO\($0)" }
    private static let lightLines = ["GPIO17"]
    static let buttonLines = ["GPIO27"]
}
