import Appliance
import Capture
import Console
import EventSocket
import GPIO
import Platform

/// `earshot devices`: what there is to hear with, and to move.
enum DevicesCommand: ToolCommand {
    static let name = "devices"
    static let summary = "list the microphones and GPIO chips of this machine"
    static let help = """
        earshot devices [--json]

        For every card that can record: how to name it under 'capture:', the rates, channels and sample types of the
        hardware itself, and who has it open. For every GPIO chip: how many lines it has and how many are held;
        'earshot pins' lists them all.

          --json              one object, for programs

        Status: 0 it is told what there is, be that nothing.
        """

    static func run(_ words: ArraySlice<String>) throws -> ExitStatus {
        let arguments = try Arguments(words, flags: ["--json"])
        try arguments.expectNoMore()
        let devices = Devices()
        Terminal.print(arguments.has("--json") ? jsonLine(devices) : devices.text)
        return .success
    }
}

/// What is connected to this machine. Nothing there is an answer too, and no failure.
private struct Devices {
    var cards = SoundCard.all()
    var access = MicrophoneAccess.check()
    var pins: Result<PinList, GPIOError>

    init() {
        do throws(GPIOError) {
            pins = .success(try PinList(try Pinout.system(profile: Self.profile)))
        } catch {
            pins = .failure(error)
        }
    }

    /// The board's. One that cannot be read is diagnosed; it takes away the pins' numbers, and no chip.
    private static var profile: BoardProfile {
        do {
            return try BoardProfile.ofThisMachine()
        } catch {
            Terminal.report("\(error)", bare: true)
            return .bare
        }
    }

    var text: String { "\(microphones)\n\n\(chips)" }

    private var microphones: String {
        var lines = cards.map(\.description)
        switch access {
        case .authorized where cards.isEmpty, .restricted:
            lines.append("No microphone: plug in a USB one, or switch on the sound board's driver.")
        case .denied(let group):
            lines.append(
                "This user may not record; 'sudo adduser $USER \(group)' and a new login change that.")
        case .authorized: break
        }
        return lines.joined(separator: "\n")
    }

    private var chips: String {
        switch pins {
        case .failure(let error): return "No pins: \(error)"
        case .success(let list):
            let rows = list.chips.map { chip in
                "\(chip.label) (\(chip.device)): \(chip.lines.count.counted("line")), \(chip.heldCount) of them held"
            }
            return (rows + ["'earshot pins' lists every line."]).joined(separator: "\n")
        }
    }
}

extension PinList.Chip {
    fileprivate var heldCount: Int { lines.count { $0.consumer != nil } }
}

extension Devices: Encodable {
    private enum Key: String, CodingKey { case access, cards, chips }

    private struct Card: Encodable {
        let id: String
        let name: String
        let devices: [Device]
    }

    private struct Device: Encodable {
        let pcm: String
        let name: String
        /// These three are empty while the device is open.
        let rates: [Int]
        let channels: [Int]
        let samples: [String]
        let holder: Holder?
    }

    private struct Holder: Encodable {
        let process: Int32
        let program: String?
    }

    private struct Chip: Encodable {
        let label: String
        let device: String
        let lines: Int
        let held: Int
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(access.name, forKey: .access)
        try object.encode(cards.map(Self.card), forKey: .cards)
        let list = try? pins.get()
        let chips = (list?.chips ?? []).map { chip in
            Chip(label: chip.label, device: chip.device, lines: chip.lines.count, held: chip.heldCount)
        }
        try object.encode(chips, forKey: .chips)
    }

    private static func card(_ card: SoundCard) -> Card {
        let devices = card.devices.map { device in
            Device(
                pcm: device.pcmName, name: device.name, rates: device.capabilities?.sampleRates ?? [],
                channels: device.capabilities.map { Array($0.channelCounts) } ?? [],
                samples: device.capabilities?.samples.map(\.description) ?? [],
                holder: device.holder.map { Holder(process: $0.processID, program: $0.program) })
        }
        return Card(id: card.id, name: card.name, devices: devices)
    }
}

extension MicrophoneAccess {
    fileprivate var name: String {
        switch self {
        case .authorized: "authorized"
        case .denied: "denied"
        case .restricted: "no-device"
        }
    }
}
