import Foundation
import TestSupport
import Testing

@Suite struct CheckCommandTests {
    private func check(_ configuration: String) throws -> (outcome: Tool.Outcome, path: String) {
        let path = try Tool.temporaryFile(configuration, name: "site.yaml")
        return (try Tool.run(["check", path]), path)
    }

    @Test("It tells of times that may be said and are longer than the output is ever on for")
    func refusedTimes() throws {
        let (outcome, _) = try check(
            """
            listen: always
            outputs: { pump: { line: GPIO23, max_on: 30m } }
            commands: { pump: { say: run the pump for <duration>, do: { output: pump, on_for: <duration> } } }
            """)
        #expect(
            outcome.output.contains("<duration> can be longer than 30m, the 'max_on' of 'pump'"),
            "\(outcome.output)")
        #expect(outcome.output.contains("; write <duration 1s..30m>"), "\(outcome.output)")
        #expect(try !Tool.run(["check", "models/examples/relays.yaml"]).output.contains("can be longer"))
        let unbounded = try Tool.temporaryFile(
            """
            listen: always
            outputs: { pump: GPIO23, fan: { line: GPIO24, max_on: 48h } }
            commands:
              pump: { say: run the pump for <duration>, do: { output: pump, on_for: <duration> } }
              fan: { say: run the fan for <duration>, do: { output: fan, on_for: <duration> } }
            """, name: "unbounded.yaml")
        #expect(try !Tool.run(["check", unbounded]).output.contains("can be longer"))
    }

    @Test(
        "It tells of times within a written range that are shorter than the output's 'min_dwell'",
        arguments: [("3m..20m", "5m", true), ("30s..10m", "45s", true), ("5m..20m", "5m", false)])
    func tooShortTimes(range: String, least: String, isTold: Bool) throws {
        let (outcome, _) = try check(
            """
            listen: always
            outputs: { pump: { line: GPIO23, min_dwell: \(least) } }
            commands:
              pump: { say: run the pump for <duration \(range)>, do: { output: pump, on_for: <duration> } }
            """)
        let told = "<duration> can be shorter than \(least), the 'min_dwell' of 'pump'"
        #expect(outcome.output.contains(told) == isTold, "\(outcome.output)")
    }

    @Test("A vocabulary that 'run' would refuse is a mistake, with its line")
    func brokenVocabulary() throws {
        let folder = TemporaryFolder()
        folder.write("\\data\\\nngram 1=-1\n", to: "phrases.arpa")
        let path = folder.write(
            "locale: en-US\nrecognize: dictation\ndictation: { vocabulary: . }", to: "site.yaml")
        let outcome = try Tool.run(["check", path])
        #expect(outcome.status != 0)
        #expect(
            (outcome.output + outcome.errors).contains("phrases.arpa:2:1: expected a number of rows"),
            "\(outcome)")
    }

    @Test("The examples are right, and told of whole: words, pins and sentences with their slots")
    func examples() throws {
        let outcome = try Tool.run(["check", "models/examples/relays.yaml"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        for words in [
            "Model: US English (en-US)", "Vocabulary: 57 words",
            "\"run the pump for a minute\"  duration = 60s", "Nothing is wrong",
        ] {
            #expect(outcome.output.contains(words))
        }
        #expect(
            outcome.output.split(separator: "\n").contains {
                $0.contains("GPIO23") && $0.contains("output 'pump'")
            })
    }

    @Test("What is done only after a yes is told, with the question that is asked")
    func questions() throws {
        let outcome = try Tool.run(["check", "models/examples/pump.yaml"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("  pump-for  by voice, within 5 s: \"pump on for 1 minute?\""))
        #expect(outcome.output.contains(" yeah "), "yes and no are words that are listened for")
        let (dark, _) = try check(
            "commands: { pump: { say: \"run the big pump\", confirm: voice } }")
        #expect(dark.status == 0)
        #expect(dark.output.contains("Nothing tells that a yes is waited for"))
    }

    @Test("A command that is never believed, whatever is said, is told of")
    func neverBelieved() throws {
        for (trust, isNever) in [("1", true), ("0.998", false)] {
            let (outcome, _) = try check(
                "commands: { go: { say: \"go forward ten meters\", trust: \(trust) } }")
            #expect(outcome.status == 0)
            #expect(
                outcome.output.contains("Never done: nothing is ever as likely") == isNever,
                "\(outcome.output)")
        }
    }

    @Test("A command that contains its opposite is told of, unless that is a command, too")
    func missingOpposite() throws {
        let unlock = "commands:\n  unlock: { say: \"please unlock the front door\" }\n"
        let told = try check(unlock).0.output
        #expect(
            told.contains("unlock: \"please unlock the front door\", at \"please lock the front door\""),
            "\(told)")
        let both = unlock + "  lock: { say: \"please lock the front door\" }\n"
        #expect(try !check(both).0.output.contains("at \"please lock"))
        for (said, opposite) in [
            ("turn on the garden pump", "turn off the garden pump"),
            ("turn everything off", "turn everything on"), ("lock the front door", "unlock the front door"),
            ("roll the blind up", "roll the blind down"),
        ] {
            let told = try check("commands: { a: { say: \"\(said)\" } }\n").0.output
            #expect(told.contains("a: \"\(said)\", at \"\(opposite)\""), "\(told)")
        }
        for said in ["turn <state> the lamp on the desk", "turn the lamp on the desk <state>"] {
            let state = "commands: { a: { say: \"\(said)\" } }\nrules: { state: \"on | off\" }\n"
            #expect(try !check(state).0.output.contains("Easily done"), "\(said)")
        }
        // Neither the first, the last nor the middle one of its sentences.
        let one =
            "commands: { end: { say: \"(cancel | disarm | silence | pause | stop) the house alarm\" } }\n"
        #expect(
            try check(one).0.output.contains("end: \"disarm the house alarm\", at \"arm the house alarm\""))
    }

    @Test("What a phrase's marks and slots lack is said with what to write")
    func phraseMistakes() throws {
        for (say, remedy) in [
            ("turn on the <lamp | light>", "for this or that, write (lamp | light)"),
            ("run it for <Duration 1m..30m>", "a range of times is written as <duration 1m..20m>"),
            ("run it for <duration 1m...30m>", "a range of times is written as <duration 1m..20m>"),
            ("say <one..thirty>", "a range of numbers is written as <1..30>"),
            ("say <..30>", "a range of numbers is written as <1..30>"),
        ] {
            let errors = try check("commands: { a: { say: \"\(say)\" } }\n").outcome.errors
            #expect(errors.contains(remedy), "\(say): \(errors)")
        }
        for (say, remedy) in [
            ("[ \"run the pump for <duration>\", \"pump on\" ]", "say it in \"pump on\", too"),
            ("\"run the pump for <1..30> minutes\"", "write <duration> in its 'say:'"),
        ] {
            let errors = try check(
                "outputs: { pump: GPIO22 }\ncommands: { a: { say: \(say), do: { output: pump, on_for: <duration> } } }\n"
            ).outcome.errors
            #expect(errors.contains(remedy), "\(say): \(errors)")
        }
    }

    @Test("A section whose key is misspelt is told of once")
    func misspeltSection() throws {
        let errors = try check("command: { a: { say: light the lamp please } }\n").outcome.errors
        #expect(errors.contains("unknown key 'command'; did you mean 'commands'?"), "\(errors)")
        #expect(errors.split(separator: "\n").count == 1, "\(errors)")
    }

    @Test("A mark that stands for itself in a phrase is not said", arguments: ["—", "…", "%", "."])
    func marks(mark: String) throws {
        let (outcome, path) = try check("commands: { a: { say: \"light the lamp \(mark) please\" } }\n")
        #expect(outcome.status == 78)
        #expect(
            outcome.errors.hasPrefix("\(path):1:")
                && outcome.errors.contains("'\(mark)' is not said; write only the words"),
            "\(outcome.errors)")
    }

    @Test("A talk button that counts as pressed while nobody presses it is told of")
    func invertedButton() throws {
        for (button, isTold) in [
            ("pull: up, active_low: true", false), ("pull: down", false),
            ("pull: up, active_low: false", true),
            ("pull: down, active_low: true", true), ("pull: none, active_low: false", false),
        ] {
            let output = try check(
                "buttons: { talk: { line: GPIO27, \(button) } }\ncommands: { a: { say: light the lamp please } }\n"
            ).outcome.output
            #expect(
                output.contains("counts as pressed while nobody presses it") == isTold, "\(button): \(output)"
            )
        }
    }

    @Test("An output that nothing moves is told of, and one that programs may move is not")
    func unusedOutput() throws {
        let text = """
            outputs: { gate: GPIO22, spare: GPIO23 }
            commands: { gate: { say: "open the main gate now", do: { output: gate, set: on } } }
            """
        let told = try check(text).0.output
        #expect(told.contains("no command moves 'spare'") && !told.contains("moves 'gate'"), "\(told)")
        #expect(try !check(text + "\nsocket: { output: on }").0.output.contains("no command moves"))
        let alarm = text.replacing("spare: GPIO23", with: "spare: { line: GPIO23, at_fault: on }")
        #expect(try !check(alarm).0.output.contains("no command moves"))
    }

    @Test("A socket's place that is taken, and a folder for counters that is not there, are told of")
    func places() throws {
        let folder = TemporaryFolder()
        let go = "commands: { go: { say: \"go forward ten meters\" } }\n"
        func told(_ text: String) throws -> String { try check(go + text).0.output }
        #expect(try told("socket: \(folder.path)").contains("is there already and is no socket"))
        #expect(try !told("socket: \(folder.path("events"))").contains("Under 'socket:'"))
        #expect(try told("metrics: \(folder.path("nowhere/x.prom"))").contains("there is no folder"))
        #expect(try !told("metrics: \(folder.path("x.prom"))").contains("Under 'metrics:'"))
    }

    @Test("A command that any sound is taken for is told of")
    func alwaysBelieved() throws {
        for (trust, isAlways) in [("0", true), ("0.002", true), ("0.003", false)] {
            let (outcome, _) = try check(
                "commands: { go: { say: \"go forward ten meters\", trust: \(trust) } }")
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("Done at any sound") == isAlways, "\(outcome.output)")
        }
    }

    @Test("What to expect of a wake phrase is told with its range, and a bad one is made longer")
    func wakePhrase() throws {
        let bad = try Tool.run(["check", "--wake", "house"])
        #expect(bad.status == 0, "\(bad.errors)")
        #expect(bad.output.contains("false alarms an hour beside a television"))
        #expect(bad.output.contains("That is expected, not measured"))
        #expect(bad.output.contains("\"house\" is like much that people say"), "\(bad.output)")
        let found = try #require(try Tool.run(["check", "--wake", "house", "--json"]).events().first)
        let wake = try #require((found["wake"] as? [[String: Any]])?.first)
        func rate(_ expected: Any?) throws -> Double {
            let rate = try #require((expected as? [String: Any])?["false_per_hour"] as? [String: Any])
            let range = try #require(rate["range"] as? [Double])
            let likely = try #require(rate["likely"] as? Double)
            #expect(range.count == 2 && range[0] <= likely && likely <= range[1])
            return likely
        }
        let better = try #require(wake["better"] as? [[String: Any]])
        #expect(!better.isEmpty && better.count <= 3)
        for proposal in better {
            #expect((proposal["phrase"] as? String)?.contains("house") == true)
            #expect(try rate(proposal["expected"]) * 2 <= rate(wake["expected"]))
        }
        let good = try Tool.run(["check", "--wake", "okay sunflower workshop"])
        #expect(good.output.contains("Nothing is wrong."), "\(good.output)")
        #expect(good.output.contains("missed: the same is expected of every new phrase: about "))
        #expect(
            good.output.contains("or fewer false alarms an hour beside a television; nothing so long"),
            "\(good.output)")
        let number = try Tool.run(["check", "--wake", "okay 22"])
        #expect(
            number.status == 78 && number.errors.contains("write the number as it is said, such as 'twenty'"))
        #expect(!(number.output + number.errors).contains("<1..30>"), "a wake phrase has no ranges")
        let tiny = try Tool.run(["check", "--wake", "the"])
        #expect(tiny.output.contains("more than "), "\(tiny.output)")
        #expect(tiny.output.contains("take a longer one") && !tiny.output.contains("okay the"))
        let quoted = try Tool.run(["check", "--wake", "say \"hello\""])
        #expect(quoted.status == 78, "quotes are not said")
        for errors in [number.errors, quoted.errors] {
            #expect(!errors.contains("--wake:3"), "a place would be in a file that nobody wrote: \(errors)")
        }
    }

    @Test("Of proposals beyond what was measured only a bound is told, and no rate has more than two places")
    func rates() throws {
        let output = try Tool.run(["check", "--wake", "museum"]).output
        #expect(output.contains("\"okay museum please\" (0.2 or fewer)"), "\(output)")
        #expect(
            try Tool.run(["check", "--wake", "okay museum please"]).output.contains(" 0.2 or fewer false "))
    }

    @Test("With a higher acceptance more is foretold to be missed, and one that few reach is told of")
    func wakeAcceptance() throws {
        func check(acceptance: Double) throws -> (output: String, wake: [String: Any]) {
            let configuration = try Tool.temporaryFile(
                "wake: { okay workshop: { acceptance: \(acceptance) } }\nrecognize: dictation\n",
                name: "wake.yaml")
            let output = try Tool.run(["check", configuration]).output
            let found = try Tool.run(["check", configuration, "--json"]).events().first
            return (output, try #require((found?["wake"] as? [[String: Any]])?.first))
        }
        func isMissedMore(_ wake: [String: Any]) -> Bool? {
            (wake["expected"] as? [String: Any])?["missed_more"] as? Bool
        }
        let usual = try check(acceptance: 4)
        #expect(usual.output.contains("every new phrase: about "), "\(usual.output)")
        #expect(isMissedMore(usual.wake) == false)
        let high = try check(acceptance: 5)
        #expect(high.output.contains("as an acceptance above 4 misses more"), "\(high.output)")
        #expect(isMissedMore(high.wake) == true)
        let out = try check(acceptance: 15)
        #expect(out.output.contains("is mostly missed: its 'acceptance' is 15"), "\(out.output)")
        #expect(out.output.contains("more than 50 (50 to 100) of 100"), "\(out.output)")
        #expect(!high.output.contains("mostly missed"))
    }

    @Test("Where a trigger lies far above the usual one, more is foretold to be missed, and that is told of")
    func wakeTrigger() throws {
        for (trigger, isTight) in [("1e20", true), ("1e-30", false)] {
            let (outcome, _) = try check(
                "wake: { computer: { trigger: \(trigger) } }\nrecognize: dictation\n")
            #expect(outcome.output.contains("as a trigger so far above the usual one") == isTight)
            #expect(outcome.output.contains("its 'trigger' is 1e+20, far above the usual 1e-") == isTight)
            #expect(outcome.output.contains("missed: about ") != isTight, "\(outcome.output)")
        }
    }

    @Test(
        "No phrase is proposed that an acceptance makes bad, too, and where the usual one is good, that is told"
    )
    func wakeAcceptanceTooLow() throws {
        for phrase in ["computer", "okay workshop"] {
            let (outcome, _) = try check(
                "wake: { \(phrase): { acceptance: -20 } }\nrecognize: dictation\n")
            let isGood = phrase == "okay workshop"
            #expect(outcome.output.contains("is believed too easily: expect ") == isGood, "\(outcome.output)")
            #expect(
                outcome.output.contains("; leave 'acceptance' out for the usual 3.5"), "\(outcome.output)")
            #expect(!outcome.output.contains("better: "), "\(outcome.output)")
        }
    }

    @Test("A wake phrase with a word that nobody can say is a mistake, and nothing else is told of it")
    func unknownWakeWord() throws {
        let outcome = try Tool.run(["check", "--wake", "hey 42"])
        #expect(outcome.status == 78)
        #expect(!outcome.output.contains("is short"), "\(outcome.output)")
        #expect(!outcome.output.contains("trigger"), "\(outcome.output)")
    }

    @Test("A wake phrase that is the beginning of another is told to be heard there")
    func wakePhraseWithin() throws {
        let (outcome, _) = try check("wake: [ hey, hey museum ]\nrecognize: dictation\n")
        #expect(
            outcome.output.contains(
                "The wake phrase \"hey\" is also said in \"hey museum\", and wakes there"),
            "\(outcome.output)")
        #expect(!outcome.output.contains("(0 sounds)"), "\(outcome.output)")
    }

    @Test("A wake phrase and a configuration are not checked together")
    func wakePhraseBesideFile() throws {
        for arguments in [["house", "nowhere.yaml"], ["house", "--config", "nowhere.yaml"]] {
            let outcome = try Tool.run(["check", "--wake"] + arguments)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("--wake PHRASE needs no configuration"), "\(outcome.errors)")
        }
    }

    @Test("Every mistake is status 78, at its line and column")
    func mistakes() throws {
        let (outcome, path) = try check(
            "commands:\n  lamp: { say: \"turn on\", do: { output: lam, set: on } }\n")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("\(path):2:"))
        #expect(outcome.errors.contains("there is no output 'lam'"))
    }

    @Test("A word that nobody can say, and a phone that does not exist, are found where they stand")
    func words() throws {
        let (outcome, path) = try check(
            """
            commands:
              play: { say: "please <act> the 日本 tape" }
            rules:
              act: "start | wobble"
            pronunciations:
              wobble: "W AA B QQ L"
            """)
        #expect(outcome.status == 78)
        #expect(
            outcome.errors.contains("\(path):2:34: no pronunciation is known for '日本'"), "\(outcome.errors)")
        #expect(outcome.errors.contains("\(path):6:19: pronunciation of 'wobble': no phone is called 'QQ'"))
        #expect(outcome.output.contains("2 mistakes to correct"))
    }

    @Test("Words that nobody can say are told in the order of the file")
    func wordsInOrder() throws {
        let (outcome, path) = try check(
            """
            commands:
              play: { say: "start the 日本 tape" }
              stop: { say: "halt the 一 tape" }
            """)
        let first = try #require(
            outcome.errors.firstRange(of: "\(path):2:27: no pronunciation is known for '日本'"))
        let second = try #require(
            outcome.errors.firstRange(of: "\(path):3:26: no pronunciation is known for '一'"))
        #expect(first.lowerBound < second.lowerBound)
    }

    @Test("A number in digits has to be written as it is said")
    func digits() throws {
        let (outcome, _) = try check("commands: { warm: { say: \"heat to 20 degrees\" } }")
        #expect(outcome.status == 78)
        #expect(
            outcome.errors.contains("no pronunciation is known for '20'; write the number as it is said"),
            "\(outcome.errors)")
    }

    @Test("A word that is not in the dictionary is guessed, and the guess is shown")
    func guesses() throws {
        let (outcome, _) = try check("commands: { go: { say: \"start the frobnicator\" } }")
        #expect(outcome.status == 0)
        let guess = outcome.output.split(separator: "\n").first { $0.hasPrefix("  frobnicator  ") }
        #expect(guess?.hasSuffix("F R AA B N AH K EY T ER") == true, "\(outcome.output)")
        #expect(outcome.output.contains("Guessed pronunciations"))
    }

    @Test("Short phrases, sounds that are alike and sentences with two meanings are warned of, and forgiven")
    func warnings() throws {
        let (outcome, _) = try check(
            """
            commands:
              stop: { say: "halt" }
              timer: { say: "wait <count> minutes" }
              lock: { say: "lock the back door" }
              unlock: { say: "unlock the back door" }
              pause: { say: "wait two minutes" }
              light: { say: "light the (lamp | lamps)" }
            rules: { count: "two | fifteen | fifty" }
            """)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("stop: \"halt\" (1 word, 4 sounds)"))
        #expect(outcome.output.contains("\"fifteen\" and \"fifty\""))
        #expect(outcome.output.contains("\"lock\" and \"unlock\": 2 of 5 sounds; lock, unlock"))
        #expect(outcome.output.contains("\"wait two minutes\": "), "a sentence of two commands")
        #expect(
            !outcome.output.contains("\"lamp\" and \"lamps\""), "words that mean the same are no confusion")
    }

    @Test("Sentences of two commands that differ in little are named")
    func sentences() throws {
        let outcome = try Tool.run(["check", "models/examples/rover.yaml"])
        #expect(
            outcome.output.contains(
                "\"go forward eight meters\" and \"go backward eight meters\": 3 of 15 sounds"))
    }

    @Test("A locale that is not installed is named where it stands")
    func locale() throws {
        let (outcome, file) = try check(
            "locale: xx-YY\ncommands: { a: { say: \"light the lamp please\" } }\n")
        #expect(outcome.status == 78)
        #expect(outcome.errors.hasPrefix("\(file):1:9: no model pack speaks 'xx-YY'"))
    }

    @Test(
        "A line that no pin of the header carries is to be considered, and one that no profile knows where no board can be asked",
        .enabled(if: isNoBoard, "this is a board"),
        arguments: [
            ("GPIO48", "GPIO48 is on no pin of the header; the board may use it itself"),
            ("true", "true is no line that a Raspberry Pi is known to have"),
        ])
    func oddLine(line: String, note: String) throws {
        let (outcome, _) = try check(
            """
            outputs: { fan: \(line), lamp: GPIO17 }
            commands: { a: { say: "light the lamp please", do: [{ output: lamp, set: on }, { output: fan, set: on }] } }

            """)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(note))
        #expect(outcome.output.contains("1 thing to consider"))
    }

    @Test("A sound device that goes by its card's number is to be considered, and one without a name refused")
    func numberedDevice() throws {
        let lamp = "outputs: { lamp: GPIO17 }\ncommands: { a: { say: \"light the lamp please\" } }\n"
        for device in ["plughw:1", "\"hw:1,0\"", "hw:CARD=1", "12"] {
            let (outcome, _) = try check("\(lamp)capture: { device: \(device) }\nvoice: { device: hw:2 }\n")
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("Under 'capture:', the device "), "\(outcome.output)")
            #expect(outcome.output.contains("Under 'voice:', the device hw:2 goes by its card's number"))
        }
        for device in ["plughw:CARD=USB", "USB", "default", "hw:1x"] {
            #expect(try !check("\(lamp)capture: { device: \(device) }\n").outcome.output.contains("number"))
        }
        for section in ["capture", "voice"] {
            let (outcome, path) = try check("\(lamp)\(section): { device: \"\" }\n")
            #expect(outcome.status == 78)
            #expect(outcome.errors.hasPrefix("\(path):3:"))
            #expect(outcome.errors.contains("a device has a name; write it, or leave 'device' out"))
        }
    }

    /// A board of its own has its own lines; elsewhere they are held against the Raspberry Pi's.
    private static let isNoBoard = !FileManager.default.fileExists(atPath: "/proc/device-tree/compatible")

    @Test(
        "Where no board profile is found, it is said that header pins were not checked",
        .enabled(if: isNoBoard, "this is a board"))
    func noProfile() throws {
        let (_, path) = try check(
            "lights: { ready: BOARD1 }\ncommands: { a: { say: \"light the lamp please\" } }\n")
        let outcome = try Tool.elsewhere("check \(path)", models: ProjectFolder.path("models"))
        #expect(outcome.status == 0)
        #expect(
            outcome.output.contains("No board profile knows this machine, so header pins were not checked"))
        #expect(outcome.output.contains("1 thing to consider"))
        #expect(try Tool.run(["check", path]).errors.contains("pin 1 of the header is not a GPIO line"))
    }

    @Test(
        "A mistake in a board's profile is told at its place where lines are used, and is no obstacle elsewhere"
    )
    func brokenProfile() throws {
        let folder = TemporaryFolder()
        _ = folder.makeFolder("share/earshot/board")
        let profile = folder.write("name: Odd\nheader: { 1: [GPIO1 }\n", to: "share/earshot/board/odd.yaml")
        let words = "commands: { a: { say: \"light the lamp please\" } }\n"
        let lamp = folder.write("outputs: { lamp: GPIO17 }\n" + words, to: "lamp.yaml")
        let none = folder.write(words, to: "none.yaml")

        let refused = try Tool.installed(in: folder.path, "check \(lamp)")
        #expect(refused.status == 78)
        #expect(refused.errors.hasPrefix("\(profile):2:"), "\(refused.errors)")
        #expect(!refused.output.contains("No board profile"))
        #expect(try Tool.installed(in: folder.path, "check \(none)").status == 0)
        #expect(try Tool.installed(in: folder.path, "devices").errors.contains("\(profile):2:"))
    }

    @Test("A pronunciation of a word that nobody says is to be considered, with the word that was meant")
    func unusedPronunciation() throws {
        let (outcome, _) = try check(
            """
            commands: { a: { say: "fill the water tank" } }
            pronunciations: { waterr: "W AO T ER", zebra: "Z IY B R AH" }
            """)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("no command says 'waterr'; did you mean 'water'?"))
        #expect(outcome.output.contains("no command says 'zebra'; remove it"))
        #expect(outcome.output.contains("2 things to consider"))
    }

    @Test("A service says of a locale that is not installed what the check says, at the same place")
    func localeOfService() throws {
        let text = "locale: xx-YY\ncommands: { a: { say: \"light the lamp please\" } }\n"
        let (checked, path) = try check(text)
        let run = try Tool.run(["run", "--config", path, "--board", "simulated"])
        #expect(run.status == 78)
        #expect(run.errors == checked.errors)
    }

    @Test("Where no model pack is installed, that is what is said")
    func noPack() throws {
        let (_, path) = try check("commands: { a: { say: \"light the lamp please\" } }\n")
        let outcome = try Tool.elsewhere("check \(path)")
        let errors = outcome.errors
        #expect(errors.hasPrefix("no language is installed: there is no model pack in /nowhere, models, "))
        #expect(
            errors.hasSuffix(
                "; copy Earshot's 'models/en-US' to one of these, or name its 'models' in EARSHOT_MODELS\n"))
    }

    @Test("A tag's control characters are shown, not sent to the terminal")
    func controlInTag() throws {
        let (outcome, _) = try check(
            """
            commands: { a: { say: "valve <state> now please" } }
            rules: { state: "open {on\\u0007\\e[31m\\u009b}" }
            """)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("state = on\\u0007\\u001B[31m\\u009B"), "\(outcome.output)")
    }

    @Test("Every mistake is told once, with its place and nothing before it")
    func mistakesAtOnce() throws {
        let (outcome, file) = try check(
            """
            locale: "?"
            limits: { longest: 1000000h }
            outputs:
              "": { line: GPIO22 }
              lamp: { line: 17 }
            commands:
              a: { say: "light the lamp please", do: nonsense }
              b: { say: "lamp off please", do: { output: lamp, set: off } }
            """)
        #expect(outcome.status == 78)
        let places = [
            "1:9: '?' is no locale", "2:20: 1000000h is out of range; give 1s to 1h",
            "4:3: an output needs a name", "5:17: ", "7:42: expected a step such as",
        ]
        let said = outcome.errors.split(separator: "\n")
        #expect(said.count == places.count)
        for (line, place) in zip(said, places) {
            #expect(line.hasPrefix("\(file):\(place)"), "\(line)")
        }
    }

    @Test(
        "A configuration that cannot be read is status 78, named with what to do, also when it is to be run")
    func unreadable() throws {
        let folder = TemporaryFolder()
        let loop = "\(folder.path)/loop.yaml"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let large = folder.write(String(repeating: "# ", count: 1 << 20), to: "large.yaml")
        for (path, reason) in [
            ("/nowhere.yaml", "no such file; check the path"),
            (folder.path, "a folder, not a file; name the file in it"),
            (loop, "a symbolic link that leads back to itself; name the file that was meant"),
            (large, "larger than 1024 KiB; name the file that was meant"),
        ] {
            for command in [["check"], ["run", "--board", "simulated", "--config"]] {
                let outcome = try Tool.run(command + [path])
                #expect(outcome.status == 78)
                #expect(outcome.errors == "\(path): \(reason)\n")
            }
        }
    }

    @Test("Guessed pronunciations are counted, and so are rules that nothing says")
    func counted() throws {
        let (outcome, _) = try check(
            """
            commands: { go: { say: "move the frobnicator <speed>" } }
            rules: { speed: "slowly | <pace>", pace: "at once", colour: "red | green" }
            """)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Under 'rules:', no command says <colour>"))
        #expect(!outcome.output.contains("<pace>"), "a rule of a rule is said")
        #expect(outcome.output.contains("2 things to consider"), "\(outcome.output)")
    }

    @Test("Of more words that sound alike than a page holds, it is said how many there are")
    func manySoundAlikes() throws {
        let (outcome, _) = try check(
            """
            commands: { warm: { say: "heat to <first> degrees <second> please" } }
            rules:
              first: "bat | cat | fat | hat | mat | pat"
              second: "ban | can | fan | man | pan | van"
            """)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count { $0.contains(" of 3 sounds; in warm") } == 12)
        // Six words give fifteen pairs.
        #expect(lines.contains("  and 18 more; 'earshot check --json' has all"), "\(outcome.output)")
        #expect(outcome.output.contains("30 things to consider"))
    }

    @Test("An example whose time the output's limits never allow is named with the limit")
    func impossibleTime() throws {
        let (outcome, _) = try check(
            """
            outputs: { pump: { line: GPIO17, max_on: 5s } }
            commands: { pump: { say: "run the pump for <duration>", do: { output: pump, on_for: <duration> } } }
            """)
        #expect(outcome.status == 0)
        #expect(
            outcome.output.contains(
                "<duration> can be longer than 5s, the 'max_on' of 'pump', as in \"run the pump for "),
            "\(outcome.output)")
        let (short, _) = try check(
            """
            outputs: { pump: { line: GPIO17, min_dwell: 1h } }
            commands: { pump: { say: "run the pump for <duration>", do: { output: pump, on_for: <duration> } } }
            """)
        #expect(short.output.contains("\"; the 'min_dwell' of 'pump' is 1h"), "\(short.output)")
        let (allowed, _) = try check(
            """
            outputs: { pump: { line: GPIO17, max_on: 48h } }
            commands: { pump: { say: "run the pump for <duration>", do: { output: pump, on_for: <duration> } } }
            """)
        #expect(!allowed.output.contains("max_on"))
    }

    @Test("Steps of one command that leave no room for one another are to be considered")
    func vainSteps() throws {
        let (outcome, _) = try check(
            """
            outputs: { up: { line: GPIO17, interlock: gate }, down: { line: GPIO27, interlock: gate } }
            commands: { go: { say: "open the gate", do: [{ output: up, set: on }, { output: down, set: on }] } }
            """)
        #expect(outcome.status == 0)
        #expect(
            outcome.output.contains("go: 'up' goes on, and off at the same instant for 'down'"),
            "\(outcome.output)")
    }

    @Test("Pauses in the wrong order, and a button that is held and cancels, are to be considered")
    func oddTimes() throws {
        let lamp = "outputs: { lamp: GPIO17 }\ncommands: { a: { say: \"light the lamp please\" } }\n"
        for (limits, keys) in [
            ("pause: 2s", ["'pause' is longer than 'longest_pause'"]),
            ("pause_after_command: 700ms", ["'pause_after_command' is longer than 'pause'"]),
            ("pause: 2s, endpointing: plain", []), ("pause: 2s, longest_pause: 3s", []),
        ] {
            let output = try check("\(lamp)limits: { \(limits) }\n").outcome.output
            #expect(output.contains("is longer than") == !keys.isEmpty)
            for key in keys { #expect(output.contains(key), "\(output)") }
        }
        let talk = "\(lamp)buttons: { talk: { line: GPIO27, mode: "
        let held = try check("\(talk)hold, cancel_after: 2s } }\n").outcome.output
        #expect(held.contains("The talk button drops what was said when it is held for 2s"), "\(held)")
        #expect(try !check("\(talk)toggle, cancel_after: 2s } }\n").outcome.output.contains("drops"))
    }

    @Test(
        "A sound device that is not there is to be considered, and a channel that it cannot have is a mistake"
    )
    func devices() throws {
        let lamp =
            "outputs: { lamp: GPIO17 }\ncommands: { a: { say: \"light the lamp please\", do: { output: lamp, set: on } } }\n"
        for device in ["nowhere", "plughw:CARD=Nowhere", "hw:Nowhere,0"] {
            for section in ["voice", "capture"] {
                let output = try check("\(lamp)\(section): { device: \"\(device)\" }\n").outcome.output
                #expect(
                    output.contains(
                        "Under '\(section):', this machine has no device \(device) at the moment"),
                    "\(output)")
                #expect(output.contains("1 thing to consider"))
            }
        }
        // Without a sound card not even 'default' is there; alsa-lib's own 'null' always is.
        let output = try check("\(lamp)voice: { device: \"null\" }\n").outcome.output
        #expect(!output.contains("this machine has no device"), "\(output)")
        let (refused, path) = try check("\(lamp)capture: { channels: 2, channel: 3 }\n")
        #expect(refused.status == 78)
        #expect(
            refused.errors == "\(path):3:34: there is no channel 3 of 2; change 'channel' or 'channels'\n")
    }

    @Test("For programs there is one object, also when the file cannot be understood")
    func json() throws {
        let path = try Tool.temporaryFile(
            """
            outputs: { lamp: GPIO17 }
            commands: { stop: { say: "halt" }, lamp: { say: "lamp <state>", do: { output: lamp, set: <state> } } }
            rules: { state: "on | off" }
            """, name: "site.yaml")
        let outcome = try Tool.run(["check", "--json", path])
        #expect(outcome.status == 0)
        let report = try #require(outcome.events().first)
        #expect(report["file"] as? String == path)
        #expect(report["mistakes"] as? [String] == [])
        let kinds = (report["considerations"] as? [[String: String]])?.map { $0["kind"] }
        #expect(kinds == ["short-phrase", "short-phrase", "sound-alike"], "\(outcome.output)")
        let commands = try #require(report["commands"] as? [[String: Any]])
        let examples = try #require(commands[1]["examples"] as? [[String: Any]])
        #expect(examples.map { $0["sentence"] as? String } == ["lamp off", "lamp on"])
        #expect((examples[0]["slots"] as? [String: String]) == ["state": "off"])
        let wrong = try Tool.temporaryFile("commands: { stop: { sya: \"halt\" } }", name: "site.yaml")
        let refused = try Tool.run(["check", "--json", wrong])
        #expect(refused.status == 78)
        let mistakes = try #require(refused.events().first?["mistakes"] as? [String])
        #expect(mistakes.joined(separator: "\n") + "\n" == refused.errors)
        #expect(mistakes.contains { $0.contains("unknown key 'sya'; did you mean 'say'?") })
    }

    @Test("A configuration has to be named")
    func unnamed() throws {
        #expect(try Tool.run(["check"]).status == 64)
    }
}
