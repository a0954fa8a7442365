import Capture
import Decoding
import Dispatch
import Platform
import Synchronization
import Utterance

/// The work of a module that tells speech from quiet. Everything mutable belongs to its queue.
final class DetectingSession: ModuleSession, @unchecked Sendable {
    /// A stretch of speech or of quiet, up to now or, where it is settled, whole.
    typealias Report = @Sendable (_ isSpeech: Bool, _ range: Range<UInt64>, _ isSettled: Bool) -> Void

    /// That of the detector and of all frames it tells.
    static let sampleRate = AudioFormat.recognition.sampleRate

    private struct Status {
        var settledUntil = Duration.zero
        var failure: RecognitionError?
    }

    private let queue = DispatchQueue(label: "earshot.detection")
    private let thresholds: VoiceActivityDetector.Thresholds
    private let report: Report
    private let status = Mutex(Status())

    private var intake = SoundIntake(sampleRate: sampleRate)
    private var blocks = HopBuffer(length: sampleRate / 100)
    private var hasBegun = false
    private var detector: VoiceActivityDetector
    private var endpointer: Endpointer
    /// The next sample on the capture clock, and where the stretch under way began.
    private var position: UInt64 = 0
    private var start: UInt64 = 0
    private var isSpeech = false
    private var isOver = false

    init(_ thresholds: VoiceActivityDetector.Thresholds, report: @escaping Report) {
        self.thresholds = thresholds
        self.report = report
        detector = VoiceActivityDetector(thresholds: thresholds)
        endpointer = Endpointer(start: .atSpeech, timing: Self.timing)
    }

    /// Speech ends with a pause of half a second, and however long it is, it is told of every half minute.
    private static var timing: Endpointer.Timing {
        var timing = Endpointer.Timing()
        timing.trailingSilence = .milliseconds(500)
        timing.noSpeech = timing.trailingSilence
        timing.maximum = .seconds(30)
        return timing
    }

    var settledUntil: Duration { status.withLock { $0.settledUntil } }
    var failure: RecognitionError? { status.withLock { $0.failure } }

    func prepare() async {}

    func hear(_ input: AnalyzerInput) { queue.async { self.process(input) } }

    func waitUntilHeard() async {
        await withCheckedContinuation { done in queue.async { done.resume() } }
    }

    func settle(through time: Duration?) async {
        await withCheckedContinuation { done in
            queue.async {
                if time.map({ self.start < $0.frames(at: Self.sampleRate) }) ?? true {
                    self.endStretch(at: self.position, isSpeech: self.isSpeech)
                }
                done.resume()
            }
        }
    }

    func end() async {
        await settle(through: nil)
        cancel()
    }

    func cancel() { queue.async { self.isOver = true } }

    // MARK: - On the queue

    private func process(_ input: AnalyzerInput) {
        guard !isOver else { return }
        if let problem = input.buffer.problem {
            status.withLock { $0.failure = .audio(problem) }
            isOver = true
            return
        }
        if !hasBegun { begin(at: input.bufferStartTime) }
        let (missing, samples) = intake.take(input.buffer, at: input.bufferStartTime)
        leap(missing)
        samples.withUnsafeBufferPointer { blocks.append($0, handingOn: detect(in:)) }
    }

    /// Sound that is missing is quiet, and ends speech where it is too long to be a part of it.
    private func leap(_ missing: UInt64) {
        if missing > Endpointer.longestBridge.frames(at: Self.sampleRate), isSpeech {
            endStretch(at: position, isSpeech: false)
            endpointer = Endpointer(start: .atSpeech, timing: Self.timing)
        }
        position += missing
    }

    private func begin(at time: AudioTime?) {
        hasBegun = true
        intake.begin(at: time)
        position = intake.origin
        start = position
    }

    private func detect(in block: [Int16]) {
        position += UInt64(block.count)
        let isLoud = block.withUnsafeBufferPointer { detector.process($0) }
        if let event = endpointer.process(isSpeech: isLoud) { handle(event) }
    }

    private func handle(_ event: Endpointer.Event) {
        switch event {
        case .speechBegan(let span):
            endStretch(
                at: max(start, position - min(position, span.frames(at: Self.sampleRate))), isSpeech: true)
        case .ended(let cause):
            // What follows on half a minute of speech is speech.
            let goesOn = cause == .maximum
            endpointer = Endpointer(start: goesOn ? .atOnce : .atSpeech, timing: Self.timing)
            let pause = goesOn ? 0 : Self.timing.trailingSilence.frames(at: Self.sampleRate)
            endStretch(at: max(start, position - min(position, pause)), isSpeech: goesOn)
        }
    }

    /// - Parameter isSpeech: what the next stretch is.
    private func endStretch(at frame: UInt64, isSpeech next: Bool) {
        guard !isOver else { return }
        status.withLock { $0.settledUntil = .frames(frame, at: Self.sampleRate) }
        if frame > start { report(isSpeech, start..<frame, true) }
        if next != isSpeech { report(next, frame..<max(frame, position), false) }
        isSpeech = next
        start = frame
    }
}
