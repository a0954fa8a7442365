import Decoding
import Grammar

extension UtteranceSegmenter {
    /// How sound is cut into utterances, apart from what each is searched for.
    package struct Options: Sendable {
        /// Of the sound and of the acoustic model, in Hz.
        package var sampleRate = 16_000
        /// What the sound goes through before anything hears it.
        package var frontEnd = FrontEndOptions()
        /// What the noise reduction has learned, where `frontEnd` asks for it.
        package var noise: NoiseWeights?
        /// Whether only a press begins an utterance, so that nothing needs to be heard before one.
        package var awaitsPress = false
        /// How much sound before a press is kept, 3 s at most.
        package var preRoll = Duration.milliseconds(300)
        /// How much sound after the button was let go is kept.
        package var postRoll = Duration.milliseconds(200)
        /// How long before the end by length a notice is given; nil for none.
        package var notice: Duration?
        /// Whether pauses end an utterance that a press began; a button that is held, or pressed again, does that by itself.
        package var endsWithPause = true
        /// Whether such an utterance ends where nobody begins to speak in time; who holds a button may think first.
        package var endsInSilence = true
        /// Whether an utterance that a button holds open is settled piece by piece, at its pauses; only where pauses do not end it.
        package var settlesPieces = false
        /// Whether each block is decoded before the next is heard: with files, results then come at the same frame in every
        /// run.
        package var isLockstep = false

        /// Any pause ends an utterance, live, without a notice.
        package init() {}
    }

    /// What an utterance is searched for, and how it ends.
    package struct Topic {
        /// Makes words of it. Owned by the segmenter's thread.
        package let search: any WordSearch
        /// Says after which words nothing, or nothing more, can follow, so that the pause may be short; nil where only
        /// pauses count.
        package let grammar: Grammar?
        /// The pauses, and the greatest length.
        package let timing: Endpointer.Timing
        /// How many other sentences are looked for.
        package let request: UtteranceRequest

        package init(
            _ search: any WordSearch, grammar: Grammar? = nil, timing: Endpointer.Timing = .init(),
            request: UtteranceRequest = .init()
        ) {
            self.search = search
            self.grammar = grammar
            self.timing = timing
            self.request = request
        }

        /// The same, with another search.
        func searched(by search: any WordSearch) -> Topic {
            Topic(search, grammar: grammar, timing: timing, request: request)
        }
    }
}

extension Endpointer.Timing {
    /// Of a yes or no: somebody who answers has said all with a word or two.
    package static var answer: Self {
        var timing = Self()
        timing.extendablePause = .milliseconds(300)
        timing.trailingSilence = .milliseconds(600)
        timing.maximum = .seconds(3)
        return timing
    }

    /// Of speech that somebody's finger ends.
    var withoutPauses: Self {
        var timing = self
        timing.completePause = maximum
        timing.nearlyCompletePause = maximum
        timing.extendablePause = maximum
        timing.trailingSilence = maximum
        return timing
    }
}

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
