import Configuration
import Foundation
import Platform
import TestSupport
import Testing

@testable import Models

private let data = "/usr/share/pocketsphinx/test/data"
private let english = "/usr/share/pocketsphinx/model/en-us"

@Suite struct ModelPackTests {
    let folder = TemporaryFolder()

    /// A pack with the tidigits model of pocketsphinx-testdata, or a copy of it.
    private func digits(
        acousticModel: String = data + "/tidigits/hmm",
        dictionary: String = data + "/tidigits/lm/tidigits.dic",
        languageModel: String = data + "/tidigits/lm/tidigits.lm.bin", more: String = ""
    ) throws -> ModelPack {
        _ = folder.makeFolder("digits")
        _ = folder.write(
            """
            name: English digits
            locale: en
            licence: as in pocketsphinx-testdata
            package: pocketsphinx-testdata
            sample_rate: 16000
            acoustic_model: \(acousticModel)
            dictionary: \(dictionary)
            language_models: { dictation: \(languageModel) }
            \(more)
            """, to: "digits/model.yaml")
        return try ModelPack.load(folder: folder.path + "/digits")
    }

    @Test("The project's own pack for US English is whole")
    func usEnglish() throws {
        let packs = ModelPack.installed(searchPaths: [ProjectFolder.path("models")])
        let pack = try #require(packs.first { $0.locale.description == "en-US" })
        #expect(pack.check() == [])
        #expect(pack.grammarAcousticModel != pack.acousticModel)
        #expect(pack.sampleRate == 16_000)
        #expect(try pack.phones().phones.count == 39)
        #expect(try pack.phones()["ah"] == "AH")
        #expect(try pack.phones()["SIL"] == nil)
    }

    @Test("Commands have an acoustic model of their own where the pack names one, and a broken one is named")
    func commandModel() throws {
        #expect(try digits().grammarAcousticModel == data + "/tidigits/hmm")
        let pack = try digits(more: "acoustic_model_for_commands: adapted")
        #expect(pack.acousticModel == data + "/tidigits/hmm")
        #expect(pack.grammarAcousticModel == folder.path + "/digits/adapted")
        #expect(pack.check().contains { "\($0)".contains("adapted/mdef") })
        let other = try digits(
            more: "acoustic_model_for_commands: /usr/share/pocketsphinx/model/en-us/en-us")
        #expect(other.check().contains { "\($0)".contains("other phones than 'acoustic_model'") })
    }

    @Test("Every variant of US English is one that its dictionary lacks, numbered on from there")
    func usEnglishVariants() throws {
        let pack = try #require(ModelPack.matching(LocaleTag("en-US")!, among: ModelPack.installed()))
        let variants = try #require(pack.variants)
        var words: Set<String> = []
        try DictionaryFile(path: variants).forEachEntry { _, word, _ in words.insert(word) }
        let listed = try DictionaryFile(path: pack.dictionary).pronunciations(of: words)
        let added = try DictionaryFile(path: variants).pronunciations(of: words)
        #expect(words.count > 100 && added.count == words.count)
        var numbered: [String] = []
        for word in words.sorted() {
            let all = listed[word, default: []] + added[word, default: []]
            #expect(Set(all).count == all.count, "\(word) has a way twice")
            for (index, phones) in all.enumerated().dropFirst(listed[word]?.count ?? 0) {
                numbered.append(
                    word + (index == 0 ? "" : "(\(index + 1))") + " " + phones.joined(separator: " "))
            }
        }
        let lines = String(decoding: bytes(of: variants), as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { !$0.hasPrefix(";;") }.map(String.init).sorted() == numbered.sorted())
    }

    @Test("Variants are checked like the dictionary, and a missing file is not blamed on a package")
    func packVariants() throws {
        let file = folder.makeFolder("digits") + "/more.dict"
        let pack = try digits(more: "variants: more.dict")
        #expect(pack.variants == file)
        #expect(
            pack.check(readingWhole: false).map(\.description) == [
                "\(file): no such file; check the path in model.yaml"
            ])
        _ = folder.write("nine N_nine\noh OO\n", to: "digits/more.dict")
        #expect(pack.check(readingWhole: false) == [])
        #expect(pack.check().count == 1)
        #expect(pack.check()[0].description.hasPrefix("\(file):2: 'oh' is said with the phone 'OO'"))
        _ = folder.write("nine N_nine AY_nine\n", to: "digits/more.dict")
        #expect(pack.check() == [])
        let lexicon = try Lexicon(words: ["nine"], pack: pack)
        #expect(
            lexicon["nine"]?.pronunciations == [["N_nine", "AY_nine", "N_nine_2"], ["N_nine", "AY_nine"]])
    }

    @Test("A dictionary that is not in UTF-8 is told of, with the line and what to do")
    func latinDictionary() throws {
        let file = folder.makeFolder("digits") + "/more.dict"
        let pack = try digits(more: "variants: more.dict")
        try Data("nine N_nine\ncaf".utf8 + [0xE9] + " N_nine\n".utf8).write(to: URL(filePath: file))
        let problems = pack.check().map(\.description)
        #expect(problems.count == 1)
        #expect(problems[0].hasPrefix("\(file):2: ") && problems[0].contains("iconv"))
    }

    @Test("A second pack is a folder and no code: the digits model with its phones a word")
    func secondPack() throws {
        let pack = try digits()
        #expect(pack.check() == [])
        let lexicon = try Lexicon(words: ["nine", "oh", "lamp"], pack: pack)
        #expect(lexicon["nine"]?.pronunciations == [["N_nine", "AY_nine", "N_nine_2"]])
        #expect(lexicon.missing == ["lamp"])
    }

    @Test("The continuous model with a text mdef is whole, too")
    func continuous() throws {
        let dictionary = folder.write("go G OW\nstop S T AA P\n", to: "an4.dict")
        let pack = try digits(acousticModel: data + "/an4_ci_cont", dictionary: dictionary)
        #expect(pack.check() == [])
        #expect(try pack.phones().phones.count == 33)
    }

    @Test("Every language model that is packaged has the length that its counts say")
    func languageModels() throws {
        for path in [
            english + "/en-us.lm.bin", english + "/en-us-phone.lm.bin", data + "/turtle.lm.bin",
            data + "/tidigits/lm/tidigits.lm.bin",
        ] { #expect(throws: Never.self) { try LanguageModelFile(path: path) } }
    }

    @Test("A language model with a word more or less than it announces is refused, and both numbers are said")
    func wordsOfLanguageModel() throws {
        let original = bytes(of: data + "/turtle.lm.bin")
        let announced = try #require(try LanguageModelFile(path: data + "/turtle.lm.bin").counts.first)
        // Its words end the file, each with a NUL after it.
        #expect(original.last == 0 && original[original.count - 2] != 0)
        for (place, byte, found) in [(1, UInt8(65), announced - 1), (2, 0, announced + 1)] {
            var bytes = original
            bytes[bytes.count - place] = byte
            let path = folder.write(bytes, to: "miscounted.lm.bin")
            var text = ""
            do throws(ModelError) { _ = try LanguageModelFile(path: path) } catch { text = error.description }
            #expect(text.contains("has \(found) words where \(announced) are announced"), "\(text)")
        }
    }

    @Test("Phones can be listed where the model has more; one that it lacks is named")
    func listedPhones() throws {
        let pack = try digits(more: "phones: [OW_oh, OO_two, XX]")
        #expect(try pack.phones().phones == ["OW_oh", "OO_two", "XX"])
        #expect(pack.check().contains { $0.description.contains("no phone 'XX'; remove it from 'phones'") })
    }

    @Test("What is wrong in model.yaml is named at its place")
    func manifest() throws {
        _ = folder.makeFolder("digits")
        _ = folder.write(
            "name: x\nlocale: C\nsample_rate: 16k\nlicense: MIT\ndictionary: d\n", to: "digits/model.yaml")
        var text = ""
        do throws(ConfigurationError) {
            _ = try ModelPack.load(folder: folder.path + "/digits")
        } catch {
            text = error.description
        }
        #expect(text.contains(":2:9: expected a locale such as en-US"))
        #expect(text.contains(":3:14: expected a whole number"))
        #expect(text.contains(":4:1: unknown key 'license'; did you mean 'licence'?"))
        #expect(text.contains("'acoustic_model' is missing"))
    }

    @Test("A missing file names the package that brings it")
    func missingPackage() throws {
        let pack = try digits(acousticModel: "/no/such/hmm", languageModel: "/no/such.lm")
        #expect(
            pack.check().map(\.description) == [
                "/no/such/hmm/mdef: no such file; install the Debian package 'pocketsphinx-testdata'",
                "/no/such.lm: no such file; install the Debian package 'pocketsphinx-testdata'",
            ])
    }

    // MARK: - Broken copies

    /// What `check()` says of a copy of the digits model in which `file` was changed by `change`.
    private func problems(
        _ file: String, of model: String = data + "/tidigits/hmm", _ change: (inout [UInt8]) -> Void
    ) throws -> [String] {
        let copy = folder.path + "/hmm"
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: model, toPath: copy)
        var bytes = bytes(of: copy + "/" + file)
        change(&bytes)
        try FileManager.default.removeItem(atPath: copy + "/" + file)
        _ = folder.write(bytes, to: "hmm/" + file)
        let dictionary =
            model.hasSuffix("hmm") ? data + "/tidigits/lm/tidigits.dic" : folder.write("go G OW\n", to: "d")
        return try digits(acousticModel: copy, dictionary: dictionary).check(readingWhole: true).map(
            \.description)
    }

    @Test(
        "A file that is cut anywhere, grown, empty or of another kind is named",
        arguments: ["mdef", "means", "variances", "sendump", "transition_matrices"])
    func cut(file: String) throws {
        let size = bytes(of: data + "/tidigits/hmm/" + file).count
        for length in [0, 1, 3, 4, 10, 40, 60, 600, size / 2, size - 4, size - 1] where length < size {
            let said = try problems(file) { $0.removeLast(size - length) }
            #expect(said.contains { $0.contains("/\(file):") }, "\(length) of \(size): \(said)")
        }
        #expect(try problems(file) { $0 += [1, 2, 3] }.contains { $0.contains("/\(file):") })
        #expect(try problems(file) { $0 = Array("nonsense\n".utf8) }.contains { $0.contains("/\(file):") })
    }

    @Test("A changed value is found by the checksum where there is one")
    func checksum() throws {
        #expect(try problems("means") { $0[5000] ^= 0x10 }.first?.contains("its checksum is wrong") == true)
        #expect(try problems("variances") { $0[70] ^= 0x10 }.isEmpty == false)
        #expect(try problems("transition_matrices") { $0[200] ^= 1 }.first?.contains("checksum") == true)
    }

    @Test("Files of different models are told apart")
    func mixed() throws {
        func from(_ path: String) -> (inout [UInt8]) -> Void { { $0 = bytes(of: path) } }
        let us = english + "/en-us"
        #expect(
            try problems("means", from(us + "/means")).contains {
                $0.contains("/means: 42 codebooks fit neither")
            })
        #expect(
            try problems("variances", from(us + "/variances")).contains {
                $0.contains("/variances: its dimensions")
            })
        #expect(
            try problems("transition_matrices", from(us + "/transition_matrices")).contains {
                $0.contains("42 matrices where mdef has 34")
            })
        #expect(try problems("sendump", from(us + "/sendump")).contains { $0.contains("/sendump:") })
        #expect(
            try problems("mdef", from(us + "/mdef")).contains {
                $0.contains("/sendump: it has 670 senones where mdef has 5126")
            })
        #expect(
            try problems("feat.params", from(us + "/feat.params")).contains {
                $0.contains("/feat.params: its streams of [13, 13, 13]")
            })
    }

    @Test("A model whose features are transformed may have shorter vectors than its feature type says")
    func transformed() throws {
        let options = "-feat 1s_c_d_dd\n-lda feature_transform\n"
        #expect(try problems("feat.params") { $0 = Array(options.utf8) } == [])
        #expect(try problems("feat.params") { $0 = Array("-feat 1s_c_d_dd\n".utf8) }.count == 1)
        #expect(
            try problems("feat.params") { $0 = Array("-feat\n".utf8) }.first?.contains(
                "an option has no value") == true)
    }

    /// On these PocketSphinx ends the process, crashes, or prints pages on the terminal.
    static let deadlyOptions = [
        "-feat banana", "-feat 13,13,13:2", "-feat 0", "-ncep 0", "-nfilt -1", "-nfilt ten", "-lowerf 9000",
        "-lowerf 130 -upperf 100", "-upperf nan", "-warp_type sideways", "-cmn always",
    ]

    @Test("Options of the front end that PocketSphinx would not survive are named", arguments: deadlyOptions)
    func deadly(option: String) throws {
        let said = try problems("feat.params") { $0 += Array("\n\(option)\n".utf8) }
        let problem = try #require(said.first)
        #expect(problem.contains("/feat.params: "))
        #expect(problem.contains(option.split(separator: " ")[0]) || problem.contains("filters begin at"))
    }

    @Test(
        "Numbers in its options that no model has are named",
        arguments: [
            ("-samprate inf", "'-samprate inf' is no number of 1.0 or more"),
            ("-samprate nan", "'-samprate nan' is no number of 1.0 or more"),
            ("-samprate 1e30", "its sample rate is 1e30 Hz, not 16000"),
            ("-upperf 1e30", "its filters reach up to 1e30 Hz"),
            ("-svspec 0-9223372036854775807", "'-svspec 0-9223372036854775807' names places"),
            ("-svspec 0-12/-9223372036854775808-9223372036854775807", "names places that no vector has"),
        ])
    func immenseOptions(option: String, told: String) throws {
        let said = try problems("feat.params") { $0 += Array("\n\(option)\n".utf8) }
        #expect(said.count == 1 && said[0].contains("/feat.params: ") && said[0].contains(told), "\(said)")
    }

    @Test("A model that is told another rate than its own, or lost its options, is named")
    func rateAndOptions() throws {
        let copy = folder.path + "/am"
        try FileManager.default.copyItem(atPath: english + "/en-us", toPath: copy)
        var pack = try digits(acousticModel: copy, dictionary: english + "/cmudict-en-us.dict")
        #expect(pack.check() == [])
        pack.sampleRate = 8_000
        #expect(
            pack.check().map(\.description) == [
                copy + "/feat.params: its filters reach up to 6800 Hz, but sound of 8000 Hz ends at 4000 Hz; "
                    + "correct 'sample_rate' in model.yaml"
            ])
        pack.sampleRate = 16_000
        try FileManager.default.removeItem(atPath: copy + "/feat.params")
        #expect(
            pack.check().first?.description.contains("/feat.params: it is missing, and the default") == true)
    }

    @Test("A random change to a model definition is refused or harmless, never a crash")
    func fuzzedDefinition() throws {
        var random = SeededGenerator(seed: 5)
        for model in [data + "/tidigits/hmm", data + "/an4_ci_cont"] {
            let original = bytes(of: model + "/mdef")
            for _ in 0..<300 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                let path = folder.write(bytes, to: "mdef")
                if let definition = try? ModelDefinition(path: path) { #expect(!definition.phones.isEmpty) }
            }
        }
    }

    @Test("Random changes to the headers of a model's files never crash the check")
    func fuzzedHeaders() throws {
        var random = SeededGenerator(seed: 6)
        for file in ["means", "variances", "sendump", "transition_matrices", "feat.params", "mdef"] {
            for _ in 0..<25 {
                _ = try problems(file) { bytes in
                    for _ in 0..<Int.random(in: 1...3, using: &random) {
                        bytes[Int.random(in: 0..<min(bytes.count, 640), using: &random)] =
                            [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
                    }
                }
            }
        }
        let original = bytes(of: data + "/turtle.lm.bin")
        for _ in 0..<50 {
            var bytes = original
            bytes[Int.random(in: 0..<36, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = try? LanguageModelFile(path: folder.write(bytes, to: "fuzzed.lm.bin"))
        }
    }

    @Test("A text model definition that is cut or contradicts itself is named")
    func textDefinition() throws {
        let model = data + "/an4_ci_cont"
        #expect(try problems("mdef", of: model) { $0.removeLast(300) }.first?.contains("/mdef:") == true)
        #expect(
            try problems("mdef", of: model) { bytes in
                bytes = Array(
                    String(decoding: bytes, as: UTF8.self).replacing(
                        "102 n_tied_state", with: "90 n_tied_state"
                    ).utf8)
            }.first?.contains("/mdef:") == true)
        #expect(
            try problems("mixture_weights", of: model) { $0.removeLast(8) }.first?.contains(
                "/mixture_weights:") == true)
        #expect(
            try problems("noisedict", of: model) { $0 += Array("<um> UMM\n".utf8) }.first?.contains(
                "/noisedict:4: the noise '<um>'") == true)
        #expect(
            try problems("feat.params", of: model) { $0 += Array("-samprate 8000\n".utf8) }.first?.contains(
                "its sample rate is 8000 Hz, not 16000") == true)
    }

    @Test(
        "Counts in a text model definition that no model has are named",
        arguments: [
            ["34 n_base": "9223372036854775807 n_base", "0 n_tri": "1 n_tri"],
            ["102 n_tied_state": "-5 n_tied_state", "102 n_tied_ci_state": "-7 n_tied_ci_state"],
        ])
    func immenseCounts(changes: [String: String]) throws {
        let said = try problems("mdef", of: data + "/an4_ci_cont") { bytes in
            var text = String(decoding: bytes, as: UTF8.self)
            for (count, other) in changes { text = text.replacing(count, with: other) }
            bytes = Array(text.utf8)
        }
        #expect(
            said.count == 1 && said[0].contains("/mdef: its counts are missing, or make no sense"), "\(said)")
    }

    @Test("A dictionary with a phone that the model lacks is named by line")
    func dictionary() throws {
        let path = folder.write("oh OW_oh\nlamp L AE M P\ntwo T_two OO_two\nempty\n", to: "bad.dic")
        #expect(
            try digits(dictionary: path).check().map(\.description) == [
                "\(path):2: 'lamp' is said with the phone 'L', which the acoustic model does not have (and 1 more such lines);"
                    + " correct this line, or use the dictionary that came with the model"
            ])
        #expect(try digits(dictionary: path).check(readingWhole: false) == [])
        #expect(
            try digits(dictionary: folder.write("\n", to: "none.dic")).check().first?.description.contains(
                "no words") == true)
    }

    @Test("A language model that is cut or is none is named")
    func languageModel() throws {
        let original = bytes(of: data + "/tidigits/lm/tidigits.lm.bin")
        for length in [0, 5, 19, 20, 30, 1000, 262_200, original.count - 1] {
            let path = folder.write(Array(original[..<length]), to: "cut.lm.bin")
            #expect(try digits(languageModel: path).check().count == 1, "\(length)")
        }
        #expect(try digits(languageModel: folder.write("not a model", to: "x.lm")).check().count == 1)
        let arpa = folder.write("\\data\\\nngram 1=1\n\n\\1-grams:\n0.0 a\n\n\\end\\\n", to: "a.arpa")
        #expect(try digits(languageModel: arpa).check() == [])
        let dump = folder.write([17, 0, 0, 0] + Array("Darpa Trigram LM\0".utf8) + [0, 0], to: "a.DMP")
        #expect(try digits(languageModel: dump).check() == [])
        let packed = folder.write([0x1F, 0x8B, 8, 0], to: "a.lm.gz")
        #expect(try digits(languageModel: packed).check().first?.description.contains("unpack it") == true)
    }
}

@Suite struct ModelSearchTests {
    let folder = TemporaryFolder()

    private func install(_ path: String, locale: String, name: String) {
        var partial = ""
        for part in path.split(separator: "/") {
            partial += (partial.isEmpty ? "" : "/") + part
            _ = folder.makeFolder(partial)
        }
        _ = folder.write(
            "name: \(name)\nlocale: \(locale)\nlicence: x\nsample_rate: 16000\nacoustic_model: hmm\ndictionary: /d.dict\n",
            to: path + "/model.yaml")
    }

    @Test("Packs are found in the order of the paths, one a locale, with paths relative to their folder")
    func search() throws {
        install("one/en-US", locale: "en-US", name: "first")
        install("two/en-US", locale: "en_US", name: "second")
        install("two/de-DE", locale: "de-DE", name: "German")
        _ = folder.makeFolder("two/empty")
        _ = folder.makeFolder("two/broken")
        _ = folder.write("name: [\n", to: "two/broken/model.yaml")
        let diagnostics = Diagnostics()
        let packs = ModelPack.installed(
            searchPaths: ["/no/such", folder.path + "/one", folder.path + "/two"], diagnostics: diagnostics)
        #expect(packs.map(\.name) == ["first", "German"])
        #expect(packs[0].acousticModel == folder.path + "/one/en-US/hmm")
        #expect(packs[0].dictionary == "/d.dict")
        #expect(diagnostics.sorted.count == 1)
        #expect(diagnostics.sorted.first?.mark.file.hasSuffix("two/broken/model.yaml") == true)
    }

    @Test("A locale is matched whatever its spelling; another region is another locale")
    func matching() throws {
        install("m/en-US", locale: "en-US", name: "US")
        install("m/fr", locale: "fr", name: "French")
        let packs = ModelPack.installed(searchPaths: [folder.path + "/m"])
        func name(_ locale: String) -> String? {
            LocaleTag(locale).flatMap { ModelPack.matching($0, among: packs)?.name }
        }
        for spelling in ["en-US", "en_US.UTF-8", "EN-us", "en", "eN_us@euro"] {
            #expect(name(spelling) == "US")
        }
        for spelling in ["fr", "fr-FR", "fr_CA.UTF-8"] { #expect(name(spelling) == "French") }
        for spelling in ["en-GB", "de", "C", "POSIX", "", "C.UTF-8"] { #expect(name(spelling) == nil) }
    }

    @Test("A program is served by the pack that speaks what it asks for, and refused with what there is")
    func serving() throws {
        install("s/en-US", locale: "en-US", name: "US")
        let packs = ModelPack.installed(searchPaths: [folder.path + "/s"])
        #expect(try ModelPack.serving("en_US.UTF-8", among: packs).name == "US")
        #expect(try ModelPack.serving(nil, among: packs).name == "US")
        for asked in ["de-DE", "nonsense", ""] {
            #expect(throws: ModelError.unknownLocale(asked: asked, installed: ["en-US"])) {
                try ModelPack.serving(asked, among: packs)
            }
        }
        #expect(throws: ModelError.unknownLocale(asked: "", installed: [])) {
            try ModelPack.serving(nil, among: [])
        }
    }

    @Test("A locale keeps language and region; a script between them does not count")
    func tags() {
        #expect(LocaleTag("zh_Hant_TW.UTF-8")?.description == "zh-TW")
        #expect(LocaleTag("en_001")?.description == "en")
        #expect(LocaleTag("es-419")?.description == "es-419")
        #expect(LocaleTag("deu")?.description == "deu")
        #expect(LocaleTag("en-u-hc-h23")?.description == "en")
        #expect(LocaleTag("en-US-u-hc-h23")?.description == "en-US")
        #expect(LocaleTag("zh-Hant-TW-x-uk")?.description == "zh-TW")
        #expect(LocaleTag("en-x-us")?.description == "en")
        #expect(LocaleTag("english") == nil)
        #expect(LocaleTag("12") == nil)
    }
}
