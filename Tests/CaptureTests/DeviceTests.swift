import CALSA
import Foundation
import Glibc
import Platform
import TestSupport
import Testing

@testable import Capture

@Suite("Microphones without hardware")
struct PCMSourceTests {
    @Test("A recording plays through alsa-lib at its own pace, to its own end, sample for sample")
    func recording() throws {
        var source = try PCMSource(DeviceOptions(name: TestPCM.goForward))
        let (format, isClocked, fault) = (source.format, source.isClocked, source.start())
        #expect(format == .recognition)
        #expect(!isClocked)
        #expect(fault == nil)
        var bench = try Bench(source, buffer: .seconds(5), isPaced: true)
        let reader = try bench.makeReader()
        // The first turn sets the time.
        _ = bench.turn()
        bench.run(for: .seconds(1))
        let position = bench.loop.position
        #expect(position == 16_000)
        bench.run(for: .seconds(3))
        let turn = bench.turn()
        #expect(turn == .over(nil))
        bench.finish()
        #expect(reader.listen().samples == TestData.samples(TestData.goForward))
    }

    @Test("An engine hears a microphone to the end and then says so")
    func engine() throws {
        let engine = try CaptureEngine(input: .device(DeviceOptions(name: TestPCM.short)))
        #expect(engine.format == .recognition)
        let reader = try engine.makeReader()
        try engine.start()
        let heard = reader.listen()
        #expect(heard.samples == TestPCM.shortSamples)
        #expect(heard.events == [.opened(device: TestPCM.short, format: .recognition)])
        #expect(heard.gaps.isEmpty)
    }

    @Test("The format that is asked for is what comes")
    func askedFormat() throws {
        let options = DeviceOptions(
            name: TestPCM.silence, sampleRate: 48_000, channelCount: 2, sample: .float32,
            channels: .channel(2))
        let source = try PCMSource(options)
        let format = source.format
        #expect(format == AudioFormat(sampleRate: 48_000, channelCount: 2, sample: .float32))
        let period = source.periodFrames
        #expect(period == 480)
    }

    @Test("A period, and a number of them, beyond all reason is the nearest within")
    func outlandishPeriod() throws {
        for (period, count, frames) in [
            (Duration.seconds(Int64.max), -1, 16_000), (.zero, Int.max, 16), (.seconds(-1), 8, 16),
        ] {
            let source = try PCMSource(
                DeviceOptions(name: TestPCM.silence, period: period, periodCount: count))
            let periodFrames = source.periodFrames
            #expect(periodFrames == frames)
        }
    }

    @Test("What no PCM counts with is refused before it is asked", arguments: [-1, Int.max])
    func outlandish(number: Int) {
        #expect(throws: CaptureError.self) {
            _ = try PCMSource(DeviceOptions(name: TestPCM.silence, sampleRate: number))
        }
        #expect(throws: CaptureError.self) {
            _ = try PCMSource(DeviceOptions(name: TestPCM.silence, channelCount: number))
        }
    }

    @Test(
        "Every sample type is one that alsa-lib takes and calls the same",
        arguments: AudioFormat.Sample.allCases)
    func sampleTypes(sample: AudioFormat.Sample) throws {
        var source = try PCMSource(DeviceOptions(name: TestPCM.silence, sample: sample))
        let (format, fault) = (source.format, source.start())
        #expect(format.sample == sample)
        #expect(fault == nil)
        #expect(Int(snd_pcm_format_size(sample.alsaFormat, 1)) == sample.byteCount)
    }

    @Test("A microphone that is not there is reported, looked for again, and given up when the engine stops")
    func missing() throws {
        _ = TestPCM.silence
        let engine = try CaptureEngine(input: .device(DeviceOptions(name: "nowhere")))
        let reader = try engine.makeReader()
        #expect(engine.format == nil)
        try engine.start()
        guard case .event(.lost(.deviceMissing("nowhere", _)))? = reader.wait() else {
            Issue.record("no report")
            return
        }
        engine.stop()
        #expect(reader.listen().isEnded)
    }

    @Test("A microphone that is plugged in later is found and heard")
    func pluggedInLater() throws {
        let engine = try CaptureEngine(input: .device(DeviceOptions(name: TestPCM.later)))
        let reader = try engine.makeReader()
        try engine.start()
        guard case .event(.lost(.deviceMissing(TestPCM.later, _)))? = reader.wait() else {
            Issue.record("no report")
            return
        }
        TestPCM.plugInLater()
        let heard = reader.listen()
        #expect(heard.events == [.restored(device: TestPCM.later, format: .recognition)])
        #expect(heard.samples == TestPCM.shortSamples)
        #expect(heard.gaps.isEmpty)
        #expect(engine.counters.reopenings == 1)
    }

    @Test("Where it is not awaited, a missing microphone is an error")
    func missingThrows() {
        _ = TestPCM.silence
        #expect(throws: CaptureError.self) {
            try CaptureEngine(input: .device(DeviceOptions(name: "nowhere", isAwaited: false)))
        }
    }

    @Test(
        "Stopping ends an endless microphone at once, long before one that gives nothing more would count as stalled"
    )
    func stops() throws {
        let engine = try CaptureEngine(input: .device(DeviceOptions(name: TestPCM.silence)))
        let reader = try engine.makeReader()
        try engine.start()
        while case .event? = reader.wait() {}
        let clock = MonotonicClock()
        let before = clock.now
        engine.stop()
        #expect(reader.listen().isEnded)
        // A period is 10 ms; this machine may have other things to do.
        let span = clock.now - before
        #expect(span < .seconds(1))
    }
}

@Suite("What alsa-lib's answers mean")
struct PCMOutcomeTests {
    static let running = SND_PCM_STATE_RUNNING

    @Test(
        "A device that is gone shows in many ways, and always as that",
        arguments: [ENODEV, ENOTTY, ENXIO])
    func gone(code: Int32) {
        #expect(PCMOutcome(code: -code, state: Self.running, call: "snd_pcm_readi") == .fault(.disconnected))
    }

    @Test(
        "An error that says nothing is explained by the state",
        arguments: [
            (EBADFD, SND_PCM_STATE_DISCONNECTED, PCMOutcome.fault(.disconnected)),
            (EIO, SND_PCM_STATE_DISCONNECTED, .fault(.disconnected)), (EBADFD, SND_PCM_STATE_XRUN, .xrun),
            (EBADFD, SND_PCM_STATE_SUSPENDED, .fault(.suspended)),
            (EIO, SND_PCM_STATE_RUNNING, .fault(.failed(call: "snd_pcm_readi", errno: EIO))),
        ])
    func states(code: Int32, state: snd_pcm_state_t, outcome: PCMOutcome) {
        #expect(PCMOutcome(code: -code, state: state, call: "snd_pcm_readi") == outcome)
    }

    @Test("An overrun, a suspend and a passing obstacle are told apart")
    func codes() {
        #expect(PCMOutcome(code: -EPIPE, state: Self.running, call: "") == .xrun)
        #expect(PCMOutcome(code: -ESTRPIPE, state: Self.running, call: "") == .fault(.suspended))
        #expect(PCMOutcome(code: -EAGAIN, state: Self.running, call: "") == .proceed)
        #expect(PCMOutcome(code: -EINTR, state: Self.running, call: "") == .proceed)
    }

    @Test("A poll that hangs up or finds no descriptor means the device is gone")
    func events() {
        #expect(PCMOutcome(events: Int16(POLLIN), state: Self.running) == .proceed)
        #expect(PCMOutcome(events: Int16(POLLIN | POLLHUP), state: Self.running) == .fault(.disconnected))
        #expect(PCMOutcome(events: Int16(POLLNVAL), state: Self.running) == .fault(.disconnected))
        #expect(
            PCMOutcome(events: Int16(POLLERR), state: SND_PCM_STATE_DISCONNECTED) == .fault(.disconnected))
        #expect(PCMOutcome(events: Int16(POLLERR), state: SND_PCM_STATE_XRUN) == .xrun)
        // Left alone, this would be found at once again, at real-time priority.
        #expect(
            PCMOutcome(events: Int16(POLLERR), state: Self.running)
                == .fault(.failed(call: "poll", errno: EIO)))
    }
}

@Suite("Choosing a configuration")
struct ConfigurationSpaceTests {
    /// Hardware that has exactly these formats.
    struct Hardware: ConfigurationSpace {
        let name = "USB"
        var formats: [AudioFormat]

        func admits(rate: Int) -> Bool { formats.contains { $0.sampleRate == rate } }
        func admits(channels: Int) -> Bool { formats.contains { $0.channelCount == channels } }
        func admits(sample: AudioFormat.Sample) -> Bool { formats.contains { $0.sample == sample } }
        mutating func fix(rate: Int) { formats.removeAll { $0.sampleRate != rate } }
        mutating func fix(channels: Int) { formats.removeAll { $0.channelCount != channels } }
        mutating func fix(sample: AudioFormat.Sample) { formats.removeAll { $0.sample != sample } }
    }

    func choose(
        _ formats: [(Int, Int, AudioFormat.Sample)], _ options: DeviceOptions = DeviceOptions()
    ) throws -> AudioFormat {
        var hardware = Hardware(
            formats: formats.map { AudioFormat(sampleRate: $0.0, channelCount: $0.1, sample: $0.2) })
        return try hardware.choose(options)
    }

    @Test("16 kHz mono 16 bit is taken where the hardware has it")
    func native() throws {
        #expect(try choose([(48_000, 2, .int16), (16_000, 1, .int16), (16_000, 1, .int32)]) == .recognition)
    }

    @Test("Otherwise a whole multiple of 16 kHz, before 44.1 kHz, before anything below")
    func order() throws {
        #expect(
            try choose([(8_000, 1, .int16), (44_100, 1, .int16), (48_000, 1, .int16)]).sampleRate == 48_000)
        #expect(try choose([(8_000, 1, .int16), (44_100, 1, .int16)]).sampleRate == 44_100)
        #expect(try choose([(8_000, 1, .int16)]).sampleRate == 8_000)
    }

    @Test("What goes together is found, though each alone would be better")
    func combinations() throws {
        // 16 kHz exists with 8 channels of 32 bit only.
        let format = try choose([(16_000, 8, .int32), (48_000, 1, .int16)])
        #expect(format == AudioFormat(sampleRate: 16_000, channelCount: 8, sample: .int32))
    }

    @Test("16 bit before 32, before 24 in three bytes or in four, before float", arguments: 0..<5)
    func samples(first: Int) throws {
        let order: [AudioFormat.Sample] = [.int16, .int32, .int24, .int24Padded, .float32]
        let offered = order[first...].reversed().map { (16_000, 1, $0) }
        #expect(try choose(offered).sample == order[first])
    }

    @Test("A channel that is chosen has to be there")
    func chosenChannel() throws {
        let formats: [(Int, Int, AudioFormat.Sample)] = [(16_000, 1, .int16), (16_000, 4, .int16)]
        #expect(try choose(formats, DeviceOptions(channels: .channel(3))).channelCount == 4)
        #expect(throws: CaptureError.self) { try choose(formats, DeviceOptions(channels: .channel(5))) }
    }

    @Test("A rate or a number of channels that is not taken in is refused, whatever the hardware has")
    func limits() {
        let formats: [(Int, Int, AudioFormat.Sample)] = [
            (4_000, 1, .int16), (48_000, 2, .int16), (48_000, 18, .int16), (384_000, 2, .int16),
        ]
        let offered = "48000 Hz; 1 to 2 channels; 16 bit"
        for rate in [384_000, 4_000, 0, -1] {
            #expect(throws: CaptureError.rateRefused(name: "USB", rate: rate, offered: offered)) {
                try choose(formats, DeviceOptions(sampleRate: rate))
            }
        }
        for count in [18, 0, -1] {
            #expect(throws: CaptureError.channelsRefused(name: "USB", channels: count, offered: offered)) {
                try choose(formats, DeviceOptions(channelCount: count))
            }
        }
    }

    @Test("A refusal names the device, what was asked and what there is")
    func refusals() {
        let formats: [(Int, Int, AudioFormat.Sample)] = [(44_100, 2, .int24), (48_000, 2, .int24)]
        let offered = "44100, 48000 Hz; 2 channels; 24 bit"
        #expect(throws: CaptureError.rateRefused(name: "USB", rate: 16_000, offered: offered)) {
            try choose(formats, DeviceOptions(sampleRate: 16_000))
        }
        #expect(throws: CaptureError.channelsRefused(name: "USB", channels: 1, offered: offered)) {
            try choose(formats, DeviceOptions(channelCount: 1))
        }
        #expect(throws: CaptureError.sampleRefused(name: "USB", offered: offered)) {
            try choose(formats, DeviceOptions(sample: .int16))
        }
        #expect(throws: CaptureError.rateRefused(name: "USB", rate: 16_000, offered: " Hz; 0 channels; ")) {
            try choose([])
        }
    }
}

@Suite("Finding microphones")
struct SoundCardTests {
    static func card(_ index: Int, _ id: String, _ name: String) -> SoundCard {
        let device = CaptureDevice(
            index: 0, name: "USB Audio", pcmName: "hw:CARD=\(id),DEV=0",
            capabilities: .init(sampleRates: [16_000, 48_000], channelCounts: 1...2, samples: [.int16]),
            holder: DeviceHolder(processID: 7, program: "arecord"))
        return SoundCard(index: index, id: id, name: name, devices: [device])
    }

    static let cards = [card(1, "Device", "USB PnP Sound Device"), card(2, "seeed", "seeed-2mic-voicecard")]

    @Test("By short name, by a part of the name, as a PCM, or the first there is")
    func names() throws {
        #expect(try PCMName.resolve("seeed", among: Self.cards) == "hw:CARD=seeed,DEV=0")
        #expect(try PCMName.resolve("device", among: Self.cards) == "hw:CARD=Device,DEV=0")
        #expect(try PCMName.resolve("2mic", among: Self.cards) == "hw:CARD=seeed,DEV=0")
        #expect(try PCMName.resolve("plughw:1,0", among: Self.cards) == "plughw:1,0")
        #expect(try PCMName.resolve("default", among: Self.cards) == "default")
        #expect(try PCMName.resolve(nil, among: Self.cards) == "hw:CARD=Device,DEV=0")
    }

    @Test("Who asks for a PCM with arguments needs no list of the cards")
    func unlisted() throws {
        var isListed = false
        func list() -> [SoundCard] {
            isListed = true
            return Self.cards
        }
        let name = try PCMName.resolve("hw:CARD=Device,DEV=0", among: list())
        #expect(name == "hw:CARD=Device,DEV=0" && !isListed)
        let first = try PCMName.resolve(nil, among: list())
        #expect(first == name && isListed)
    }

    @Test("No card at all is said kindly")
    func noCard() {
        #expect(throws: CaptureError.deviceMissing(name: nil, available: [])) {
            try PCMName.resolve(nil, among: [])
        }
        #expect(
            "\(CaptureError.deviceMissing(name: nil, available: []))"
                == "no microphone: this machine has no sound card that records; plug one in")
    }

    @Test("Card and device are read out of a PCM's name, however it is written")
    func addresses() {
        for name in ["hw:USB,1", "plughw:CARD=USB,DEV=1", "hw:USB,1,0"] {
            let words = PCMAddress.words(of: name)
            #expect(words?.card == "USB")
            #expect(words?.device == 1)
        }
        #expect(PCMAddress.words(of: "hw:2")?.device == 0)
        #expect(PCMAddress.words(of: "default") == nil)
        #expect(PCMAddress.words(of: "hw:") == nil)
    }

    @Test("A card's line says what it can do and who has it")
    func description() {
        #expect(
            "\(Self.cards[0])" == """
                Device: USB PnP Sound Device
                  hw:CARD=Device,DEV=0  USB Audio  16000, 48000 Hz; 1 to 2 channels; 16 bit  in use by arecord \
                (process 7)
                """)
    }

    @Test("Listing works on a machine without any card")
    func listing() {
        _ = TestPCM.silence
        for card in SoundCard.all() { #expect(!card.devices.isEmpty) }
        for card in SoundCard.present() {
            #expect(card.devices.allSatisfy { $0.capabilities == nil && $0.holder == nil })
        }
    }
}

@Suite("Who holds a device")
struct DeviceHolderTests {
    let folder = TemporaryFolder()

    func proc(status: String) -> String {
        let sub = folder.path("asound/card1/pcm0c/sub0")
        try! FileManager.default.createDirectory(atPath: sub, withIntermediateDirectories: true)
        folder.write(status, to: "asound/card1/pcm0c/sub0/status")
        for (process, text) in [("4242", "Name:\tcapture\nTgid:\t4200\n"), ("4200", "")] {
            try! FileManager.default.createDirectory(
                atPath: folder.path(process), withIntermediateDirectories: true)
            folder.write(text, to: "\(process)/status")
        }
        folder.write("pipewire\n", to: "4200/comm")
        return folder.path
    }

    @Test("The kernel names a thread; its process and program are found")
    func holder() {
        let proc = proc(status: "state: RUNNING\nowner_pid   : 4242\ntrigger_time: 1.2\n")
        let holder = DeviceHolder.find(card: 1, device: 0, proc: proc)
        #expect(holder == DeviceHolder(processID: 4200, program: "pipewire"))
        #expect(
            "\(CaptureError.deviceBusy(name: "USB", holder: holder))".contains(
                "in use by pipewire (process 4200)"))
    }

    @Test("A closed device and an unknown one have none")
    func nobody() {
        let proc = proc(status: "closed\n")
        #expect(DeviceHolder.find(card: 1, device: 0, proc: proc) == nil)
        #expect(DeviceHolder.find(card: 9, device: 0, proc: proc) == nil)
    }

    @Test("A process that cannot be looked at is still named by its number")
    func strangers() {
        let proc = proc(status: "owner_pid   : 999\n")
        #expect(
            DeviceHolder.find(card: 1, device: 0, proc: proc) == DeviceHolder(processID: 999, program: nil))
    }
}

@Suite("Permission to record")
struct MicrophoneAccessTests {
    let folder = TemporaryFolder()

    /// A device file of this mode, owned by user 0 and by the group `audio`, whose number it gives.
    @discardableResult
    func device(mode: mode_t) throws -> gid_t {
        let path = folder.write([], to: "pcmC0D0c")
        let audio = try #require(getgrnam("audio")).pointee.gr_gid
        try #require(chmod(folder.path, 0o755) == 0 && chmod(path, mode) == 0 && chown(path, 0, audio) == 0)
        return audio
    }

    func check(_ user: uid_t, _ group: gid_t) -> MicrophoneAccess {
        FileUser.run(as: user, group: group) { MicrophoneAccess.check(folder: folder.path) }
    }

    @Test("Without a device there is nothing to allow")
    func noDevice() {
        #expect(MicrophoneAccess.check(folder: folder.path) == .restricted)
        #expect(MicrophoneAccess.check(folder: folder.path("none")) == .restricted)
        // A device that only plays is no microphone.
        folder.write([], to: "pcmC0D0p")
        #expect(MicrophoneAccess.check(folder: folder.path) == .restricted)
    }

    @Test(
        "A member of the device's group may record, and who is none is told of the group",
        .enabled(if: geteuid() == 0, "takes root, to own files as others"))
    func group() throws {
        let audio = try device(mode: 0o660)
        #expect(check(1000, 1000) == .denied(group: "audio"))
        #expect(check(1000, audio) == .authorized)
        #expect(check(0, 0) == .authorized)
        #expect(
            "\(CaptureError.permissionDenied(name: "USB", group: "audio"))".contains("adduser $USER audio"))
    }

    @Test(
        "A device for everybody needs no group, and one to be read only is not enough",
        .enabled(if: geteuid() == 0, "takes root, to own files as others"))
    func others() throws {
        try device(mode: 0o666)
        #expect(check(1000, 1000) == .authorized)
        try device(mode: 0o664)
        #expect(check(1000, 1000) == .denied(group: "audio"))
    }

    @Test(
        "An access control list lets in whoever it names, and nobody else",
        .enabled(if: geteuid() == 0, "takes root, to own files as others"))
    func accessControlList() throws {
        try device(mode: 0o660)
        try #require(FileUser.admit(1000, to: folder.path("pcmC0D0c")))
        #expect(check(1000, 1000) == .authorized)
        #expect(check(1001, 1001) == .denied(group: "audio"))
    }

    @Test("A group without a name is called by its number")
    func groupNames() {
        #expect(MicrophoneAccess.groupName(0) == "root")
        #expect(MicrophoneAccess.groupName(4_000_000_000) == "4000000000")
    }

    @Test("A microphone that does not open is told of as forbidden only if that can be why")
    func refusals() {
        let denied = MicrophoneAccess.denied(group: "audio")
        let forbidden = CaptureError.permissionDenied(name: "nowhere", group: "audio")
        for code in [EACCES, ENOENT, ENODEV, ENXIO] {
            #expect(PCMHandle.error("nowhere", code: code, access: denied) == forbidden)
        }
        let missing = CaptureError.deviceMissing(name: "nowhere", available: SoundCard.names)
        #expect(PCMHandle.error("nowhere", code: ENOENT, access: .authorized) == missing)
        let busy = CaptureError.deviceBusy(name: "nowhere", holder: nil)
        #expect(PCMHandle.error("nowhere", code: EBUSY, access: denied) == busy)
        let failed = PCMHandle.error("nowhere", code: EINVAL, access: denied)
        guard case .deviceFailed("nowhere", "snd_pcm_open", _) = failed else {
            Issue.record("\(failed)")
            return
        }
    }
}

@Suite("The mixer")
struct MixerTests {
    @Test("Percent and a control's own steps")
    func percent() {
        #expect(Mixer.raw(percent: 0, in: 0...31) == 0)
        #expect(Mixer.raw(percent: 100, in: 0...31) == 31)
        #expect(Mixer.raw(percent: 50, in: -20...20) == 0)
        #expect(Mixer.raw(percent: 250, in: 0...31) == 31)
        #expect(Mixer.percent(raw: 31, in: 0...31) == 100)
        #expect(Mixer.percent(raw: 0, in: 0...31) == 0)
        #expect(Mixer.percent(raw: 5, in: 5...5) == 100)
    }

    @Test("Sound is kept out when every switch is off, or every volume at zero")
    func muted() {
        #expect(Mixer.mutingControl(among: []) == nil)
        #expect(Mixer.mutingControl(among: [.init(name: "Mic", volume: 80, isOn: false)]) == "Mic")
        #expect(Mixer.mutingControl(among: [.init(name: "Mic", volume: 0, isOn: true)]) == "Mic")
        #expect(Mixer.mutingControl(among: [.init(name: "Mic", volume: 1, isOn: true)]) == nil)
        let several: [Mixer.Control] = [
            .init(name: "Line", volume: 0, isOn: false), .init(name: "Mic", volume: 50, isOn: true),
        ]
        #expect(Mixer.mutingControl(among: several) == nil)
    }

    @Test("What is asked of a PCM that is no card is refused with the remedy")
    func noCard() {
        #expect(Mixer.apply(DeviceOptions(volume: 80), to: "default").failures.count == 1)
        let unasked = Mixer.apply(DeviceOptions(), to: "default")
        #expect(unasked.muting == nil && unasked.failures.isEmpty)
    }

    @Test("A mixer that does not do as asked is looked at by its card, and none where there is no card")
    func remedy() {
        for name in ["hw:CARD=USB,DEV=0", "plughw:USB"] {
            let error = CaptureError.mixerFailed(name: name, reason: "it does not open")
            #expect(
                "\(error)"
                    == "the mixer of '\(name)' did not do as asked (it does not open); see 'amixer -c USB'")
        }
        let error = CaptureError.mixerFailed(name: "default", reason: "ask for the card by its name")
        #expect("\(error)".hasSuffix("(ask for the card by its name)"))
    }
}
