import Appliance
import Configuration
import Models

extension ConfigurationReview {
    /// The words that nobody can say, and the pronunciations that are wrong, each with its place where there is one; in the order
    /// of the file, and those without a place behind.
    static func diagnostics(of lexicon: Lexicon, in document: Document) -> [String] {
        let places = WordPlaces(document.root)
        let placed = Diagnostics()
        var others: [String] = []
        func tell(_ text: String, at place: Mark?) {
            if let place { placed.add(text, at: place) } else { others.append(text) }
        }
        for word in lexicon.missing {
            guard word.contains(where: { $0.isLetter || $0.isNumber }) else {
                tell("'\(word)' is not said; write only the words", at: places[word])
                continue
            }
            let remedy =
                word.allSatisfy(\.isNumber)
                ? "write the number as it is said, such as 'twenty'"
                    + (places.isOfWakeOnly(word) ? "" : ", or a range such as <1..30>")
                : "write another word, or its phones under 'pronunciations:'"
            tell("no pronunciation is known for '\(word)'; \(remedy)", at: places[word])
        }
        for problem in lexicon.problems {
            guard case .unknownPhone(let word, let phone, _, _) = problem else {
                tell(problem.description, at: nil)
                continue
            }
            tell(problem.description, at: places.mark(of: phone, in: word))
        }
        return placed.sorted.map(\.description) + others
    }
}
