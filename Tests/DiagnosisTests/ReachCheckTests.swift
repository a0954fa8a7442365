import Foundation
import Platform
import TestSupport
import Testing

@testable import Diagnosis

/// What the service does not reach of what its configuration names; another user stands for the service's.
@Suite struct ReachCheckTests {
    private let folder = TemporaryFolder()
    private let nobody = UserAccount(named: "nobody")

    private func place(_ path: String, _ source: String = "'import:'") -> ReachCheck.Place {
        ReachCheck.Place(source: source, path: path, better: "/etc/earshot")
    }

    private func text(_ check: ReachCheck) -> String {
        check.examine().map { "\($0.level): \($0.text) → \($0.remedy ?? "")" }.joined(separator: "\n")
    }

    @Test("What lies in a home, or leads there by a link, the service does not see")
    func hidden() throws {
        let home = folder.makeFolder("home")
        folder.write("", to: "home/site.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.yaml"), withDestinationPath: folder.path("home/site.yaml"))
        let linked = text(ReachCheck(user: nobody, read: [place(folder.path("link.yaml"))], hidden: [home]))
        #expect(linked.hasPrefix("fail: the service sees nothing in \(home), so not '"), "\(linked)")
        #expect(linked.contains(", where '\(folder.path("link.yaml"))' leads ('import:')"))
        #expect(linked.contains("put it itself, and no link, into /etc/earshot"))
        let named = text(ReachCheck(user: nobody, read: [place("/home/ada/boxes.gram")]))
        #expect(named.contains("sees nothing in /home, so not '/home/ada/boxes.gram' ('import:')"))
    }

    @Test("What its user may not read is told with all that is in the way, of a folder also the files in it")
    func unreadable() {
        let boxes = folder.makeFolder("boxes")
        let path = folder.write("", to: "boxes/boxes.gram")
        chmod(folder.path, 0o755)
        chmod(path, 0o644)
        chmod(boxes, 0o700)
        func told(_ path: String) -> String {
            text(ReachCheck(user: nobody, read: [place(path)], hidden: []))
        }
        #expect(told(path).hasPrefix("fail: the service's user 'nobody' may not read '\(path)' ('import:')"))
        #expect(told(path).contains("/boxes'"))
        chmod(boxes, 0o755)
        #expect(!told(path).contains("/boxes'"))
        chmod(path, 0o600)
        #expect(told(path).contains("/boxes/boxes.gram'"))
        #expect(told(boxes).contains("/boxes/boxes.gram'"))
    }

    @Test("Its socket and its counters lie where its unit lets it write")
    func written() {
        func told(_ path: String) -> String {
            text(
                ReachCheck(
                    user: nobody, writableFolders: ["/run/earshot", "/var/lib/earshot"],
                    written: [place(path, "'socket:'")]))
        }
        #expect(told("/proc/earshot.sock").hasPrefix("fail: the service may not write '/proc/earshot.sock'"))
        #expect(told("/srv/earshot/events").contains("ReadWritePaths=/srv/earshot"))
        #expect(told("/run/earshot/events").hasPrefix("ok"))
    }

    @Test("A microphone that only this user's settings of alsa-lib define is unknown to the service")
    func devices() {
        folder.write("# pcm.spare\npcm.!desk {\n  type plug\n}\npcm.hall.type hw\n", to: ".asoundrc")
        func told(_ device: String) -> String {
            text(ReachCheck(user: nobody, devices: [("capture", device)], home: folder.path))
        }
        for device in ["desk", "hall"] {
            #expect(told(device).hasPrefix("fail: the service does not know '\(device)' ('capture:')"))
            #expect(told(device).contains("/etc/asound.conf"))
        }
        for device in ["spare", "des", "plughw:CARD=USB"] { #expect(told(device).hasPrefix("ok")) }
    }

    @Test("A microphone that everybody has, and this user's settings define otherwise, may be another one")
    func devicesOfAll() {
        let names = ["!default", "server", "sample", "desk"]
        folder.write(names.map { "pcm.\($0) { type plug }\n" }.joined(), to: ".asoundrc")
        _ = folder.makeFolder("etc/alsa/conf.d")
        let settings = folder.path("etc")
        folder.write("pcm.server { type null }\n", to: "etc/alsa/conf.d/99-server.conf")
        folder.write("pcm.sample { type null }\n", to: "etc/alsa/conf.d/99-sample.conf.example")
        folder.write("pcm.desk { type null }\n", to: "etc/asound.conf")
        func told(_ device: String) -> String {
            text(
                ReachCheck(
                    user: nobody, devices: [("capture", device)], home: folder.path, settings: settings))
        }
        for device in ["default", "server"] {
            #expect(told(device).hasPrefix("warn: '\(device)' ('capture:') may be another device"))
            #expect(told(device).contains("\(settings)/asound.conf"))
        }
        #expect(told("sample").hasPrefix("fail"))
        for device in ["desk", "plughw:CARD=USB"] { #expect(told(device).hasPrefix("ok")) }
    }

    @Test("A link in a home to the service's configuration is no fault; one to a file that it names is")
    func linkedConfiguration() throws {
        let here = folder.makeFolder("etc")
        let home = folder.makeFolder("home")
        folder.write("", to: "etc/earshot.yaml")
        let link = folder.path("home/earshot.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: folder.path("etc/earshot.yaml"))
        func told(isConfiguration: Bool) -> String {
            var linked = place(link)
            linked.isConfiguration = isConfiguration
            return text(ReachCheck(user: nobody, read: [linked], hidden: [home], folder: here))
        }
        #expect(!told(isConfiguration: true).contains("sees nothing"))
        #expect(told(isConfiguration: false).contains("sees nothing in \(home)"))
    }

    @Test("A configuration is the service's where it lies, whatever it is a link to, and where a link leads")
    func configurations() throws {
        let here = folder.makeFolder("etc")
        let home = folder.makeFolder("home")
        folder.write("", to: "home/site.yaml")
        folder.write("", to: "etc/earshot.yaml")
        let links = [("etc/linked.yaml", "home/site.yaml"), ("home/linked.yaml", "etc/earshot.yaml")]
        for (link, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(link), withDestinationPath: folder.path(target))
        }
        for name in ["etc/earshot.yaml", "etc/linked.yaml", "home/linked.yaml"] {
            #expect(ServiceUser.isConfiguration(folder.path(name), in: here), "\(name)")
        }
        #expect(!ServiceUser.isConfiguration(home + "/site.yaml", in: here))
        #expect(!ServiceUser.isConfiguration(home + "/none.yaml", in: here))
    }

    @Test("Where the configuration is not the service's, nothing is told")
    func others() { #expect(ReachCheck(user: nil, read: [place("/home/ada/site.yaml")]).examine().isEmpty) }
}
