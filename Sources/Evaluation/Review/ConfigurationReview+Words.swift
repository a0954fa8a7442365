import Appliance
import Configuration
import Models

extension ConfigurationReview {
    /// The words that nobody can say, and the pronunciations that are wrong, each with its place where there is one.
    static func diagnostics(of lexicon: Lexicon, in document: Document) -> [String] {
        let places = WordPlaces(document.root)
        func diagnostic(_ word: String, _ text: String) -> String {
            places[word].map { Diagnostic(text, at: $0).description } ?? text
        }
        let missing = lexicon.missing.map { word in
            guard word.contains(where: { $0.isLetter || $0.isNumber }) else {
                return diagnostic(word, "'\(word)' is not said; write only the words")
            }
            let remedy =
                word.allSatisfy(\.isNumber)
                ? "write the number as it is said, such as 'twenty'"
                    + (places.isOfWakeOnly(word) ? "" : ", or a range such as <1..30>")
                : "write another word, or its phones under 'pronunciations:'"
            return diagnostic(word, "no pronunciation is known for '\(word)'; \(remedy)")
        }
        let wrong = lexicon.problems.map { problem in
            guard case .unknownPhone(let word, let phone, _, _) = problem,
                let place = places.mark(of: phone, in: word)
            else { return problem.description }
            return Diagnostic(problem.description, at: place).description
        }
        return missing + wrong
    }
}
