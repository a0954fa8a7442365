import Recognition

/// What turns kept sound into words: an `UtteranceDecoder`, or what a test puts in its place to see every frame that
/// is kept. The calls mean what they mean there.
protocol WordSearch: AnyObject {
    var wakeDescriptor: Int32 { get }
    func begin(firstFrame: UInt64, lead: Duration)
    func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool)
    func finish()
    func cancel()
    func next() -> UtteranceUpdate?
    func settle()
}

extension UtteranceDecoder: WordSearch {
    func begin(firstFrame: UInt64, lead: Duration) {
        var request = UtteranceRequest()
        request.lead = lead
        // Free text is read again by people; a command has no 100 ms to look for what else it might have been. The best
        // one is among those that are found.
        request.alternatives = isVerified ? 0 : StationEvent.Transcript.mostAlternatives + 1
        begin(firstFrame: firstFrame, request: request)
    }
}
