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
        /// What ends an utterance that a press began.
        package var press = Press.once
        /// Whether an utterance that a button holds open is settled piece by piece, at its pauses; only where pauses do
        /// not end it.
        package var settlesPieces = false
        /// Whether each block is decoded before the next is heard: with files, results then come at the same frame in every
        /// run.
        package var isLockstep = false

        /// How long a press keeps its utterance open.
        package enum Press: Sendable, Hashable {
            /// Until a pause, or until nobody has begun to speak in time.
            case once
            /// Until the next press, or until nobody has begun to speak in time.
            case toggled
            /// Until the button is let go; who holds it may think first.
            case held
        }

        /// Any pause ends an utterance, live, without a notice.
        package init() {}
    }
}
