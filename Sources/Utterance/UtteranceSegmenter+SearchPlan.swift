import Decoding
import Grammar

extension UtteranceSegmenter {
    /// What an utterance is searched for, and how it ends.
    package struct SearchPlan {
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
        func searched(by search: any WordSearch) -> SearchPlan {
            SearchPlan(search, grammar: grammar, timing: timing, request: request)
        }
    }
}
