import Decoding
import Glibc

/// What a frame's acoustic scores cost, as they are computed here and by PocketSphinx itself, in turn: all senones, as for commands,
/// and those that a search for keyphrases asks for. Nothing else is done but the front end, and a search that has next to nothing to do.
///
///     swift run -c release ScoringBench [TRIALS] [RECORDING…]
///
/// Recordings are raw ones, 16 kHz, 16 bit, mono; if none is given, those of the Debian package pocketsphinx-testdata.
@main
enum ScoringBench {
    private static let acousticModel = "/usr/share/pocketsphinx/model/en-us/en-us"
    private static let examples = ["goforward", "numbers", "something"].map {
        "/usr/share/pocketsphinx/test/data/\($0).raw"
    }

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let trials = max(1, arguments.first.flatMap { Int($0) } ?? 10)
        let recordings = arguments.dropFirst().isEmpty ? examples : Array(arguments.dropFirst())
        let sound = try recordings.flatMap(samples)
        print(
            "processor time of a frame in microseconds, the median of \(trials) trials; \(sound.count / 160) frames"
        )
        print("senones  Gaussians   here   PocketSphinx   times")
        let keyphrase = Keyphrase(phrase: "oh mighty computer", threshold: 1e-20)
        for (name, search) in [
            ("all", PocketSphinxDecoder.Search.silence), ("some", .keyphrases([keyphrase])),
        ] {
            for gaussians in [4, 8, 16] {
                let decoders = try [PocketSphinxDecoder.Scoring.ours, .pocketSphinx].map {
                    try decoder(search, gaussians, $0)
                }
                var times: [[Double]] = [[], []]
                for _ in 0..<trials {
                    for (index, decoder) in decoders.enumerated() {
                        times[index].append(try time(of: sound, decoder))
                    }
                }
                let medians = times.map { $0.sorted()[trials / 2] }
                let row = medians + [medians[1] / medians[0]]
                print(
                    name.padded(to: 11), "\(gaussians)".padded(to: 6),
                    row.map { "\(($0 * 10).rounded() / 10)".padded(to: 11) }.joined())
            }
        }
    }

    private static func decoder(
        _ search: PocketSphinxDecoder.Search, _ gaussians: Int, _ scoring: PocketSphinxDecoder.Scoring
    ) throws -> PocketSphinxDecoder {
        var options = DecoderOptions()
        options.gaussians = gaussians
        return try PocketSphinxDecoder(
            acousticModel: acousticModel,
            pronunciations: .text("oh OW\nmighty M AY T IY\ncomputer K AH M P Y UW T ER\n"), search: search,
            options: options, scoring: scoring)
    }

    /// Microseconds a frame.
    private static func time(of sound: [Int16], _ decoder: PocketSphinxDecoder) throws -> Double {
        let start = processorTime
        try decoder.start()
        for first in stride(from: 0, to: sound.count, by: 800) {
            try decoder.process(Array(sound[first..<min(first + 800, sound.count)]))
        }
        try decoder.finish()
        return (processorTime - start) / Double(sound.count / 160)
    }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    private static func samples(_ path: String) throws -> [Int16] {
        guard let file = fopen(path, "re") else {
            throw DecoderError.outOfResources(call: "fopen \(path)", code: errno)
        }
        defer { fclose(file) }
        var samples: [Int16] = []
        var block = [Int16](repeating: 0, count: 4096)
        while case let count = fread(&block, 2, block.count, file), count > 0 { samples += block[..<count] }
        return samples
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
