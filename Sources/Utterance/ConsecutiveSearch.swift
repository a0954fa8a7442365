import Decoding

/// Searches utterances that follow one another so closely that the one before may still be searched: sound of the next waits
/// meanwhile, in memory, and each gets its updates in turn.
///
/// Owned by the segmenter's thread.
///
/// ```swift
/// let search = ConsecutiveSearch(decoder)
/// search.finish()                                       // the first, whose words are to come
/// search.begin(firstFrame: frame, request: request)     // the second
/// ```
final class ConsecutiveSearch: WordSearch {
    /// Whether a finished utterance is still searched.
    private(set) var isBusy = false

    private let search: any WordSearch
    /// The utterances after the one that is searched.
    private var waiting: [KeptSound] = []

    init(_ search: any WordSearch) { self.search = search }

    var wakeDescriptors: [Int32] { search.wakeDescriptors }

    /// Begins the utterance after the newest; that is not cancelled if it is finished.
    func begin(firstFrame: UInt64, request: UtteranceRequest) {
        if isBusy {
            waiting.append(KeptSound(firstFrame: firstFrame, request: request))
        } else {
            search.begin(firstFrame: firstFrame, request: request)
        }
    }

    func feed(_ samples: UnsafeBufferPointer<Int16>, isWithheld: Bool) {
        if waiting.isEmpty {
            search.feed(samples, isWithheld: isWithheld)
        } else {
            waiting[waiting.count - 1].append(samples, isWithheld: isWithheld)
        }
    }

    func finish() {
        if waiting.isEmpty {
            search.finish()
            isBusy = true
        } else {
            waiting[waiting.count - 1].finish()
        }
    }

    /// Drops all of them.
    func cancel() {
        waiting = []
        isBusy = false
        search.cancel()
    }

    func next() -> UtteranceUpdate? {
        let update = search.next()
        switch update {
        case .final, .failed:
            isBusy = false
            goOn()
        case .partial, nil: break
        }
        return update
    }

    func settle() { search.settle() }
    func forget() { search.forget() }
    func setProfile(_ profile: DictationProfile) { search.setProfile(profile) }

    private func goOn() {
        guard !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        next.play(to: search)
        isBusy = next.isFinished
    }
}
