import Foundation
import TestSupport

/// A folder of model packs with one for digits, whose files may be broken; it goes when the test ends.
final class ModelPackFolder {
    private let folder = TemporaryFolder()
    var path: String { folder.path }
    private static let digits = Example.recordings + "tidigits/"

    /// Files of the pack, as a test may break them.
    enum File: String, CaseIterable {
        case manifest = "model.yaml"
        case definition = "hmm/mdef"
        case means = "hmm/means"
        case variances = "hmm/variances"
        case weights = "hmm/sendump"
        case transitions = "hmm/transition_matrices"
        case features = "hmm/feat.params"
        case noises = "hmm/noisedict"
        case dictionary = "lm/tidigits.dic"
        case languageModel = "lm/tidigits.lm.bin"
    }

    init() throws {
        try FileManager.default.createDirectory(atPath: path + "/digits", withIntermediateDirectories: true)
        for part in ["hmm", "lm"] {
            try FileManager.default.copyItem(atPath: Self.digits + part, toPath: "\(path)/digits/\(part)")
        }
        // The package has none for this model, and without one these words are what it has.
        try "<s> SIL\n</s> SIL\n<sil> SIL\n".write(toFile: file(.noises), atomically: true, encoding: .utf8)
        try """
        name: English digits
        locale: en-IE
        licence: as in pocketsphinx-testdata
        package: pocketsphinx-testdata
        sample_rate: 16000
        acoustic_model: hmm
        dictionary: lm/tidigits.dic
        language_models: { dictation: lm/tidigits.lm.bin }
        """.write(toFile: file(.manifest), atomically: true, encoding: .utf8)
    }

    func file(_ file: File) -> String { "\(path)/digits/\(file.rawValue)" }

    func change(_ file: File, _ change: (inout Data) -> Void) throws {
        var data = try Data(contentsOf: URL(fileURLWithPath: self.file(file)))
        change(&data)
        try data.write(to: URL(fileURLWithPath: self.file(file)))
    }

    func remove(_ file: File) throws {
        try FileManager.default.removeItem(atPath: self.file(file))
    }

    /// What a program of its own says when it transcribes "two nine three four zero" with the pack: one that PocketSphinx
    /// ends or crashes throws.
    func transcribe() throws -> String {
        let recording = Self.digits + "dhd.2934z.raw"
        let lines = try Example.run("RecordedSpeech", ["\(recording):en-IE"], models: path)
        return lines.filter { !$0.hasSuffix(" %") }.joined(separator: "\n")
            .replacingOccurrences(of: recording + ": ", with: "")
    }
}
