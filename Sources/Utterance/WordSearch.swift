import Decoding

/// What turns kept sound into words: an `UtteranceDecoder`, or what a test puts in its place to see every frame that
/// is kept. The calls mean what they mean there.
package protocol WordSearch: AnyObject {
    var wakeDescriptor: Int32 { get }
    func begin(firstFrame: UInt64, request: UtteranceRequest)
    func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool)
    func finish()
    func cancel()
    func next() -> UtteranceUpdate?
    func settle()
}

extension UtteranceDecoder: WordSearch {}
