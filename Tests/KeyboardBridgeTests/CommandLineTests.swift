import Foundation
import Glibc
import TestSupport
import Testing

/// `earshot-keyboard` as somebody types it.
@Suite struct CommandLineTests {
    private let folder = TemporaryFolder()

    private func run(_ arguments: String...) throws -> (status: Int32, text: String) {
        try RunningProgram.outcome(of: BuiltProgram.keyboardBridge, arguments)
    }

    @Test("'--check' says what would be typed where, or what is wrong, and ends")
    func check() throws {
        let good = try run("--check", "--config", folder.write("user: root\nlayout: de\n", to: "good.yaml"))
        #expect(good.status == 0)
        for words in ["session of user 'root'", "layout de", "space after each"] {
            #expect(good.text.contains(words), "\(good.text)")
        }
        let bad = try run("--check", "--config", folder.write("user: root\nworte: on\n", to: "bad.yaml"))
        #expect(bad.status == 78)
        #expect(bad.text.contains("bad.yaml:2:1: unknown key 'worte'"), "\(bad.text)")
    }

    @Test("The example has no mistake")
    func example() throws {
        let example = try ProjectFolder.text("board/systemd/keyboard.yaml")
        // A user whom every machine has.
        let text = example.replacingOccurrences(of: "user: kiosk", with: "user: root")
        let outcome = try run("--check", "--config", folder.write(text, to: "example.yaml"))
        #expect(outcome.status == 0, "\(outcome.text)")
    }

    @Test(
        "Without the kernel's driver it ends with 69, and says how to load it",
        .enabled(if: access("/dev/uinput", F_OK) != 0, "this kernel makes keyboards"))
    func noDriver() throws {
        let file = folder.write("user: root\n", to: "keyboard.yaml")
        for arguments in [["--config", file], ["--config", file, "--type", "hello"]] {
            let program = try RunningProgram(BuiltProgram.keyboardBridge, arguments)
            #expect(program.end(by: 0) == 69)
            try program.writes("sudo modprobe uinput")
        }
    }

    @Test("What cannot be meant by 'earshot-keyboard' ends with 64, and names what there is")
    func usage() throws {
        let outcome = try run("--typ", "a")
        #expect(outcome.status == 64)
        #expect(outcome.text.contains("did you mean --type?"), "\(outcome.text)")
        #expect(try run("--check", "--type", "a").status == 64)
    }

    @Test("The help of 'earshot-keyboard' names every option, and it says which version it is")
    func help() throws {
        let help = try run("--help").text
        for option in ["--config FILE", "--check", "--type TEXT", "--log-level LEVEL", "--version"] {
            #expect(help.contains("  \(option)"), "\(option)")
        }
        #expect(
            try run("--version").text.wholeMatch(of: /earshot-keyboard [0-9]+\.[0-9]+\.[0-9]+[^\n]*\n/) != nil
        )
    }
}
