import Evaluation

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
        let problems = pack.checkForAppliance().map(\.description)
        guard problems.isEmpty else {
            return problems.map {
                .fail($0, "install the model again: sudo apt install --reinstall pocketsphinx-en-us")
            }
        }
        return [.ok("\(pack.name) (\(pack.locale))")]
    }
}
