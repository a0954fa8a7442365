/// How often there was what since an appliance began, and how it does: in its status, and for monitoring. Times are seconds.
///
/// ```swift
/// let rejected = counters.rejected.values.reduce(0, +)
/// ```
package struct ApplianceCounters: Sendable, Hashable, Codable {
    private enum CodingKeys: String, CodingKey {
        case uptime, restarts, audio, frames, xruns
        case framesDropped = "frames_dropped"
        case utterances, commands, rejections, rejected, nearly, gaps
        case gapReasons = "gap_reasons"
        case missing, outages, warnings, decoded
        case decodeTime = "decode_time", realTimeFactor = "real_time_factor", decodeLoad = "decode_load"
        case medianResponse = "median_response"
        case response, temperature
        case pressToLight = "press_to_light"
    }

    /// Since it began.
    package var uptime = 0.0
    /// How often it has begun since the machine was started, without the first time; nil where nobody counts.
    package var restarts: Int?
    /// Sound heard.
    package var audio = 0.0
    /// Frames that came from the sound card, at its own rate.
    package var frames: UInt64 = 0
    /// Those of them that came while the appliance was too busy to take them.
    package var framesDropped: UInt64 = 0
    /// How often the sound card's own buffer ran over.
    package var xruns: UInt64 = 0
    /// How often sound was kept.
    package var utterances = 0
    /// How many commands were accepted.
    package var commands = 0
    package var rejections = 0
    /// Rejections by their reason.
    package var rejected: [String: Int] = [:]
    /// Those of them that had the words of a command.
    package var nearly: [String: Int] = [:]
    /// How often sound was missing.
    package var gaps = 0
    /// The same by reason.
    package var gapReasons: [String: Int] = [:]
    /// How much of it.
    package var missing = 0.0
    /// How often the microphone was away.
    package var outages = 0
    package var warnings = 0
    /// Sound that was decoded, and the processor time that took.
    package var decoded = 0.0
    package var decodeTime = 0.0
    /// Decode time for each second of sound that was decoded.
    package var realTimeFactor = 0.0
    /// Decode time for each second since the start, one core's: 0.05 is five hundredths.
    package var decodeLoad = 0.0
    /// From the end of the last word to the output; nil before the first command.
    package var medianResponse: Double?
    /// The same of all commands.
    package var response = Histogram(bounds: [0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10])
    /// From a press of the talk button to the recording light.
    package var pressToLight = Histogram(bounds: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5])
    /// Of the processor, in degrees Celsius; nil where the board does not tell.
    package var temperature: Double?

    /// Nothing yet.
    package init() {}
}
