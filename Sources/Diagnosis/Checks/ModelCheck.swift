import Evaluation
import Models

/// Whether the language that is spoken is installed, whole.
package struct ModelCheck: HealthCheck {
    package let subject = "model"
    private let review: ConfigurationReview

    package init(_ review: ConfigurationReview) { self.review = review }

    package func examine() -> [Finding] {
        guard let pack = review.pack else {
            return [
                .fail("no model for this configuration", "'earshot check' says which, and what to install")
            ]
        }
        let problems = Self.problems(with: pack)
        return problems.isEmpty ? [.ok("\(pack.name) (\(pack.locale))")] : problems
    }

    /// What is wrong with a pack, each with its own remedy.
    static func problems(with pack: ModelPack) -> [Finding] {
        pack.checkForAppliance().map { problem in
            guard case .unusableModel(let path, let reason, let remedy) = problem else {
                return .fail("\(problem)", "install the model again")
            }
            return .fail("\(path): \(reason)", remedy)
        }
    }
}
