import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct ExamplesTests {
    private let folder = TemporaryFolder()

    @Test("Tap to talk: a tap starts listening, text grows, and at the end it is idle with the whole text")
    func tapToTalk() throws {
        let lines = try Example.run("TapToTalk", [Example.goForward], input: "\n")
        #expect(lines.contains("listening: "))
        #expect(lines.contains { $0.hasPrefix("listening: go forward") })
        #expect(lines.last == "idle: go forward ten meters")
        #expect(!lines.contains { $0.hasPrefix("problem") })
    }

    @Test("Tap to talk: a second tap stops, and a recording that is missing is a problem, not a crash")
    func tapTwice() throws {
        let lines = try Example.run("TapToTalk", [Example.goForward], input: "\n\n")
        #expect(lines.last?.hasPrefix("listening") == false)
        let missing = try Example.run("TapToTalk", ["/no/such.wav"], input: "\n")
        #expect(missing.last?.contains("no such file") == true)
    }

    @Test(
        "Tap to talk as written for Apple's framework: 2000 rounds whose handlers stop again, on the main queue"
    )
    func literalPort() throws {
        let lines = try Example.run("TapToTalkPort", [Example.goForward])
        #expect(lines == ["2000 rounds, 2000 endings"])
    }

    @Test("Captions: words come volatile, then final with their times, beside commands and who speaks")
    func captions() throws {
        let lines = try Example.run("Captions", [Example.goForward])
        #expect(lines.contains("somebody speaks"))
        #expect(lines.contains("... go forward"))
        #expect(lines.filter { $0.hasSuffix(" s: go forward ten meters") }.count == 1)
        #expect(lines.contains("command drive: direction forward, number 10"))
        #expect(try Example.run("Captions", ["/no/such.wav"]).last?.contains("no such file") == true)
    }

    @Test("Hot word: what follows it fills the field under the indicator's light, and is sent once")
    func hotWord() throws {
        let lines = try Example.run("HotWord", ["go forward", Example.goForward])
        #expect(lines.first == "indicator on")
        #expect(lines.contains("field: ten"))
        #expect(lines.filter { $0.hasPrefix("sent") } == ["sent: ten meters"])
        #expect(lines.last == "indicator off")
    }

    @Test("Hot word: each pause sends what was said, and the hot word alone waits for what comes after it")
    func hotWordAgain() throws {
        let samples = try Data(contentsOf: URL(fileURLWithPath: Example.goForward))
        let pause = Data(count: 2 * 16_000 * 2)
        func told(_ sound: Data) throws -> [String] {
            let lines = try Example.run("HotWord", ["go forward", folder.write(sound, to: "sound.raw")])
            return lines.filter { $0.hasPrefix("sent") || $0.hasPrefix("indicator") }
        }
        let once = ["indicator on", "sent: ten meters", "indicator off"]
        let twice = try told(samples + pause + samples + pause)
        #expect(twice == once + once)

        // Between "forward" and "ten".
        let cut = 2 * 17_600
        let apart = try told(samples.prefix(cut) + pause + samples.dropFirst(cut) + pause)
        try #require(apart.count == 3)
        #expect(apart[0] == "indicator on" && apart[2] == "indicator off")
        #expect(apart[1].hasPrefix("sent: ") && apart[1].hasSuffix("ten meters"))
    }

    @Test("Hot word: without it nothing is taken down, and empty text is not sent")
    func noHotWord() throws {
        let lines = try Example.run("HotWord", ["okay workshop", Example.goForward])
        #expect(
            !lines.contains { $0.hasPrefix("indicator") || $0.hasPrefix("field") || $0.hasPrefix("sent") })
    }

    @Test("Voice search: the text that was meant comes first, and a notice before the time limit")
    func voiceSearch() throws {
        let list = folder.write(
            "Turn left at the tower\nGo forward ten meters\nTen green bottles\n", to: "list.txt")
        let lines = try Example.run("VoiceSearch", ["en-US", list, Example.goForward])
        #expect(lines.contains("heard: go forward ten meters"))
        #expect(lines.contains("still listening for 14 s"))
        let heard = try #require(lines.firstIndex { $0.hasPrefix("heard") })
        #expect(lines[heard + 1].hasSuffix("Go forward ten meters"))
        #expect(lines.contains { $0.hasSuffix("Ten green bottles") })
        let unknown = try Example.run("VoiceSearch", ["tlh", list])
        #expect(unknown.last?.contains("no language 'tlh'") == true)
    }

    @Test("Recorded speech: WAV and MP3 are transcribed with progress, in the locale that each names")
    func recordedSpeech() throws {
        let wave = folder.path("a.wav")
        let mp3 = folder.path("b.mp3")
        try Example.writeGoForward(as: Int32(SF_FORMAT.wave), to: wave)
        try Example.writeGoForward(as: Int32(SF_FORMAT.mp3), to: mp3)
        let lines = try Example.run("RecordedSpeech", [wave, mp3 + ":en-US", wave + ":tlh"])
        #expect(lines.contains("\(wave): 100 %"))
        #expect(lines.contains("\(wave): go forward ten meters"))
        #expect(lines.contains("\(mp3): go forward ten meters"))
        #expect(lines.last == "\(wave): no language 'tlh' is installed")
    }

    @Test("Recorded speech: cancelling drops what was heard, stopping transcribes it")
    func stopAndCancel() throws {
        #expect(
            try Example.run("RecordedSpeech", ["--live", Example.goForward], input: "cancel\n")
                == ["live: cancelled"])
        let whole = try Example.run("RecordedSpeech", ["--live", Example.goForward])
        #expect(whole == ["live: go forward ten meters"])
    }

    @Test("Recorded speech: the program ends with its recording, though nobody has typed anything")
    func nobodyTypes() throws {
        let whole = try Example.run("RecordedSpeech", ["--live", Example.goForward], input: nil)
        #expect(whole == ["live: go forward ten meters"])
    }

    @Test("Word effects: each word triggers once, in order, although partial results repeat it")
    func wordEffects() throws {
        let lines = try Example.run("WordEffects", ["meters,forward", Example.goForward, "--starts", "100"])
        #expect(lines.first == "left: 100")
        let effects = lines.dropFirst().map { $0.split(separator: " ") }
        try #require(
            effects.map { $0.dropLast() } == [["effect", "forward", "at"], ["effect", "meters", "at"]])
        for (effect, time) in zip(effects, [0.65, 1.55]) {
            #expect(abs((Double(effect[3]) ?? 0) - time) < 0.06)
        }
        // What is heard as "can" or "be" for a moment becomes "ten".
        let all = try Example.run("WordEffects", ["go,forward,ten,meters,meter,can,be", Example.goForward])
        let said = Set(all.map { String($0.split(separator: " ")[1]) })
        #expect(said == ["go", "forward", "ten", "meters"])
        #expect(all.count == 4)
    }
}

/// libsndfile's numbers, which are an anonymous enumeration in C.
private enum SF_FORMAT {
    static let wave = 0x01_0002
    static let mp3 = 0x23_0082
}
