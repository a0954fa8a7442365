import Capture
import Platform
import Synchronization
import Utterance

/// Tells speech from quiet, without recognizing it: a module of a ``SpeechAnalyzer`` that costs next to nothing.
///
/// It hears sound that rises above its background. Noise is not taken out of it, as it is for a transcriber: a burst of hiss is speech
/// here, where a transcriber hears no words. Every stretch of speech or of quiet gives a final result once it is over, and a volatile
/// one when the other kind begins. Speech ends with a pause of half a second, and of speech that goes on a result is final every half
/// minute; quiet is one stretch, however long.
///
/// ```swift
/// let detector = SpeechDetector(detectionOptions: .init(sensitivityLevel: .high), reportResults: true)
/// let analyzer = SpeechAnalyzer(modules: [detector, transcriber])
/// for try await result in detector.results { light.isOn = result.speechDetected }
/// ```
public final class SpeechDetector: SpeechModule {
    /// How loud speech has to be above its background.
    public enum SensitivityLevel: Sendable, Hashable, CaseIterable {
        /// By 12 dB: for noisy places.
        case low
        /// By 9 dB.
        case medium
        /// By 6 dB: for quiet voices in quiet places.
        case high
    }

    /// How speech is detected.
    public struct DetectionOptions: Sendable, Hashable {
        /// How loud speech has to be above its background.
        public var sensitivityLevel: SensitivityLevel

        /// - Parameter sensitivityLevel: how loud speech has to be above its background.
        public init(sensitivityLevel: SensitivityLevel) {
            self.sensitivityLevel = sensitivityLevel
        }
    }

    /// A stretch of speech or of quiet.
    public struct Result: SpeechModuleResult, Hashable {
        /// Whether it is speech.
        public let speechDetected: Bool
        /// From where to where; up to now where it is not over.
        public let range: AudioTimeRange
        /// Up to when on the capture clock results are final.
        public let resultsFinalizationTime: AudioTime
        /// Whether the stretch is over; else it goes on.
        public let isFinal: Bool
    }

    /// What was heard; nothing unless results are asked for.
    public let results = SpeechModuleResults<Result>(buffer: .init())

    private let options: DetectionOptions
    private let reportsResults: Bool
    private let isInUse = Atomic(false)

    /// - Parameters:
    ///   - detectionOptions: how speech is detected.
    ///   - reportResults: whether ``results`` has any; they are kept until a loop takes them.
    public init(detectionOptions: DetectionOptions, reportResults: Bool) {
        options = detectionOptions
        reportsResults = reportResults
    }

    /// With medium sensitivity, and without results: nobody would take them.
    public convenience init() {
        self.init(detectionOptions: DetectionOptions(sensitivityLevel: .medium), reportResults: false)
    }

    /// 16 kHz, mono, 16 bit.
    public var availableCompatibleAudioFormats: [AudioFormat] { get async { [.recognition] } }
}

extension SpeechDetector: RunnableModule {
    var assets: (any ModuleAssets)? { nil }
    var hearsFreeText: Bool { false }

    func claim() -> Bool { !isInUse.exchange(true, ordering: .relaxed) }

    func begin(_ setup: ModuleSetup) throws(RecognitionError) -> any ModuleSession {
        var thresholds = VoiceActivityDetector.Thresholds()
        switch options.sensitivityLevel {
        case .low: (thresholds.onset, thresholds.release) = (12, 9)
        case .medium: break
        case .high: (thresholds.onset, thresholds.release) = (6, 4)
        }
        let buffer = results.buffer
        let reportsResults = reportsResults
        return DetectingSession(thresholds) { isSpeech, range, isSettled in
            guard reportsResults else { return }
            let rate = DetectingSession.sampleRate
            let start = AudioTime(sampleTime: range.lowerBound, sampleRate: rate)
            let end = AudioTime(sampleTime: range.upperBound, sampleRate: rate)
            buffer.add(
                Result(
                    speechDetected: isSpeech, range: AudioTimeRange(start: start, end: end),
                    resultsFinalizationTime: isSettled ? end : start, isFinal: isSettled))
        }
    }

    func finish(throwing error: (any Error)?) { results.buffer.finish(throwing: error) }
}
