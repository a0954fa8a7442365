import Decoding

/// What turns kept sound into words: an `UtteranceDecoder`, or what a test puts in its place to see every frame that
/// is kept. The calls mean what they mean there.
package protocol WordSearch: AnyObject {
    /// Readable while updates wait, one of them at least.
    var wakeDescriptors: [Int32] { get }
    func begin(firstFrame: UInt64, request: UtteranceRequest)
    func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool)
    func finish()
    func cancel()
    func next() -> UtteranceUpdate?
    func settle()
    func forget()
    /// Searches free text by this profile; between utterances.
    func setProfile(_ profile: DictationProfile)
}

extension WordSearch {
    /// Commands have no profiles.
    package func setProfile(_ profile: DictationProfile) {}
}

extension UtteranceDecoder: WordSearch {
    package var wakeDescriptors: [Int32] { [wakeDescriptor] }
}
