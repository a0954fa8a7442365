import Capture
import Platform

/// How the microphone sounds while nobody speaks: its level, noise and clipping, and how fast it is in truth.
package struct SoundCheck: HealthCheck {
    package let subject = "sound"
    private let sound: Result<SoundMeasure, CaptureError>?

    /// - Parameter sound: nil where nobody knows yet which microphone is to be listened to.
    package init(_ sound: Result<SoundMeasure, CaptureError>?) { self.sound = sound }

    /// In dBFS: above the one, speech from across a room drowns; below the other, it is hardly more than the converter's noise.
    private static let loudFloor = -45.0
    private static let quietFloor = -85.0
    /// A share of samples.
    private static let mostClipped = 0.0001
    /// Of the rate: the models bear far more, but no working card is so far out.
    private static let rateTolerance = 0.01

    package func examine() -> [Finding] {
        switch sound {
        case nil:
            [
                .warn(
                    "the microphone was not tried: what the configuration says of it cannot be read yet",
                    "mend the configuration, then ask again")
            ]
        case .failure(let error):
            [.fail("it could not be listened to: \(error)", "'earshot devices' says who has it")]
        case .success(let sound) where sound.frames == 0:
            [.fail("no sound came within \(sound.span.setting)", "is another program using the microphone?")]
        case .success(let sound) where sound.isSilent || !sound.peak.isFinite:
            [.fail("nothing but digital silence", Self.silenceRemedy)]
        case .success(let sound): [level(sound), clipping(sound), rate(sound), gaps(sound)].compactMap { $0 }
        }
    }

    private static let silenceRemedy =
        "is its switch or the mixer ('alsamixer', F4) on mute, its cable broken, or another input meant? 'earshot devices' "
        + "lists them for 'capture: { device: … }', and 'channel:' takes another channel"

    private func level(_ sound: SoundMeasure) -> Finding {
        guard sound.floor.isFinite else {
            return .warn(
                "digital silence now and then, peak \(sound.peak.decibels)",
                "a living microphone hisses: look for a loose plug or a mute switch, and switch off what takes noise away before "
                    + "Earshot does, such as a noise gate of the card")
        }
        let text = "noise floor \(sound.floor.decibels), peak \(sound.peak.decibels)"
        if sound.floor > Self.loudFloor {
            return .warn(
                "\(text): loud", "move it away from fans and speakers, or lower 'capture: volume'")
        }
        if sound.floor < Self.quietFloor, sound.peak < -60 {
            return .warn("\(text): hardly anything", "raise 'capture: volume', or 'alsamixer'")
        }
        return .ok(text)
    }

    private func clipping(_ sound: SoundMeasure) -> Finding? {
        guard sound.clippedShare > Self.mostClipped else { return .ok("no clipping") }
        return .warn("clipped", "lower 'capture: volume', or step back")
    }

    private func rate(_ sound: SoundMeasure) -> Finding? {
        // What is missing looks like a card that is too slow.
        guard sound.gaps == 0, let nominal = sound.nominalRate, let rate = sound.rate else { return nil }
        let text = "\(Int(rate.rounded())) frames a second by the machine's clock, \(nominal) asked for"
        guard abs(rate / Double(nominal) - 1) > Self.rateTolerance else { return .ok(text) }
        return .warn(text, "ask for another rate under 'capture:'; 'earshot devices' lists those of the card")
    }

    private func gaps(_ sound: SoundMeasure) -> Finding? {
        guard sound.gaps > 0 else { return nil }
        return .warn(
            "sound was missing \(sound.gaps.counted("time")), so how fast the card is was not measured",
            "let this machine do less besides; try another USB port or cable")
    }
}

extension Double {
    /// Of what is no digital silence.
    fileprivate var decibels: String { "\(Int(rounded())) dB" }
}

extension Duration {
    fileprivate var setting: String { "\(Int(seconds.rounded())) s" }
}
