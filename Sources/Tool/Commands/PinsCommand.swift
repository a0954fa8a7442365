import Appliance
import Configuration
import Console
import GPIO

/// `earshot pins`: for the person with a multimeter.
enum PinsCommand: OrderlyCommand {
    static let name = "pins"
    static let summary = "list this board's lines, watch them, or try one"
    static let help = """
        earshot pins [list] [--profile FILE] [--board simulated]
        earshot pins watch LINE... [--pull up|down|none]
        earshot pins set LINE on|off [--for TIME] [--active-low]
        earshot pins blink LINE [--for TIME] [--active-low]

          list                every line, its pin and who holds it, and what the chip does when a line is released
          watch               every edge as it comes, with its time, bounces included
          set                 drive a line for a while (5 s), then drive it off and let it go
          blink               on and off, once a second, for a while (10 s)
          LINE                GPIO17, BOARD11 (header pin 11) or pinctrl-rp1:17
          --for TIME          500ms, 5s, 2m; a day at most
          --active-low        a low voltage is on
          --pull WAY          up, down or none: the chip's own resistor; as it is, if not given
          --profile FILE      the board's profile, if it is not recognized; /usr/share/earshot/board/raspberry-pi.yaml
                              is one, board/raspberry-pi.yaml in the project
          --board simulated   pins that exist in memory only

        Ctrl-C ends each with the line off.
        Status: 0 it is done, 69 there are no pins here, or not this line, or somebody else holds it, 78 the board's profile
        has mistakes.
        """

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--active-low"], options: ["--for", "--pull", "--profile", "--board"])
        let rest = arguments.positionals.dropFirst()
        switch arguments.positionals.first {
        case nil, "list":
            try refuse(["--for", "--pull", "--active-low"], in: arguments, of: "list")
            if let extra = rest.first { throw UsageError.unexpected(extra) }
            Terminal.print(try PinList(pinout(arguments)).description)
        case "watch":
            try refuse(["--for", "--active-low"], in: arguments, of: "watch")
            try watch(try rest.map(line), arguments, until: stop)
        case "set":
            try refuse(["--pull"], in: arguments, of: "set")
            guard rest.count == 2, let isOn = Bool(setting: rest[rest.startIndex + 1]) else {
                throw UsageError("write 'set LINE on' or 'set LINE off'")
            }
            let voltage = isOn == arguments.has("--active-low") ? "low (0 V)" : "high (3.3 V on most boards)"
            try show(
                isOn ? .on : .off, as: voltage, on: rest[rest.startIndex], span: .seconds(5), arguments,
                until: stop)
        case "blink":
            try refuse(["--pull"], in: arguments, of: "blink")
            guard rest.count == 1 else { throw UsageError("write 'blink LINE'") }
            let blink = LightPattern.blink(on: .milliseconds(500), off: .milliseconds(500))
            try show(
                blink, as: "high and low in turn", on: rest[rest.startIndex], span: .seconds(10), arguments,
                until: stop)
        case let other?:
            throw UsageError("there is no 'pins \(other)'; there are list, watch, set and blink")
        }
        return .success
    }

    /// Throws for options that are another action's: whoever typed one expects something of it.
    private static func refuse(
        _ options: [String], in arguments: Arguments, of action: String
    ) throws(UsageError) {
        if let option = options.first(where: arguments.has) {
            throw UsageError("\(option) does nothing for 'pins \(action)'; leave it out")
        }
    }

    /// Comes last, so that what is typed wrong is said on machines without pins too.
    private static func pinout(_ arguments: Arguments) throws -> Pinout {
        let profile = try profile(arguments)
        switch try arguments.board() {
        case .system: return try Pinout.system(profile: profile)
        case .simulated: return Pinout.simulated(profile: profile.orTypical)
        }
    }

    private static func profile(_ arguments: Arguments) throws(ApplianceError) -> BoardProfile {
        do {
            guard let path = arguments.value("--profile") else { return try BoardProfile.ofThisMachine() }
            return try BoardProfile.load(path: path)
        } catch {
            throw ApplianceError(error)
        }
    }

    private static func line(_ text: String) throws -> LineName {
        do {
            return try LineName(parsing: text)
        } catch {
            throw UsageError(error.description)
        }
    }

    private static func watch(
        _ lines: [LineName], _ arguments: Arguments, until stop: StopSignal
    ) throws {
        guard !lines.isEmpty else { throw UsageError("name a line to watch, such as GPIO27") }
        var pull = Pull.asIs
        if let text = arguments.value("--pull") {
            guard let known = Pull(rawValue: text) else {
                throw UsageError("--pull can be up, down or none, not '\(text)'")
            }
            pull = known
        }
        let waiting = Waiting(stop)
        let pinout = try pinout(arguments)
        let names = lines.map { pinout.profile.canonicalName(of: $0) }
        for (index, line) in lines.enumerated() where names[..<index].contains(names[index]) {
            throw UsageError("\(line) is named twice; name each line once")
        }
        let watch = try EdgeWatch(lines, pull: pull, on: pinout, at: waiting.now)
        for level in try watch.levels(at: waiting.now) {
            Terminal.print("\(level.line) is \(level.isHigh ? "high" : "low")")
        }
        while !waiting.stop.isRaised, !Terminal.hasLostReader {
            waiting.until(watch.nextDeadline, or: watch.fileDescriptors)
            for sighting in try watch.advance(to: waiting.now) { Terminal.print(sighting.description) }
        }
    }

    /// How long a line may be tried: as long as an output may be switched on for.
    private static let spans = Duration.milliseconds(10) ... .seconds(24 * 3600)

    private static func show(
        _ pattern: LightPattern, as description: String, on name: String, span: Duration,
        _ arguments: Arguments, until stop: StopSignal
    ) throws {
        var span = span
        if let text = arguments.value("--for") {
            guard let known = Duration(setting: text) else {
                throw UsageError("--for wants \(Duration.expectation), not '\(text)'")
            }
            guard spans.contains(known) else {
                throw UsageError(
                    "--for is \(spans.lowerBound.setting) to \(spans.upperBound.setting), not '\(text)'")
            }
            span = known
        }
        let line = try line(name)
        let pinout = try pinout(arguments)
        let waiting = Waiting(stop)
        let trial = try PinTrial(
            line, pattern, isActiveLow: arguments.has("--active-low"), for: span, on: pinout,
            at: waiting.now)
        Terminal.print("\(trial.line) is driven \(description)")
        while let deadline = trial.nextDeadline, !waiting.stop.isRaised {
            waiting.until(deadline)
            try trial.advance(to: waiting.now)
        }
        try trial.finish(at: waiting.now)
        let behaviour = pinout.profile.chip(labelled: trial.line.chip)?.releaseBehaviour ?? .unknown
        Terminal.print("\(trial.line) was driven off and let go; here \(behaviour)")
    }
}
