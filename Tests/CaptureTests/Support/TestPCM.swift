import Foundation
import TestSupport

/// PCMs of alsa-lib without hardware: its `file` plugin plays a recording as a microphone, over `null`.
enum TestPCM {
    /// Plays goforward.raw.
    static let goForward = TestPCM.name("goforward")
    /// Plays 0.25 s of it.
    static let short = TestPCM.name("short")
    /// Silence for ever.
    static let silence = TestPCM.name("silence")

    /// The first quarter of a second of goforward.raw.
    static let shortSamples = Array(TestData.samples(TestData.goForward).prefix(4000))

    /// The definitions are read by alsa-lib through this process's environment: the system's first, then ours.
    private static let definitions: TemporaryFolder = {
        let folder = TemporaryFolder.ofProcess
        let short = shortSamples.withUnsafeBytes { folder.write($0, to: "short.raw") }
        let text = [("goforward", TestData.goForward), ("short", short)]
            .map { name, path in
                "pcm.earshot_\(name) { type file slave.pcm null file /dev/null infile \"\(path)\" format raw }\n"
            }
        let silence = "pcm.earshot_silence { type null }\n"
        let ours = folder.write(text.joined() + silence, to: "asound.conf")
        let later = folder.write([], to: "later.conf")
        setenv("ALSA_CONFIG_PATH", "/usr/share/alsa/alsa.conf:\(ours):\(later)", 1)
        return folder
    }()

    /// Plays what `short` plays, once it is plugged in.
    static let later = TestPCM.name("later")

    static func plugInLater() {
        let path = definitions.path("short.raw")
        let text =
            "pcm.earshot_later { type file slave.pcm null file /dev/null infile \"\(path)\" format raw }\n"
        // alsa-lib reads its files again when they are others, not when they change within a second.
        let new = definitions.write(text, to: "new.conf")
        rename(new, definitions.path("later.conf"))
    }

    private static func name(_ name: String) -> String {
        _ = definitions
        return "earshot_\(name)"
    }
}
