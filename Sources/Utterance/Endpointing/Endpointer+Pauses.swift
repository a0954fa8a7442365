import Decoding

/// How long the pause after a complete command must be.
extension Endpointer {
    /// Pauses that end a complete command, each as one of those hears it who listen; one is enough.
    struct PauseLimits {
        /// Nothing is loud.
        var sound: Duration
        /// Nothing is loud, and the network of phones has heard none for ``confirmation``.
        var confirmedSound: Duration
        /// The search has found no words.
        var search: Duration
        /// The network has heard no phone; nil where its word is not enough.
        var phones: Duration?

        /// The same where nothing has been loud for ``Endpointer/agreement``.
        var agreedPhones: Duration? {
            phones.map { max(Endpointer.confirmation, $0 - Endpointer.agreementDelay) }
        }
    }

    /// A command that can go on in more ways than this is far from its end, and gets `extendablePause`. So does a number that goes on,
    /// in few ways or many: "twenty", and 0.15 s later "five", would be done as twenty.
    private static let fewContinuations = 50.0

    /// How long a letter takes where too few were said to tell: of 350 orders the slowest sixth take as long.
    private static let usualPace = Duration.milliseconds(80)

    /// By how much longer than a pause of the sound the search's own must be: to the search, a word that begins is silence
    /// until it fits better. Of 80 orders in kitchen noise at 12 dB, which nothing here has learned from, as many are right
    /// with 20, 40 and 100 ms; half are answered within 267, 261 and 287 ms, together with `nearlyCompleteMargin`.
    private static let searchMargin = Duration.milliseconds(40)

    /// The same after a command that can go on in few ways: its pause is short, and in noise a weak "and" that follows it is
    /// none to the search until the word after it. Of the same orders as many are right with 50, 100 and 200 ms.
    private static let nearlyCompleteMargin = Duration.milliseconds(100)

    /// The same after one that can go on in many ways. The search hears 0.1 s later than the sound comes, which so long a pause
    /// can do without: of the same orders nine in ten are answered within 736 ms with a margin of 100 ms, 661 with none, and
    /// 623 with this, as many of them rightly.
    private static let extendableMargin = Duration.milliseconds(-60)

    /// By how much shorter the network's own pause is than one of the sound: it hears 80 ms ahead, and the noise reduction before
    /// it 20. In noise it is the first that is sure: half of 61 orders in kitchen noise at 12 dB, from three places in it, are
    /// answered within 193, 216 and 196 ms, and without it 273, 299 and 236. Of 350 orders without noise two are cut off for it
    /// with 60 and 80 ms, and one as it is. With 60, and a hurry of 50 ms and 2.3 letters below, of 61 orders in
    /// 12 dB of a kitchen or a street three more are not right.
    private static let phoneDelay = Duration.milliseconds(50)

    /// How long nothing must have been loud for the network to be believed earlier by `agreementDelay`, as in a quiet room it mostly
    /// is: of 61 orders without noise half are answered within 197 ms instead of 204, and of 289 others none is cut off for it. In a
    /// kitchen, a street, rain and beside a dishwasher, seven times the 61, one more is refused, whose words are right.
    static let agreement = Duration.milliseconds(30)
    fileprivate static let agreementDelay = Duration.milliseconds(20)

    /// For how long the network must have heard no phone, so that a pause of the sound may be shorter.
    static let confirmation = Duration.milliseconds(60)

    /// A pause within a command takes its time from the speaker. Of 350 orders five are cut by a pause of 150 ms after what can go
    /// on in few ways, and not by one of 200: four of these are among the slowest sixth, with 80 ms a letter and more, where the
    /// median is 67.
    private static let lettersOfPause = 2.4
    private static let mostHurry = Duration.milliseconds(40)

    /// By how much longer the sound's pause must be where the search still hears the last word, and more may follow: in
    /// noise a weak word that goes on is a pause to whoever looks at loudness only. Of 150 orders in kitchen noise at 16 dB 4
    /// were cut off so, all of them within a word to the search; 60 ms save 2 of these, and 300 no more.
    private static let wordMargin = Duration.milliseconds(60)

    /// What ends the command that was heard.
    ///
    /// - Parameter extendable: more words could follow.
    func pauseLimits(extendable: Bool) -> PauseLimits {
        guard extendable else {
            let pause = timing.completePause
            return PauseLimits(
                sound: pause, confirmedSound: pause, search: pause + Self.searchMargin,
                phones: max(Self.confirmation, pause - Self.phoneDelay))
        }
        let margin = words.isWithinWord ? Self.wordMargin : .zero
        guard words.continuationCount <= Self.fewContinuations, !words.isWithinQuantity else {
            let pause = timing.extendablePause
            return PauseLimits(
                sound: pause + margin, confirmedSound: pause + margin,
                search: max(pause + Self.extendableMargin, nextWord))
        }
        let pause = min(timing.nearlyCompletePause, timing.extendablePause)
        // Never shorter than after a command that nothing can follow.
        let least = max(pause - Self.mostHurry, min(pause, timing.completePause))
        let hurried = words.pace.map { max(least, min(pause, $0 * Self.lettersOfPause)) } ?? pause
        return PauseLimits(
            sound: pause + margin, confirmedSound: hurried + margin,
            search: max(pause + Self.nearlyCompleteMargin, nextWord),
            phones: max(Self.confirmation, hurried - Self.phoneDelay))
    }

    /// How long the longest word takes that may come next: so long it may be silence to the search, which finds a word when that is
    /// over. No longer than half a command waits.
    ///
    /// Of 600 beginnings of sentences that people read or ordered, which a grammar lets go on with the rest ("get me a double shot
    /// eight ounce [cappuccino with sugar]"), 19 ended within the sentence without this, 9 of them in the midst of a word, and 9 end so
    /// with it, none of these within a word. Of 61 drink orders, which go on with "with" and "and", none is answered later.
    private var nextWord: Duration {
        min(timing.trailingSilence, (words.pace ?? Self.usualPace) * words.longestNext)
    }

    /// How long a letter takes; nil of less than ten.
    static func pace(of words: some Sequence<RecognizedWord>) -> Duration? {
        let letters = words.reduce(0) { $0 + $1.text.count }
        guard letters >= 10 else { return nil }
        return words.reduce(Duration.zero) { $0 + $1.end - $1.start } / letters
    }
}
