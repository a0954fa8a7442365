import Appliance
import Capture
import Configuration
import Console
import Glibc

/// `earshot demo`: the appliance on recordings of real people, with a board in memory.
enum DemoCommand: OrderlyCommand {
    static let name = "demo"
    static let summary = "show the appliance at work on recordings, without a microphone or a pin"
    static let help = """
        earshot demo [--fast] [--color WHEN]

        Plays recordings of real people (Debian package pocketsphinx-testdata) to the appliance of
        the example rover.yaml, in real time, as a microphone would. The last one is no command: it is refused.

          --fast              as fast as possible instead of in real time
          --color WHEN        always, never, or auto: on a terminal, unless NO_COLOR is set

        Status: 0 it was shown, or ended, 1 a recording broke off, 69 the recordings or a model are missing.
        """

    private static let configuration = "models/examples/rover.yaml"
    private static let recordings = "/usr/share/pocketsphinx/test/data/"
    private static let clips = [
        "goforward.raw",
        "cards/005.wav",
        "tidigits/dhd.2934z.raw",
        "librivox/sense_and_sensibility_01_austen_64kb-0880.wav",
    ]

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--fast"], options: ["--color"])
        try arguments.expectNoMore()
        let live = LiveLine()
        let style = try arguments.style()
        guard let example = DataFolders.first(configuration) else {
            throw ApplianceError.unavailable(
                "\(configuration) did not come with this program; install the package earshot again"
            )
        }
        for clip in clips where access(recordings + clip, R_OK) != 0 {
            throw ApplianceError.unavailable(
                "the recordings are not there (\(recordings + clip)); sudo apt install pocketsphinx-testdata")
        }
        let configuration = try ApplianceConfiguration.load(example)
        var total = ApplianceEvent.Summary()
        for clip in clips where !stop.isRaised {
            var options = Appliance.Options()
            options.input = .file(
                path: recordings + clip, pace: arguments.has("--fast") ? .asFastAsPossible : .realTime)
            options.board = .simulated
            options.logsWarnings = false
            if let level = live?.level { options.meter = { level.measure($0) } }
            let appliance = try Appliance(configuration, options: options) { event in
                if live?.takes(event) == true { return }
                if let line = Timeline.line(for: event) {
                    Terminal.print(line, style: style, endingWithReader: stop)
                }
            }
            total += try appliance.run(until: stop) { live?.show(heard: $0) }
        }
        Terminal.print("\n" + total.text)
        return ExitStatus(total)
    }
}
