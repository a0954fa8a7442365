import Foundation
import TestSupport
import Testing

/// `earshot-web` as somebody types it.
@Suite struct CommandLineTests {
    private func run(_ arguments: String...) throws -> (status: Int32, text: String) {
        try RunningProgram.outcome(of: BuiltProgram.webBridge, arguments)
    }

    @Test("'--check' says who is served what, or what is wrong, and ends")
    func check() throws {
        let folder = TemporaryFolder()
        let good = try run("--check", "--config", folder.write("press: on\n", to: "good.yaml"))
        #expect(good.status == 0)
        for words in ["http://127.0.0.1:8027/", "this machine only", "press the talk button", "not told"] {
            #expect(good.text.contains(words), "\(good.text)")
        }
        let bad = try run("--check", "--config", folder.write("words: on\nworte: on\n", to: "bad.yaml"))
        #expect(bad.status == 78)
        #expect(bad.text.contains("bad.yaml:2:1: unknown key 'worte'"), "\(bad.text)")
    }

    @Test("A port that another program has ends it with 69, and says which")
    func takenPort() throws {
        let kiosk = try Kiosk()
        let outcome = try run("--config", kiosk.folder.path("web.yaml"))
        #expect(outcome.status == 69)
        #expect(
            outcome.text.contains("cannot listen at 127.0.0.1:\(kiosk.port) (Address already in use)"),
            "\(outcome.text)")
    }

    @Test("Without its configuration it ends with 78")
    func missing() throws {
        let outcome = try run("--config", "/nowhere/web.yaml")
        #expect(outcome.status == 78)
        #expect(outcome.text.contains("/nowhere/web.yaml: no such file; check the path"))
    }

    @Test("What cannot be meant by 'earshot-web' ends with 64, and names what there is")
    func usage() throws {
        let outcome = try run("--konfig", "a")
        #expect(outcome.status == 64 && outcome.text.contains("did you mean --config?"), "\(outcome.text)")
    }

    @Test("The help of 'earshot-web' names every option, and it says which version it is")
    func help() throws {
        let help = try run("--help").text
        for option in ["--config FILE", "--check", "--log-level LEVEL", "--version"] {
            #expect(help.contains("  \(option)"), "\(option)")
        }
        #expect(try run("--version").text.wholeMatch(of: /earshot-web [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }
}
