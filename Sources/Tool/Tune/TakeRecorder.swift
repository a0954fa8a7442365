import Appliance
import Capture
import Console
import Evaluation
import Glibc
import Grammar
import Platform
import Utterance

/// `earshot tune record`: asks for wake phrases and sentences, keeps what is said, and writes down what it was.
///
/// Sound is kept from one press of Enter to the next, and only because the command asks for it.
struct TakeRecorder {
    private let name: String
    private let folder: RecordingFolder
    private let input: AudioInput
    /// What the appliance would hear a take through.
    private let makeFrontEnd: () -> FrontEnd
    /// Show when a microphone's sound is kept; nil for a file's.
    private let lights: RecordingLights?
    private let stop: StopSignal
    private var count = 0

    static func run(_ words: ArraySlice<String>, until stop: StopSignal) throws -> ExitStatus {
        let arguments = try Arguments(
            words, flags: ["--wake"], options: ["--config", "--into", "--takes", "--input"])
        guard let name = arguments.positionals.first, arguments.positionals.count == 1 else {
            throw UsageError("give the recordings one name, such as your own: 'tune record ada'")
        }
        guard let first = name.first, !".-".contains(first), !name.contains("/") else {
            throw UsageError(
                "'\(name)' cannot begin the names of files; name the recordings otherwise: 'tune record ada'")
        }
        let path = try arguments.configuration(besides: 1)
        guard let into = arguments.value("--into") else { throw UsageError("--into FOLDER is missing") }
        let isOfPhrasesOnly = arguments.has("--wake")
        let takes = try arguments.positiveInteger("--takes") ?? (isOfPhrasesOnly ? Self.usualTakes : 3)
        let useful = isOfPhrasesOnly ? Self.usefulTakes : Self.possibleTakes
        guard useful.contains(takes) else {
            let condition = isOfPhrasesOnly ? " with --wake" : ""
            throw UsageError(
                "--takes is \(useful.lowerBound) to \(useful.upperBound)\(condition), not \(takes)")
        }
        let configuration = try ApplianceConfiguration.loadWithLanguage(path)
        guard !isOfPhrasesOnly || !configuration.wake.isEmpty else {
            throw UsageError("\(path) has no wake phrase; add 'wake: \"okay workshop\"', or leave out --wake")
        }
        guard configuration.grammar != nil || !configuration.wake.isEmpty else {
            throw UsageError(
                "dictation has no sentences to ask for; record for a configuration with commands or a wake phrase"
            )
        }
        // What is wrong with the pack, 'earshot check' says.
        let noise = try? configuration.modelPack().noiseWeights()
        try RecordingFolder.requirePlace(for: into)
        let input = try arguments.value("--input").map(recording) ?? .device(configuration.capture)
        Terminal.print(
            """
            What you say is kept in \(absolute(into)), where only this user may read it, and nowhere else;
            delete that folder to be rid of it. Between one Enter and the next is recorded, and nothing besides.
            Enter begins; Ctrl-C ends, now and at any time.
            """)
        guard try Keyboard.line(until: stop) != nil else {
            Terminal.print("Nothing was recorded.")
            return .failure
        }
        // Before the folder, which nobody needs if a light cannot be had.
        let lights = input.isLive ? try RecordingLights(configuration) : nil
        var recorder = TakeRecorder(
            name: name, folder: try RecordingFolder(path: into), input: input,
            makeFrontEnd: { FrontEnd(configuration.frontEnd, noise: noise) }, lights: lights, stop: stop)
        let isDone: Bool
        do {
            isDone = try recorder.record(configuration, takes: takes, isOfPhrasesOnly: isOfPhrasesOnly)
        } catch let error as CaptureError where !input.isLive {
            throw InputError("--input: \(error)")
        }
        Terminal.print(
            "\n\(recorder.count) kept in \(into); next: earshot tune \(into.asShellWord) --config \(path.asShellWord)"
        )
        return isDone ? .success : .failure
    }

    /// Fewer takes tell little; more tire the speaker, and add little.
    private static let usefulTakes = 5...20
    private static let usualTakes = 10
    /// Of sentences, which differ; nobody reads more.
    private static let possibleTakes = 1...100

    private init(
        name: String, folder: RecordingFolder, input: AudioInput, makeFrontEnd: @escaping () -> FrontEnd,
        lights: RecordingLights?, stop: StopSignal
    ) {
        self.name = name
        self.folder = folder
        self.input = input
        self.makeFrontEnd = makeFrontEnd
        self.lights = lights
        self.stop = stop
    }

    /// A file in place of the microphone, looked at before anybody is asked for anything.
    private static func recording(_ path: String) throws(InputError) -> AudioInput {
        do throws(CaptureError) {
            _ = try AudioFile(path: path)
        } catch {
            throw InputError("--input: \(error)")
        }
        return .file(path: path, pace: .asFastAsPossible)
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }

    /// Asks for everything; false when it was ended before.
    private mutating func record(
        _ configuration: ApplianceConfiguration, takes: Int, isOfPhrasesOnly: Bool
    ) throws -> Bool {
        Terminal.print(
            "Press Enter, say the sentence, press Enter again. 's' and Enter skips it, Ctrl-C ends.")
        for phrase in configuration.wake {
            for _ in 0..<takes {
                guard try recordTakes(of: "\"\(phrase.text)\"", .wake(phrase.text)) else { return false }
            }
        }
        if isOfPhrasesOnly { return true }
        return try recordCommands(configuration.grammar, takes: takes)
            && recordTakes(
                of: "anything else, for a minute or so: the news, a story; it shows what to refuse", .nothing)
    }

    private mutating func recordCommands(_ grammar: Grammar?, takes: Int) throws -> Bool {
        guard let grammar else { return true }
        for command in grammar.commands {
            for words in grammar.takes(of: command, by: name, count: takes) {
                let slots = grammar.parse(words).first { $0.command == command }?.slots ?? [:]
                let label = Manifest.Label.command(command, slots: slots.mapValues(\.description))
                guard try recordTakes(of: "\"\(words.joined(separator: " "))\"", label) else { return false }
            }
        }
        return true
    }

    /// One recording; false when it is time to stop.
    private mutating func recordTakes(of request: String, _ label: Manifest.Label) throws -> Bool {
        while true {
            Terminal.print("\nSay \(request)")
            let engine = try CaptureEngine(input: input)
            defer { engine.stop() }
            let reader = try engine.makeReader()
            // A microphone takes a moment to open: by Enter it has, and no first word is lost.
            if isLive { try engine.start() }
            let answer = try Keyboard.line(until: stop, beside: isLive ? reader.wakeDescriptor : nil) {
                try Self.discard(reader)
            }
            guard let answer else { return false }
            if answer == "s" { return true }
            let take = try keep(reader, of: engine)
            guard !stop.isRaised else { return false }
            if let flaw = take.flaw(heardThrough: makeFrontEnd()) {
                guard isLive else { throw UsageError("--input: \(flaw); give another file") }
                Terminal.print("  \(flaw), so it was not kept; once more")
                continue
            }
            let file = try folder.keep(take.samples, as: name, label: label)
            count += 1
            let length = Duration.frames(UInt64(take.samples.count), at: AudioFormat.recognition.sampleRate)
            Terminal.print("  \(file), \(length.seconds.shortText) s")
            return true
        }
    }

    /// Hears one recording, with the light lit as long as sound is kept.
    private func keep(_ reader: CaptureReader, of engine: CaptureEngine) throws -> Take {
        try lights?.light()
        defer { lights?.darken() }
        if isLive { Terminal.print("  recording; Enter ends it") } else { try engine.start() }
        return try listen(to: reader)
    }

    private var isLive: Bool { lights != nil }

    /// Lets go of what was heard before anybody asked for it.
    private static func discard(_ reader: CaptureReader) throws {
        while let item = reader.next() {
            switch item {
            case .event(.lost(let error)): throw error
            case .end: return
            case .frames, .gap, .event: continue
            }
        }
    }

    /// Sound from now to the next Enter; a file is heard to its end.
    private func listen(to reader: CaptureReader) throws -> Take {
        var take = Take()
        while !stop.isRaised, take.samples.count < Self.longest {
            switch reader.next() {
            case .frames(_, let block): take.samples.append(contentsOf: block)
            case .event(.lost(let error)): throw error
            case .gap: take.isWhole = false
            case .event: break
            case .end: return take
            case nil:
                let ready = Descriptors.waitUntilReadable(
                    [reader.wakeDescriptor, stop.descriptor] + (isLive ? [STDIN_FILENO] : []))
                if ready.contains(STDIN_FILENO) {
                    _ = try Keyboard.line(until: stop)
                    return take
                }
            }
        }
        if take.samples.count >= Self.longest {
            Terminal.print(
                "  This take is five minutes long, and kept as it is; press Enter for the next one.")
        }
        return take
    }

    /// Five minutes: Enter was forgotten.
    private static let longest = 5 * 60 * AudioFormat.recognition.sampleRate
}

/// What was heard between one Enter and the next.
private struct Take {
    var samples: [Int16] = []
    var isWhole = true

    /// Why it is of no use; nil if it is.
    func flaw(heardThrough frontEnd: FrontEnd) -> String? {
        if !isWhole { return "some of the sound was lost" }
        if samples.count < Self.shortest { return "that was too short for a word" }
        if samples.allSatisfy({ $0 == 0 }) { return "there was no sound: the microphone may be muted" }
        return isSpoken(through: frontEnd) ? nil : "nobody was heard to speak"
    }

    /// Whether somebody speaks in it, enough to begin an utterance.
    private func isSpoken(through frontEnd: FrontEnd) -> Bool {
        var detector = VoiceActivityDetector()
        var endpointer = Endpointer(start: .atSpeech)
        let whole = samples + [Int16](repeating: 0, count: frontEnd.delay)
        return whole.withUnsafeBufferPointer { samples in
            stride(from: 0, to: samples.count, by: CaptureReader.blockFrames).contains { start in
                let end = min(start + CaptureReader.blockFrames, samples.count)
                let block = frontEnd.process(UnsafeBufferPointer(rebasing: samples[start..<end]))
                return endpointer.process(isSpeech: detector.process(block)) != nil
            }
        }
    }

    /// 0.2 s: no word is said between two presses of a key that are nearer than that.
    private static let shortest = 3200
}
