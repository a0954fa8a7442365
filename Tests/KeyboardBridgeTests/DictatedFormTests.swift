import Foundation
import TestSupport
import Testing

@testable import KeyboardBridge

/// A whole kiosk on this machine but for the kernel's keyboard: an appliance that hears a recording (real, of
/// pocketsphinx-testdata), its socket, and the bridge.
@Suite struct DictatedFormTests {
    private let folder = TemporaryFolder()
    private let form = Reader("us")

    private func program(after: KeyboardConfiguration.Ending) throws -> KeyboardProgram {
        var configuration = KeyboardConfiguration(user: "kiosk")
        configuration.socket = folder.path("events")
        configuration.after = after
        return try KeyboardProgram(configuration, on: form, before: PretendedSeat(.user("kiosk")))
    }

    /// Works until `isDone`, or too long; returns whether it is.
    private func work(_ program: inout KeyboardProgram, until isDone: (KeyboardProgram) -> Bool) throws
        -> Bool
    {
        let end = ContinuousClock.now + .seconds(60)
        while !isDone(program), ContinuousClock.now < end {
            try program.work()
            usleep(1000)
        }
        return isDone(program)
    }

    @Test("What was dictated stands in the form, by a bridge that was there before the appliance")
    func recording() throws {
        var program = try program(after: .nothing)
        try program.work()
        #expect(!program.isConnected)
        let file = folder.write(
            "listen: always\nrecognize: dictation\nsocket: { path: \(folder.path("events")), words: on }\n",
            to: "earshot.yaml")
        let appliance = try RunningProgram(
            BuiltProgram.earshot,
            ["run", "--config", file, "--input", "-", "--board", "simulated", "--json"], keepsInput: true)
        try appliance.feed(Data(count: 3200))
        try appliance.writes(#""state":"listening""#)
        #expect(try work(&program) { $0.isConnected })

        let path = "/usr/share/pocketsphinx/test/data/goforward.raw"
        let sound = try Data(contentsOf: URL(fileURLWithPath: path))
        try appliance.feed(Data(count: 16_000) + sound + Data(count: 64_000))
        try appliance.writes(#""event":"final""#)
        let said = "go forward ten meters"
        #expect(try work(&program) { _ in form.text == said }, "\(form.text)\n\(appliance.text)")
    }
}
