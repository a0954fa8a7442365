import Appliance
import Configuration
import Evaluation
import Glibc
import Platform

/// Whether there is a configuration, and it can be worked by.
package struct ConfigurationCheck: HealthCheck {
    package let subject = "configuration"
    private let path: String
    private let review: Result<ConfigurationReview, ApplianceError>
    private static let mostShown = 3

    package init(path: String, _ review: Result<ConfigurationReview, ApplianceError>) {
        self.path = path
        self.review = review
    }

    package func examine() -> [Finding] {
        switch review {
        case .failure(.configuration(let mistakes)): return findings(mistakes.map(\.description))
        case .failure(let error):
            return [.fail("\(error)", remedy)]
        case .success(let review) where !review.diagnostics.isEmpty: return findings(review.diagnostics)
        case .success(let review):
            let commands = review.configuration.grammar?.commands.count
            return [.ok("\(path), \(commands.map { $0.counted("command") } ?? "dictation")")]
        }
    }

    private func findings(_ mistakes: [String]) -> [Finding] {
        let more = mistakes.count > Self.mostShown ? " ('earshot check' tells all \(mistakes.count))" : ""
        return mistakes.prefix(Self.mostShown).map { .fail($0, mending + more) }
    }

    /// What to do about a file that could not be read.
    private var remedy: String {
        guard access(path, R_OK) != 0 else { return mending }
        return switch errno {
        case ENOENT, ENOTDIR:
            "name the file after --config, or write one: 'earshot new' asks for what is in it"
        case EACCES: "run it with sudo"
        default: mending
        }
    }

    /// A restart is for the file that the service reads, and for no other.
    private var mending: String {
        "mend that" + (ServiceUser.reads(path) ? ", then 'sudo systemctl restart earshot'" : "")
    }
}
