import Capture

/// The work of one module of an analyzer. Any thread may call it; sound is heard in the order of the calls.
protocol ModuleSession: AnyObject, Sendable {
    /// What was said before this time is decided.
    var settledUntil: Duration { get }
    /// What has ended it before its time.
    var failure: RecognitionError? { get }

    /// Makes ready what takes time, and returns when it is.
    func prepare() async
    func hear(_ input: AnalyzerInput)
    /// Returns when everything that was heard has been searched.
    func waitUntilHeard() async
    /// Ends what is under way, if it began before `time`; returns when everything that was heard before it is decided.
    ///
    /// - Parameter time: nil for the end of all that was heard.
    func settle(through time: Duration?) async
    /// There is no more sound; returns when all results are there.
    func end() async
    /// Drops what was not decided.
    func cancel()
}
