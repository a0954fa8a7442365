import CMeasure
import Glibc

/// Benchmarks of our ring, against others where they were built.
@main
struct RingBench {
    static func main() {
        var suite = Suite()
        var jsonPath: String?
        var arguments = CommandLine.arguments.dropFirst()
        func value(_ option: String) -> String {
            guard let value = arguments.popFirst() else { stop("\(option) needs a value\n\(usage)") }
            return value
        }
        while let argument = arguments.popFirst() {
            switch argument {
            case "--brief": suite.trials = 3
            case "--trials": suite.trials = number(value(argument))
            case "--blocks":
                suite.blocks = value(argument).split(separator: ",").map { number(String($0)) }
                guard suite.blocks.allSatisfy({ $0 <= measure_longest_block }) else {
                    stop("a block has at most \(measure_longest_block) samples")
                }
            case "--rings":
                suite.contenders = value(argument).split(separator: ",").map { name in
                    guard let contender = Contender.all.first(where: { $0.name == name }) else {
                        let known = Contender.all.map(\.name).joined(separator: ", ")
                        stop("no ring is called '\(name)'; there are \(known)")
                    }
                    return contender
                }
            case "--soak": return SoakRun.run(frames: number(value(argument)))
            case "--plot":
                let input = value(argument)
                return write(Plot(Figure.list(json: read(input))).svg, to: value(argument))
            case "--json": jsonPath = value(argument)
            default: stop("unknown argument '\(argument)'\n\(usage)")
            }
        }
        let report = suite.run()
        print(report.table)
        if let jsonPath { write(Figure.json(report.figures), to: jsonPath) }
    }

    private static let usage = """
        usage: RingBench [--brief | --trials N] [--rings NAME,…] [--blocks SAMPLES,…] [--json FILE]
               RingBench --plot JSON-FILE SVG-FILE
               RingBench --soak FRAMES
        """

    private static func number(_ text: String) -> Int {
        guard let number = Int(text), number > 0 else { stop("'\(text)' is not a number above 0\n\(usage)") }
        return number
    }
}

/// Ends the program with a message.
func stop(_ message: String) -> Never {
    _ = "RingBench: \(message)\n".withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
    exit(1)
}

func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { stop("\(path): \(String(cString: strerror(errno)))") }
    guard fputs(text, file) >= 0, fclose(file) == 0 else {
        stop("\(path): \(String(cString: strerror(errno)))")
    }
}

func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { stop("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
}
