import GPIO
import Glibc
import Testing

@testable import Appliance

@Suite struct LightTests {
    private func panel(_ lights: [Light: LineName]) throws -> (LightPanel, SimulatedChip) {
        let pinout = Pinout.simulated()
        let chip = try #require(pinout.simulatedChip)
        return (try LightPanel(lights.mapValues { LED(try pinout.output($0)) }), chip)
    }

    @Test("The recording light is lit in recording, steadily, and dark in every other state")
    func recordingLight() throws {
        for state in ApplianceState.allCases {
            let pattern = Light.recording.pattern(in: state)
            #expect(pattern.steps.isEmpty, "no pattern may make it blink")
            #expect(pattern.isOn(after: .seconds(1)) == (state == .recording))
        }
        for overlay in [LightOverlay.accepted, .rejected, .limit(remaining: .seconds(10))] {
            #expect(Light.recording.pattern(of: overlay) == nil)
        }
    }

    /// A line on a bus that hangs: setting it fails, and is counted.
    private final class HungLine: OutputLine {
        let identity = LineIdentity(name: "ready", chip: "expander", offset: 0)
        var isHung = true
        private(set) var attempts = 0
        private(set) var isOn = false

        func set(_ isOn: Bool, at time: Duration) throws(GPIOError) {
            attempts += 1
            if isHung { throw .failed(identity, .drive, errno: EIO) }
            self.isOn = isOn
        }

        func release() {}
    }

    @Test("A light that does not obey is tried again after a second, and then less and less often")
    func backOff() throws {
        let line = HungLine()
        let panel = LightPanel([.ready: LED(line)])
        try panel.show(.idle, at: .zero)
        #expect(line.attempts == 1)
        // A look every 10 ms, as the appliance takes it.
        for time in 0..<6_400 { _ = try panel.advance(to: .milliseconds(10 * time)) }
        #expect(line.attempts == 7, "after 1, 2, 4, 8, 16 and 30 s more")
        line.isHung = false
        _ = try panel.advance(to: .seconds(92))
        #expect(line.isOn)
    }

    @Test("A single status light tells every two states apart that ask for different things of a person")
    func statusLight() {
        // To speak after a press or at any time: both are the same readiness.
        let patterns = ApplianceState.allCases.filter { $0 != .listening }
            .map { Light.status.pattern(in: $0) }
        #expect(Set(patterns).count == patterns.count)
    }

    /// What a light shows within two seconds of a pattern: `#` lit and `.` dark, for 50 ms each.
    private func picture(_ pattern: LightPattern) -> String {
        String((0..<40).map { pattern.isOn(after: .milliseconds(50 * $0)) ? "#" : "." })
    }

    @Test("Each light shows each state as the table has it")
    func table() {
        let dark = String(repeating: ".", count: 40)
        let lit = String(repeating: "#", count: 40)
        let slowBlink = "##########..........##########.........."
        let fastBlink = "##..#..#..##.##.##..#..#..##.##.##..#..#"
        let heartbeat = "##......................................"
        let question = "#########...###.....#########...###....."
        let wink = heartbeat
        let twoFlashes = "##...##................................."
        let sos = "###...###...###...#########...#########."
        let table: [(ApplianceState, recording: String, ready: String, fault: String, status: String)] = [
            (.starting, dark, slowBlink, dark, slowBlink),
            (.idle, dark, lit, dark, heartbeat),
            (.listening, dark, lit, dark, heartbeat),
            (.recording, lit, dark, dark, lit),
            (.deciding, dark, fastBlink, dark, fastBlink),
            (.speaking, dark, dark, dark, dark),
            (.confirming, dark, question, dark, question),
            (.muted, dark, wink, dark, wink),
            (.unavailable, dark, dark, slowBlink, twoFlashes),
            (.fault, dark, dark, sos, sos),
        ]
        #expect(table.map(\.0) == ApplianceState.allCases)
        for row in table {
            #expect(picture(Light.recording.pattern(in: row.0)) == row.recording, "recording, \(row.0)")
            #expect(picture(Light.ready.pattern(in: row.0)) == row.ready, "ready, \(row.0)")
            #expect(picture(Light.fault.pattern(in: row.0)) == row.fault, "fault, \(row.0)")
            #expect(picture(Light.status.pattern(in: row.0)) == row.status, "status, \(row.0)")
        }
    }

    @Test("Accepted is one long flash, refused are two short ones, on the lights that have a part in it")
    func messages() throws {
        for light in [Light.ready, .status] {
            let accepted = try #require(light.pattern(of: .accepted))
            #expect(picture(accepted) == "############............................")
            let rejected = try #require(light.pattern(of: .rejected))
            #expect(picture(rejected) == "###..###................................")
        }
        #expect(Light.fault.pattern(of: .accepted) == nil)
    }

    @Test("While time runs out the blinking quickens, lit for the most of it, and stays lit at the end")
    func limitNotice() throws {
        let span = Duration.seconds(10)
        for light in [Light.ready, .status] {
            let pattern = try #require(light.pattern(of: .limit(remaining: span)))
            let periods = stride(from: 0, to: pattern.steps.count, by: 2).map {
                pattern.steps[$0].lasting + pattern.steps[$0 + 1].lasting
            }
            #expect(zip(periods, periods.dropFirst()).allSatisfy { $0 > $1 }, "each is shorter than the last")
            #expect(periods.first == .milliseconds(500))
            #expect(try #require(periods.last) < .milliseconds(120))
            #expect(abs((pattern.length - span) / .seconds(1)) < 0.5)
            let lit = pattern.steps.filter(\.isOn).reduce(Duration.zero) { $0 + $1.lasting }
            #expect(lit / pattern.length > 0.7)
            #expect(pattern.isOn(after: span + .seconds(1)))
        }
    }

    @Test("The limit's notice blinks on the ready light; the recording light stays lit throughout")
    func limitNoticeOnPins() throws {
        let (panel, chip) = try panel([.recording: "GPIO17", .ready: "GPIO22"])
        try panel.show(.recording, at: .zero)
        panel.show(.limit(remaining: .seconds(5)), at: .seconds(1))
        for step in 0..<500 { _ = try panel.advance(to: .seconds(1) + .milliseconds(10 * step)) }
        #expect(chip.history(of: "GPIO17").filter { $0.at > .zero }.isEmpty)
        #expect(chip.history(of: "GPIO22").count > 20)
        try panel.show(.deciding, at: .seconds(7))
        #expect(!chip.isHigh("GPIO17"))
    }

    @Test(
        "A status light that is lit for the next utterance does not go dark to tell what became of the last",
        arguments: [LightOverlay.accepted, .rejected])
    func messageWhileRecording(overlay: LightOverlay) throws {
        let (panel, chip) = try panel([.status: "GPIO17", .ready: "GPIO22"])
        try panel.show(.deciding, at: .zero)
        try panel.show(.recording, at: .seconds(1))
        panel.show(overlay, at: .seconds(1))
        for step in 0..<200 { _ = try panel.advance(to: .seconds(1) + .milliseconds(10 * step)) }
        #expect(!chip.history(of: "GPIO17").contains { $0.at > .seconds(1) && !$0.isHigh })
        #expect(chip.isHigh("GPIO17"))
        #expect(chip.history(of: "GPIO22").contains { $0.at >= .seconds(1) && $0.isHigh }, "told there")
    }

    @Test("Every change of state shows at once, from every moment of every pattern")
    func patternsDoNotDelay() throws {
        for before in ApplianceState.allCases {
            for after in ApplianceState.allCases where after != before {
                for step in 0..<8 {
                    let (panel, chip) = try panel([.recording: "GPIO17", .ready: "GPIO22", .fault: "GPIO23"])
                    try panel.show(before, at: .zero)
                    let now = Duration.milliseconds(step * 130)
                    _ = try panel.advance(to: now)
                    if step % 2 == 1 { panel.show(.rejected, at: now) }
                    try panel.show(after, at: now)
                    for (light, line) in [
                        (Light.recording, "GPIO17"), (.ready, "GPIO22"), (.fault, "GPIO23"),
                    ] {
                        let wanted = light.pattern(in: after)
                        // A pattern that both states share goes on where it was.
                        guard wanted != light.pattern(in: before) || step % 2 == 1 else { continue }
                        #expect(chip.isHigh(line) == wanted.isOn(after: .zero), "\(before) to \(after)")
                    }
                }
            }
        }
    }

    @Test("A change of state shows at once, in the middle of a message")
    func messagesDoNotDelay() throws {
        let (panel, chip) = try panel([.recording: "GPIO17", .ready: "GPIO22"])
        try panel.show(.idle, at: .zero)
        panel.show(.accepted, at: .seconds(1))
        try panel.show(.recording, at: .milliseconds(1_100))
        #expect(chip.isHigh("GPIO17"))
        #expect(!chip.isHigh("GPIO22"))
    }

    @Test("A message passes, and the state shows again")
    func messagePasses() throws {
        let (panel, _) = try panel([.ready: "GPIO22"])
        try panel.show(.idle, at: .zero)
        _ = try panel.advance(to: .zero)
        panel.show(.rejected, at: .seconds(1))
        var history: [Bool] = []
        for step in 0..<200 {
            history += try panel.advance(to: .seconds(1) + .milliseconds(10 * step)).map(\.isOn)
        }
        // Two flashes are lit, dark, lit, dark; then lit for good.
        #expect(history == [true, false, true, false, true])
    }

    @Test(
        "A light that tells of recording and cannot be lit is an error, another light only a line in the log",
        arguments: [Light.recording, .status])
    func brokenLight(light: Light) throws {
        let (panel, chip) = try panel([light: "GPIO17", .ready: "GPIO22"])
        chip.failWrites(to: "GPIO22", errno: 5)
        try panel.show(.recording, at: .zero)
        try panel.show(.idle, at: .seconds(1))
        _ = try panel.advance(to: .milliseconds(1500))
        #expect(!chip.isHigh("GPIO17"))
        chip.failWrites(to: "GPIO17", errno: 5)
        #expect(throws: GPIOError.self) { try panel.show(.recording, at: .seconds(2)) }
    }

    @Test(
        "While the recording light does not obey, the blinking of others is not kept; what they show is told later"
    )
    func blinkingMeanwhile() throws {
        let (panel, chip) = try panel([.recording: "GPIO17", .fault: "GPIO23"])
        try panel.show(.recording, at: .zero)
        _ = try panel.advance(to: .zero)
        chip.failWrites(to: "GPIO17", errno: 5)
        #expect(throws: GPIOError.self) { try panel.show(.fault, at: .seconds(1)) }
        for step in 0..<6000 { _ = try? panel.advance(to: .seconds(1) + .milliseconds(10 * step)) }
        #expect(chip.history(of: "GPIO23").count > 50)
        chip.failWrites(to: "GPIO17", errno: nil)
        let told = try panel.advance(to: .seconds(61))
        let news = told.filter { !$0.isBlink }
        #expect(news.map(\.light) == [.fault, .recording])
        #expect(news.map(\.signal) == [.sos, .off])
        #expect(told.count - news.count <= 1, "the blink of this moment, if there is one")
    }

    @Test(
        "A recording light whose chip is pulled out while it is lit fails, and is set again once the chip is back"
    )
    func unplugged() throws {
        var chip = SimulatedChip(lines: ["red"])
        let pinout = Pinout(chips: [chip]) { Pinout(chips: [chip]) }
        let panel = LightPanel([.recording: LED(try pinout.output("red"))])
        try panel.show(.recording, at: .zero)
        _ = try panel.advance(to: .zero)
        chip.unplug()
        #expect(throws: GPIOError.self) { _ = try panel.advance(to: .seconds(1)) }
        chip = SimulatedChip(lines: ["red"])
        #expect(throws: GPIOError.self) { _ = try panel.advance(to: .milliseconds(1500)) }
        _ = try panel.advance(to: .seconds(2))
        #expect(chip.isHigh("red"))
    }

    @Test("A light that is dark is driven again before it is to be lit", arguments: Light.allCases)
    func unpluggedDark(light: Light) throws {
        var chip = SimulatedChip(lines: ["lamp"])
        let pinout = Pinout(chips: [chip]) { Pinout(chips: [chip]) }
        let panel = LightPanel([light: LED(try pinout.output("lamp"))])
        try panel.show(.speaking, at: .zero)
        _ = try panel.advance(to: .zero)
        chip.unplug()
        chip = SimulatedChip(lines: ["lamp"])
        _ = try panel.advance(to: .seconds(1))
        #expect(chip.history(of: "lamp").map(\.isHigh) == [false])
        #expect(chip.holder(of: "lamp") != nil)
    }

    @Test("At the end every light is dark")
    func darken() throws {
        let (panel, chip) = try panel([.recording: "GPIO17", .ready: "GPIO22"])
        try panel.show(.recording, at: .zero)
        _ = panel.darken(at: .seconds(1))
        #expect(!chip.isHigh("GPIO17") && !chip.isHigh("GPIO22"))
    }
}
