import Foundation
import TestSupport
import Testing

@Suite struct HelpTests {
    static let commands = [
        "new", "run", "transcribe", "evaluate", "demo", "pins", "outputs", "devices", "check", "listen",
        "tune", "tune record", "vocabulary", "doctor", "status", "watch", "mute", "unmute", "cancel",
        "reload",
    ]

    /// An unknown option is answered with all that there are.
    @Test("The help of a command names every option that it takes", arguments: commands)
    func options(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let answer = try Tool.run(words + ["--no-such-option"]).errors
        let known = answer.split { !($0.isLetter || $0 == "-") }.filter { $0.hasPrefix("--") }
            .filter { $0 != "--no-such-option" }
        #expect(!known.isEmpty)
        let help = try Tool.run(["help", words[0]]).output.split { !($0.isLetter || $0 == "-") }
        for option in known { #expect(help.contains(option), "\(option)") }
    }

    @Test("The list of commands is whole")
    func overview() throws {
        let listed = try Tool.run(["help"]).output.split(separator: "\n").filter { $0.hasPrefix("  ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(
            Set(listed) == Set(Self.commands.compactMap { $0.split(separator: " ").first.map(String.init) }))
    }

    @Test("The help of a command ends with each status that it may end with", arguments: commands)
    func statuses(command: String) throws {
        let name = command.split(separator: " ").first.map(String.init) ?? ""
        let statuses: [Int] =
            switch name {
            case "run", "listen", "new", "transcribe", "evaluate", "tune": [0, 1, 66, 69, 78]
            case "vocabulary": [0, 1, 66, 69]
            case "outputs": [0, 1, 69, 78]
            case "pins", "check": [0, 69, 78]
            case "watch": [0, 69]
            case "doctor": [0, 1]
            case "devices": [0]
            default: [0, 1, 69]
            }
        let parts = try Tool.run(["help", name]).output.components(separatedBy: "Status: ")
        let told = parts.last?.split { !$0.isNumber }.compactMap { Int($0) } ?? []
        #expect(parts.count == 2)
        #expect(told == statuses)
    }

    @Test("The help says of muting what the page of requests does")
    func lengthOfMuting() throws {
        let sentence =
            "The service stays muted over a restart, until the machine is started again; elsewhere it ends with the program."
        let help = try Tool.run(["help", "mute"]).output.split(whereSeparator: \.isWhitespace)
        #expect(help.joined(separator: " ").contains(sentence))
        #expect(
            try ProjectFolder.text("Sources/EarshotAppliance/EarshotAppliance.docc/Events.md").contains(
                sentence))
    }

    @Test("It says which version it is")
    func version() throws {
        let output = try Tool.run(["--version"]).output
        #expect(output.wholeMatch(of: /earshot [0-9]+\.[0-9]+\.[0-9]+\n/) != nil, "\(output)")
    }

    @Test(
        "The shell completes every value of an option that has only some",
        arguments: [
            ("run --board ''", "simulated"), ("run --events e", "edges"), ("demo --color a", "always auto"),
            ("tune --log-level ''", "error warning notice info debug"), ("pins --pull ''", "up down none"),
            ("transcribe --format ''", "txt json srt vtt tsv"), ("transcribe --text re", "readable"),
            ("evaluate --endpointing ''", "grammar plain"), ("run --col", "--color"),
        ])
    func completions(typed: String, offered: String) throws {
        let outcome = try Tool.shell(
            """
            board/make-completions $EARSHOT bash | bash -c '
                source /dev/stdin
                COMP_WORDS=(earshot "$@") COMP_CWORD=$#
                _earshot
                echo "${COMPREPLY[@]}"' bash \(typed)
            """)
        #expect(outcome.output == offered + "\n", "\(outcome.errors)")
    }
}
