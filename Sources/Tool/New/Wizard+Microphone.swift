import Appliance
import Capture
import Platform

extension Wizard {
    /// Which microphone is listened to, and whether it hears.
    mutating func askForMicrophone() throws {
        title(2, "The microphone")
        let cards = SoundCard.present()
        if cards.isEmpty, options.input == nil {
            interview.tell(
                "There is none that this user may record from. The first that is plugged in will be taken; 'earshot "
                    + "devices' says what stands in the way.")
            return
        }
        if options.input == nil {
            let choices = ["the first that there is"] + cards.map { "\($0.id): \($0.name)" }
            let choice = try interview.choose("Which one is listened to?", among: choices, or: 0)
            draft.microphone = choice == 0 ? nil : cards[choice - 1].id
        }
        let input = options.input ?? .device(DeviceOptions(name: draft.microphone, isAwaited: false))
        while try interview.confirm("Hear how loud it is? Nothing is kept; speak for three seconds", or: true)
        {
            do {
                let level = try listen(to: input)
                interview.tell("  \(level.verdict)")
                if level.isGood { return }
            } catch let error as CaptureError {
                interview.tell("  \(error)")
            }
        }
    }

    private func listen(to input: AudioInput) throws -> LevelMeter {
        var meter = LevelMeter()
        let shown = SoundLevel()
        let feed = try LiveCapture(input, logsEvents: false)
        try feed.start()
        defer {
            feed.stop()
            Terminal.clearProgress()
        }
        while meter.sampleCount < 3 * AudioFormat.recognition.sampleRate {
            switch feed.next() {
            case .frames(_, let block):
                meter.measure(block)
                shown.measure(block)
                guard Terminal.showsProgress else { continue }
                let heard = Duration.seconds(meter.sampleCount) / AudioFormat.recognition.sampleRate
                Terminal.progress(LiveLine.line(shown.share, heard, "", columns: Terminal.columns))
            case .event(.lost(let error)): throw error
            case .gap, .event: continue
            case .end: return meter
            case nil:
                Descriptors.waitUntilReadable([feed.wakeDescriptor, interview.stop.descriptor])
                if interview.stop.isRaised { throw InterviewEnd.interrupted }
            }
        }
        return meter
    }
}

extension LevelMeter {
    /// Speech at arm's length is louder than this on any microphone that is turned up, in dBFS; a room without it seldom is.
    private static let quiet = -40.0

    fileprivate var isGood: Bool { peak >= Self.quiet && clipCount == 0 }

    /// What there is to do about it.
    fileprivate var verdict: String {
        guard peak.isFinite else {
            return
                "Nothing at all: the microphone is muted, or is no microphone. 'alsamixer', F6 and F4 show its switch."
        }
        let loudest = "the loudest was \(abs(Int(peak.rounded()))) dB below full scale"
        if clipCount > 0 { return "Too loud: some of it was cut off. Lower it with 'alsamixer', F6 and F4." }
        return isGood
            ? "Good: \(loudest)."
            : "Very quiet: \(loudest). Speak, go nearer, or raise it with 'alsamixer', F6 and F4."
    }
}
