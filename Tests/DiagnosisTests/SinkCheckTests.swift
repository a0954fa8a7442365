import Configuration
import Foundation
import TestSupport
import Testing

@testable import Appliance
@testable import Diagnosis

/// Where dictated text goes, looked at without writing any.
@Suite struct SinkCheckTests {
    private let folder = TemporaryFolder()
    private let service = SinkCheck.Writer.service(folders: ["/var/lib/earshot", "/srv/texts"])

    private func file(_ path: String) -> SinkOptions { SinkOptions(.file(path: path, rotation: nil)) }
    private func program(_ path: String) -> SinkOptions { SinkOptions(.program([path, "-x"])) }

    private func text(_ sink: SinkOptions, by writer: SinkCheck.Writer = .thisUser) -> String {
        SinkCheck([sink], by: writer).examine().map { "\($0.level): \($0.text) → \($0.remedy ?? "")" }
            .joined(separator: "\n")
    }

    @Test("A file that may be written, one that may be made, and a program that may be started are well")
    func well() throws {
        #expect(text(file(folder.write("", to: "there"))).hasPrefix("ok"))
        #expect(text(file(folder.path("new"))).hasPrefix("ok"))
        #expect(text(program("/bin/sh")).hasPrefix("ok"))
        #expect(text(SinkOptions(.standardOutput)).hasPrefix("ok"))
        #expect(try folder.names() == ["there"], "nothing is written")
        #expect(SinkCheck([], by: .thisUser).examine().isEmpty)
    }

    @Test("What is not there, or not what it should be, is told with what to do")
    func wrong() {
        #expect(text(file(folder.path("none/text"))).contains("there is no folder '\(folder.path)/none'"))
        #expect(text(file(folder.path)).contains("is no file"))
        #expect(text(program(folder.path("none"))).hasPrefix("fail: there is no program"))
        #expect(
            text(SinkOptions(.program(["/bin/none --small"]))).contains("as a list: [/bin/none, --small]"))
        #expect(!text(program("/opt/My Tools/none")).contains("as a list"))
        #expect(text(program(folder.write("", to: "plain"))).contains("sudo chmod a+rx"))
    }

    @Test("The service writes into its own folder and those that its unit names, and sees no homes")
    func sandbox() {
        let elsewhere = text(file("/opt/texts/today.txt"), by: service)
        #expect(elsewhere.hasPrefix("fail: the service may not write '/opt/texts/today.txt'"))
        #expect(elsewhere.contains("ReadWritePaths=/opt/texts") && elsewhere.contains("/var/lib/earshot"))
        #expect(!text(file("/srv/texts/today.txt"), by: service).contains("ReadWritePaths"))
        #expect(text(program("/home/ada/print"), by: service).contains("does not see"))
        #expect(text(SinkOptions(.standardOutput), by: service).contains("the journal"))
    }

    @Test("The unit may name the file itself, which is not moved then")
    func fileOfTheUnit() {
        let writer = SinkCheck.Writer.service(folders: ["/srv/texts/today.txt"])
        let rotated = SinkOptions(
            .file(path: "/srv/texts/today.txt", rotation: .init(size: ByteCount(bytes: 1000))))
        #expect(!text(file("/srv/texts/today.txt"), by: writer).contains("ReadWritePaths"))
        #expect(text(rotated, by: writer).contains("ReadWritePaths=/srv/texts"))
    }

    @Test(
        "A file that is moved out of the way needs a folder that may be written",
        .enabled(if: geteuid() != 0, "root writes everywhere"))
    func moved() {
        let path = folder.write("", to: "text.txt")
        chmod(folder.path, 0o555)
        defer { chmod(folder.path, 0o755) }
        let rotated = SinkOptions(.file(path: path, rotation: .init(size: ByteCount(bytes: 1000))))
        #expect(text(file(path)).hasPrefix("ok"))
        #expect(text(rotated).contains("may not be written, where 'rotate' moves '\(path)'"))
    }

    @Test("A file that root has made by trying it out is not one that the service may write")
    func foreignFile() {
        let path = folder.write("tried", to: "text.txt")
        #expect(chmod(folder.path, 0o777) == 0 && chmod(path, 0o640) == 0)
        let told = text(file(path), by: .service(folders: [folder.path]))
        #expect(told.hasPrefix("fail: '\(path)' may not be written → 'sudo chown earshot:earshot \(path)'"))
    }

    @Test("What to type is as a shell reads it, whatever the path has in it")
    func pathsInCommands() {
        let told = text(file(folder.path("my dir/it's.txt")))
        #expect(told.contains("sudo install -d -o $USER '\(folder.path("my dir"))'"), "\(told)")
    }

    @Test("What a unit adds to what may be written is known")
    func units() {
        let state = ServiceState(
            "LoadState=loaded\nReadWritePaths=-/var/lib/prometheus/node-exporter /srv/texts")
        #expect(state.writableFolders == ["/var/lib/prometheus/node-exporter", "/srv/texts"])
        #expect(SinkCheck.Writer(of: folder.write("", to: "kiosk.yaml"), asSystemdKnows: state) == .thisUser)
    }
}
