import Foundation
import TestSupport
import Testing

/// Another language is a folder. No Debian package has a second model for PocketSphinx, so this one is made up: the English
/// acoustic model, and German words that are pronounced as the recording's English ones, so that real speech is understood.
@Suite struct LanguageTests {
    private let folder = TemporaryFolder()
    private let recording = Tool.recordings + "goforward.raw"

    init() throws {
        _ = folder.makeFolder("packs/de-DE")
        folder.write(
            """
            name: German words, English sounds
            locale: de-DE
            licence: BSD-2-Clause
            sample_rate: 16000
            acoustic_model: /usr/share/pocketsphinx/model/en-us/en-us
            dictionary: words.dict
            words: words.yaml
            """, to: "packs/de-DE/model.yaml")
        folder.write(try ProjectFolder.text("models/words/de.yaml"), to: "packs/de-DE/words.yaml")
        var dictionary = [
            "fahr G OW", "vor F AO R W ER D", "meter M IY T ER Z", "zehn T EH N", "ein AY N",
            "bitte B IH T AH",
            "hundert HH UH N D ER T", "tausend T AW Z AH N D", "und UH N T", "minus M IY N UH S",
            "ja Y AA", "nein N AY N", "genau G AH N AW", "richtig R IH K T IH K", "okay OW K EY",
            "danke D AA NG K AH", "stopp S T AO P", "abbrechen AA B B R EH K AH N",
        ]
        let units = [
            "eins AY N S", "zwei T S V AY", "zwo T S V OW", "drei D R AY", "vier F IY R", "fünf F IH N F",
            "sechs Z EH K S", "sieben Z IY B AH N", "acht AA K T", "neun N OY N", "elf EH L F",
            "zwölf T S V EH L F", "zwanzig T S V AA N T S IH K", "dreißig D R AY S IH K",
        ]
        let teens = ["dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
        let spans = ["stunde", "stunden", "minute", "minuten", "sekunde", "sekunden"]
        dictionary += units
        // None of these is in the recording: that they differ is enough.
        let rest =
            teens + spans
            + [
                "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig", "eine", "halbe", "viertel",
                "anderthalb", "null",
            ]
        let sounds = ["S IY", "M UW", "L AA", "N OW", "Z UH", "SH EH", "V AE"]
        for (index, word) in rest.enumerated() {
            dictionary.append("\(word) \(sounds[index / 7]) \(sounds[index % 7]) \(sounds[(index + 3) % 7])")
        }
        folder.write(dictionary.joined(separator: "\n") + "\n", to: "packs/de-DE/words.dict")
        folder.write(
            """
            locale: de-DE
            listen: always
            outputs: { motor: GPIO22 }
            commands:
              fahren: { say: "fahr vor <strecke> meter", do: { output: motor, set: on } }
            rules: { strecke: <1..30> }
            """, to: "german.yaml")
        folder.write(
            """
            locale: en-US
            listen: always
            outputs: { motor: GPIO22 }
            commands:
              drive: { say: "go forward <distance> meters", do: { output: motor, set: on } }
            rules: { distance: <1..30> }
            """, to: "english.yaml")
    }

    @Test(
        "Where no language is installed, every command that needs one says that, and ends with 69",
        arguments: [
            "run english.yaml --board simulated", "check english.yaml",
            "evaluate site.jsonl --config english.yaml", "tune site.jsonl --config english.yaml",
            "tune record ada --config english.yaml --into kept",
        ])
    func noLanguage(command: String) throws {
        folder.write(#"{"audio": "ada-1.wav", "command": "drive"}"# + "\n", to: "site.jsonl")
        var typed = command
        for name in ["english.yaml", "site.jsonl", "kept"] {
            typed = typed.replacingOccurrences(of: name, with: folder.path(name))
        }
        let outcome = try Tool.elsewhere(typed)
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(outcome.errors.contains("no language is installed"), "\(outcome.errors)")
    }

    @Test(
        "Where none is of the configuration's locale, that is a mistake in it, at its place",
        arguments: ["evaluate site.jsonl --config", "tune site.jsonl --config", "check"])
    func unknownLocale(command: String) throws {
        folder.write(#"{"audio": "ada-1.wav", "command": "drive"}"# + "\n", to: "site.jsonl")
        let english = try String(contentsOfFile: folder.path("english.yaml"), encoding: .utf8)
        folder.write(english.replacingOccurrences(of: "en-US", with: "xx-YY"), to: "other.yaml")
        let typed = command.replacingOccurrences(of: "site.jsonl", with: folder.path("site.jsonl"))
        let outcome = try shell("$EARSHOT \(typed) \(folder.path("other.yaml"))")
        #expect(outcome.status == 78, "\(outcome.errors)")
        #expect(outcome.errors.contains("other.yaml:1:9: "), "\(outcome.errors)")
    }

    /// Runs a line of shell where both languages are installed.
    private func shell(_ line: String) throws -> Tool.Outcome {
        try Tool.shell("export EARSHOT_MODELS=\(folder.path("packs")):models\n\(line)")
    }

    @Test(
        "A mistake in the manifest of the pack that is asked for is told before that none speaks the language"
    )
    func brokenPack() throws {
        _ = folder.makeFolder("packs/en-IE")
        folder.write("name: Irish\nlocle: en-IE\n", to: "packs/en-IE/model.yaml")
        folder.write("locale: en-IE\ncommands: { stop: { say: \"stop the motor\" } }\n", to: "irish.yaml")
        let outcome = try shell("$EARSHOT check \(folder.path("irish.yaml"))")
        let said = outcome.output + outcome.errors
        let mistake = try #require(said.firstRange(of: "en-IE/model.yaml:2:1: unknown key 'locle'"))
        let missing = try #require(said.firstRange(of: "no model pack speaks 'en-IE'"))
        #expect(mistake.lowerBound < missing.lowerBound)
    }

    @Test("Commands with numbers are understood in a second language, beside the first")
    func twoAtOnce() throws {
        let run = "$EARSHOT run --board simulated --fast --json --input \(recording)"
        let outcome = try shell(
            """
            \(run) \(folder.path("german.yaml")) > \(folder.path("german.txt")) & german=$!
            \(run) \(folder.path("english.yaml")); wait $german; cat \(folder.path("german.txt"))
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\"distance\":10"), "\(outcome.output)")
        #expect(outcome.output.contains("\"strecke\":10"), "\(outcome.output)")
    }

    @Test("The check reads sentences of the second language, and finds nothing wrong")
    func check() throws {
        let outcome = try shell("$EARSHOT check \(folder.path("german.yaml"))")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("\"fahr vor"))
        #expect(outcome.output.contains(" und "))
    }

    @Test("A pack without words for it says what cannot be used, and where to write them")
    func missingWords() throws {
        folder.write("answers: { yes: ja, no: nein }", to: "packs/de-DE/words.yaml")
        let numbers = try shell("$EARSHOT check \(folder.path("german.yaml"))")
        #expect(numbers.status == 78)
        #expect(numbers.errors.contains("german.yaml:5:"), "\(numbers.errors)")
        #expect(numbers.errors.contains("numbers cannot be said in de-DE; add 'numbers:' to "))
        folder.write(
            """
            locale: de-DE
            voice: { say_back: on }
            commands: { fahren: { say: "fahr vor zehn meter", confirm: voice } }
            """, to: "asking.yaml")
        let answers = try shell("$EARSHOT check \(folder.path("asking.yaml"))")
        #expect(answers.status == 78)
        #expect(answers.errors.contains("the yes and no in de-DE were not measured for what moves"))
        #expect(answers.errors.contains("or add 'move_outputs: true' to "), "\(answers.errors)")
        folder.write("", to: "packs/de-DE/words.yaml")
        let broken = try shell("$EARSHOT check \(folder.path("asking.yaml"))")
        #expect(broken.status == 78)
        #expect(broken.errors.contains("words.yaml"), "\(broken.errors)")
    }

    @Test("A model of another rate than sound has here is refused, by the check and before anything is heard")
    func otherRate() throws {
        _ = folder.makeFolder("packs/en-IE")
        let digits = Tool.recordings + "tidigits/"
        let manifest = folder.write(
            """
            name: digits on the telephone
            locale: en-IE
            licence: as in pocketsphinx-testdata
            sample_rate: 8000
            acoustic_model: \(digits)hmm
            dictionary: \(digits)lm/tidigits.dic
            language_models: { dictation: \(digits)lm/tidigits.lm.bin }
            """, to: "packs/en-IE/model.yaml")
        folder.write("locale: en-IE\nlisten: always\nrecognize: dictation\n", to: "telephone.yaml")
        let told =
            "\(manifest): its model is of 8000 Hz; the appliance listens at 16000; name another language under 'locale:', or install a model of 16000 Hz\n"
        let checked = try shell("$EARSHOT check \(folder.path("telephone.yaml"))")
        #expect(checked.status == 78)
        #expect(checked.errors == told)
        let run = try shell(
            "$EARSHOT run \(folder.path("telephone.yaml")) --board simulated --fast --input \(recording)")
        #expect(run.status == 69)
        #expect(run.errors.hasSuffix(told), "\(run.errors)")
    }

    @Test("The wizard makes a configuration of the language that is installed")
    func wizard() throws {
        let outcome = try shell(
            """
            printf '%s\\n' '' none motor '' '' '' '' none 'fahr vor' yes 'stopp bitte' yes always no | LANG=de_DE.UTF-8 \
                $EARSHOT new \(folder.path("new.yaml")) --board simulated --input \(recording)
            """)
        #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
        let text = try String(contentsOfFile: folder.path("new.yaml"), encoding: .utf8)
        #expect(text.contains("locale: de-DE"))
    }
}
