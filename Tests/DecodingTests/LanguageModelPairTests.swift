import Decoding
import ListeningSupport
import Testing

@Suite("Two language models of one search")
struct LanguageModelPairTests {
    private func model(_ words: [String]) -> String {
        let unigrams = (words + ["</s>"]).map { "-1.0 \($0)\n" }.joined()
        return "\\data\\\nngram 1=\(words.count + 2)\n\n\\1-grams:\n-99 <s>\n\(unigrams)\n\\end\\\n"
    }

    @Test(
        "Each utterance goes by both, or by the first alone, as was chosen before it, and the word that was said scores higher"
    )
    func selection() throws {
        let decoder = try PocketSphinxDecoder(
            acousticModel: Fixture.acousticModel,
            pronunciations: .text("go G OW\nforward F AO R W ER D\nten T EH N\nmeters M IY T ER Z\n"),
            search: .phoneLoop, options: .withAlternatives)
        let pair = try decoder.add(
            words: model(["go", "ten", "meters"]), additions: model(["forward"]), named: "words",
            options: .withAlternatives)
        try decoder.select("words")
        var scores: [Int] = []
        for withAdditions in [true, false, true] {
            pair.select(withAdditions: withAdditions)
            try decoder.start()
            try decoder.process(Fixture.goForward)
            try decoder.finish()
            let words = decoder.segments().filter { !$0.isFiller }.map(\.word)
            #expect(words.contains("forward") == withAdditions, "\(words)")
            #expect(words.contains("meters"), "\(words)")
            scores.append(try #require(decoder.pathScore))
        }
        #expect(scores[0] > scores[1] && scores[2] > scores[1], "\(scores)")
    }
}
