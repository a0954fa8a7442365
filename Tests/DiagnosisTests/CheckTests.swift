import Appliance
import EventSocket
import Platform
import TestSupport
import Testing

@testable import Capture
@testable import Diagnosis

/// Checks of the machine, each told what it would have found.
@Suite struct CheckTests {
    private let folder = TemporaryFolder()

    private func levels(_ check: any HealthCheck) -> [Finding.Level] { check.examine().map(\.level) }
    private func text(_ check: any HealthCheck) -> String {
        check.examine().map { "\($0.level): \($0.text) → \($0.remedy ?? "")" }.joined(separator: "\n")
    }

    @Test("What is wrong has a remedy, and what is not has none")
    func remedies() {
        let checks: [any HealthCheck] = [
            MemoryCheck(information: "MemAvailable: 20000 kB"),
            MemoryCheck(information: "MemAvailable: 900000 kB"),
            ClockCheck(isSynchronized: false), ClockCheck(isSynchronized: true), ServiceCheck(nil),
            RealTimeCheck(serviceHasIt: nil, mayHaveIt: false),
            MicrophoneCheck(cards: [], access: .restricted, status: nil),
        ]
        for finding in checks.flatMap({ $0.examine() }) {
            #expect((finding.remedy == nil) == (finding.level == .ok), "\(finding)")
        }
    }

    @Test(
        "Memory is judged by what is left of it",
        arguments: [(59_000, "fail"), (100_000, "warn"), (200_000, "ok")])
    func memory(kilobytes: Int, level: String) {
        let check = MemoryCheck(information: "MemTotal: 900000 kB\nMemAvailable:   \(kilobytes) kB\n")
        #expect(levels(check).map(\.rawValue) == [level])
    }

    @Test(
        "A running appliance has its memory already, and is warned of what the kernel does when none is left")
    func memoryWhileRunning() {
        func told(_ kilobytes: Int) -> String {
            text(MemoryCheck(information: "MemAvailable: \(kilobytes) kB", isRunning: true))
        }
        #expect(told(59_000) == "ok: 59 MB left beside the running appliance → ")
        #expect(told(19_000).hasPrefix("warn: 19 MB left beside the running appliance: the kernel may end"))
    }

    @Test("A disk that is nearly full, or may not be written, is told")
    func disk() {
        func level(_ free: UInt64, _ isReadOnly: Bool, in path: String = "/") -> [Finding.Level] {
            levels(DiskCheck([.init(path: path, freeBytes: free, isReadOnly: isReadOnly)]))
        }
        #expect(level(5_000_000, false) == [.warn])
        #expect(level(5_000_000_000, true, in: "/var/lib/earshot") == [.warn])
        #expect(level(5_000_000_000, true) == [.ok], "what is kept is elsewhere")
        #expect(level(0, true) == [.ok], "nothing is written there")
        #expect(level(5_000_000_000, false) == [.ok])
        // Of a folder that is not there yet, what it would be on; of several on one disk, that disk once.
        let found = DiskCheck.Volume.holding([folder.path("not/yet"), folder.path("either"), "/proc"])
        #expect(found.map(\.path) == [folder.path("not/yet"), "/proc"])
        #expect(found.first?.isReadOnly == false)
    }

    @Test("The board's own sensors tell of heat and of a weak supply; where there are none nothing is told")
    func temperature() {
        #expect(levels(TemperatureCheck(BoardSensors(root: folder.path))) == [])
        _ = folder.makeFolder("class/thermal/thermal_zone0")
        folder.write("81500\n", to: "class/thermal/thermal_zone0/temp")
        #expect(text(TemperatureCheck(BoardSensors(root: folder.path))).contains("82 °C"))
        #expect(levels(TemperatureCheck(BoardSensors(root: folder.path))) == [.warn])
        folder.write("48200\n", to: "class/thermal/thermal_zone0/temp")
        #expect(levels(TemperatureCheck(BoardSensors(root: folder.path))) == [.ok])
        _ = folder.makeFolder("devices/platform/soc/soc:firmware")
        folder.write("50005\n", to: "devices/platform/soc/soc:firmware/get_throttled")
        let told = text(TemperatureCheck(BoardSensors(root: folder.path)))
        #expect(told.contains("the supply is too weak") && told.contains("the processor is slowed down"))
        folder.write("0\n", to: "devices/platform/soc/soc:firmware/get_throttled")
        #expect(levels(TemperatureCheck(BoardSensors(root: folder.path))) == [.ok])
    }

    @Test("Newer Raspberry Pis tell of a weak supply as a hardware monitor")
    func supply() {
        _ = folder.makeFolder("class/hwmon/hwmon1")
        folder.write("rpi_volt\n", to: "class/hwmon/hwmon1/name")
        folder.write("1\n", to: "class/hwmon/hwmon1/in0_lcrit_alarm")
        #expect(levels(TemperatureCheck(BoardSensors(root: folder.path))) == [.warn])
    }

    @Test("A service that does not run says how it ended, and what to do about that")
    func service() {
        func told(_ properties: String) -> String {
            text(ServiceCheck(ServiceState("LoadState=loaded\n" + properties)))
        }
        #expect(
            told("ActiveState=active\nActiveEnterTimestamp=Mon 10:00\nNRestarts=0")
                == "ok: runs since Mon 10:00 → ")
        #expect(
            told("ActiveState=active\nNRestarts=4").hasPrefix(
                "warn: runs since , and was started again 4 times"))
        #expect(told("ActiveState=active\nNRestarts=1").contains("started again 1 time →"))
        let mistaken = told("ActiveState=failed\nResult=exit-code\nExecMainStatus=78")
        #expect(mistaken.contains("its configuration has mistakes") && mistaken.contains("earshot check"))
        #expect(
            told("ActiveState=activating\nSubState=auto-restart\nResult=watchdog").contains(
                "stood still; it is started again and again"))
        #expect(told("ActiveState=inactive\nResult=success").contains("enable --now"))
        #expect(told("ActiveState=reloading\nResult=success").hasPrefix("ok: runs"))
        #expect(
            told("ActiveState=activating\nSubState=start\nResult=success").hasPrefix("warn: is being started")
        )
        #expect(levels(ServiceCheck(ServiceState("LoadState=not-found"))) == [.warn])
    }

    @Test("What the appliance has done is counted in words that fit the number")
    func appliance() {
        var status = ApplianceStatus(configuration: "site.yaml")
        status.state = "idle"
        status.counters.commands = 1
        #expect(text(ApplianceCheck(status)) == "ok: idle, 1 command done → ")
        status.counters.commands = 2
        #expect(text(ApplianceCheck(status)) == "ok: idle, 2 commands done → ")
        #expect(text(ApplianceCheck(nil, refusal: .socketOff)).contains("remove 'socket: off'"))
        #expect(!text(ApplianceCheck(nil, refusal: .socketOff)).contains("root"))
        #expect(text(ApplianceCheck(nil, refusal: .error("refused"))).contains("as root"))
    }

    @Test("The capture thread of a service is found among its threads, with its policy")
    func realTime() {
        func thread(_ number: Int, _ name: String, policy: Int) {
            _ = folder.makeFolder("12/task/\(number)")
            let fields = Array(repeating: "0", count: 38) + ["\(policy)", "0"]
            folder.write("\(number) (\(name)) " + fields.joined(separator: " "), to: "12/task/\(number)/stat")
        }
        thread(12, "earshot", policy: 0)
        #expect(RealTimeCheck.captures(inRealTime: 12, proc: folder.path) == nil)
        thread(13, "capture", policy: 1)
        #expect(RealTimeCheck.captures(inRealTime: 12, proc: folder.path) == true)
        thread(13, "capture", policy: 0)
        #expect(RealTimeCheck.captures(inRealTime: 12, proc: folder.path) == false)
    }

    @Test("Without a microphone, and without leave to record, it is said which of the two it is")
    func microphone() {
        #expect(text(MicrophoneCheck(cards: [], access: .restricted, status: nil)).contains("there is none"))
        #expect(
            text(MicrophoneCheck(cards: [], access: .denied(group: "audio"), status: nil)).contains("audio"))
    }

    @Test("A microphone that another program has is named with it, and no failure: another may be meant")
    func heldMicrophone() {
        let device = CaptureDevice(
            index: 0, name: "USB Audio", pcmName: "hw:CARD=Webcam,DEV=0", capabilities: nil,
            holder: DeviceHolder(processID: 812, program: "zoom"))
        let card = SoundCard(index: 1, id: "Webcam", name: "Webcam", devices: [device])
        #expect(
            text(MicrophoneCheck(cards: [card], access: .authorized, status: nil))
                == "ok: hw:CARD=Webcam,DEV=0, USB Audio; in use by zoom (process 812) → ")
    }

    @Test("What was said is held against what was asked for")
    func spoken() {
        #expect(levels(SpokenCheck(.understood("lamp", score: 0.99), expected: "lamp")) == [.ok])
        #expect(levels(SpokenCheck(.understood("pump", score: 0.99), expected: "lamp")) == [.warn])
        #expect(levels(SpokenCheck(.refused("no words"), expected: "lamp")) == [.warn])
        #expect(levels(SpokenCheck(.nothing, expected: nil)) == [.fail])
        #expect(text(SpokenCheck(.written("meet me"), expected: nil)) == "ok: understood as \"meet me\" → ")
        #expect(levels(SpokenCheck(.written(nil), expected: nil)) == [.ok])
        #expect(levels(SpokenCheck(.leftOut("there is no microphone"), expected: nil)) == [.warn])
    }

    @Test("The page has a line for each finding, its remedy below, and the gravest level counts")
    func page() {
        let diagnosis = Diagnosis([
            ClockCheck(isSynchronized: true), MemoryCheck(information: "MemAvailable: 20000 kB"),
        ])
        #expect(diagnosis.level == .fail)
        let lines = diagnosis.text.split(separator: "\n")
        #expect(lines[0] == "ok    clock   synchronised")
        #expect(lines[1] == "fail  memory  20 MB left, too little to start")
        #expect(lines[2].hasPrefix("              → end what is not needed"))
        #expect(lines.last == "1 to mend, 0 to look at, 1 well.")
        #expect(
            jsonLine(diagnosis).hasPrefix(
                #"{"findings":[{"level":"ok","subject":"clock","text":"synchronised"},"#))
    }
}
