import EventSocket
import Platform

/// An appliance's status as Prometheus reads it (text format 0.0.4).
struct PrometheusText {
    private(set) var text = ""

    init(_ status: ApplianceStatus) {
        let counters = status.counters
        if let version = status.version {
            family("info", .gauge, "Always 1; the version of the program.", [("version", version, 1)])
        }
        single("uptime_seconds", .gauge, "Time since the appliance began.", counters.uptime)
        if let restarts = counters.restarts {
            single(
                "restarts_total", .counter, "Starts since the machine was started, without the first.",
                Double(restarts))
        }
        family("state", .gauge, "1 for the state that the appliance is in.", [("state", status.state, 1)])
        single("muted", .gauge, "Whether it is muted by request.", status.muted ? 1 : 0)
        single(
            "microphone_available", .gauge, "Whether it can hear.", status.microphone.available ? 1 : 0)
        family(
            "microphone_problem", .gauge, "1 for what is wrong with the sound.",
            status.microphone.problem.map { [("problem", $0, 1)] } ?? [])
        family(
            "output_on", .gauge, "Whether an output is on; missing while its line does not obey.",
            status.outputs.compactMap { output in output.isOn.map { ("output", output.name, $0 ? 1 : 0) } })
        single("audio_seconds_total", .counter, "Sound heard.", counters.audio)
        single("frames_total", .counter, "Frames from the sound card.", Double(counters.frames))
        single("frames_dropped_total", .counter, "Frames without room.", Double(counters.framesDropped))
        single("xruns_total", .counter, "Overruns of the sound card.", Double(counters.xruns))
        family("gaps_total", .counter, "Times that sound was missing.", of: counters.gapReasons, "reason")
        single("missing_seconds_total", .counter, "Sound missing.", counters.missing)
        single("outages_total", .counter, "Times that the microphone went away.", Double(counters.outages))
        single("warnings_total", .counter, "Warnings.", Double(counters.warnings))
        single("utterances_total", .counter, "Times that sound was kept.", Double(counters.utterances))
        single("commands_total", .counter, "Commands accepted.", Double(counters.commands))
        family("rejected_total", .counter, "Utterances rejected.", of: counters.rejected, "reason")
        family(
            "nearly_accepted_total", .counter, "Those of them that had the words of a command.",
            of: counters.nearly, "reason")
        histogram("response_seconds", "From the last word to the output.", counters.response)
        histogram(
            "press_to_light_seconds", "From the talk button to the recording light.", counters.pressToLight)
        single("decoded_seconds_total", .counter, "Sound decoded.", counters.decoded)
        single("decode_seconds_total", .counter, "Processor time of the decoders.", counters.decodeTime)
        if let sinks = status.sinks { add(sinks) }
        if let temperature = counters.temperature {
            single("temperature_celsius", .gauge, "Of the processor.", temperature)
        }
    }

    /// Families that are there only where dictated text goes somewhere.
    private mutating func add(_ sinks: [ApplianceStatus.SinkStatus]) {
        func values(_ value: (ApplianceStatus.SinkStatus) -> Int) -> [(String, String, Double)] {
            sinks.map { ("sink", $0.name, Double(value($0))) }
        }
        family(
            "sink_up", .gauge, "Whether a sink of dictated text takes it.",
            values { $0.problem == nil ? 1 : 0 })
        family("sink_waiting", .gauge, "Texts that wait for it.", values(\.waiting))
        family("sink_written_total", .counter, "Texts that it has taken.", values(\.written))
        family("sink_lost_total", .counter, "Texts that were lost there.", values(\.lost))
    }

    private enum Kind: String { case counter, gauge, histogram }

    private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP earshot_\(name) \(help)\n# TYPE earshot_\(name) \(kind.rawValue)\n"
    }

    private mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        head(name, kind, help)
        text += "earshot_\(name) \(value.withoutNeedlessZeros)\n"
    }

    private mutating func family(
        _ name: String, _ kind: Kind, _ help: String, _ values: [(label: String, value: String, Double)]
    ) {
        head(name, kind, help)
        for (label, value, number) in values {
            text += "earshot_\(name){\(label)=\"\(Self.escaped(value))\"} \(number.withoutNeedlessZeros)\n"
        }
    }

    private mutating func family(
        _ name: String, _ kind: Kind, _ help: String, of counts: [String: Int], _ label: String
    ) {
        family(name, kind, help, counts.sorted { $0.key < $1.key }.map { (label, $0.key, Double($0.value)) })
    }

    private mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
        head(name, .histogram, help)
        var total = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            total += count
            text += "earshot_\(name)_bucket{le=\"\(bound.withoutNeedlessZeros)\"} \(total)\n"
        }
        text += "earshot_\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
        text += "earshot_\(name)_sum \(histogram.sum.rounded(toPlaces: 6).withoutNeedlessZeros)\n"
        text += "earshot_\(name)_count \(histogram.count)\n"
    }

    private static func escaped(_ text: String) -> String {
        text.map { character -> String in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }.joined()
    }
}
