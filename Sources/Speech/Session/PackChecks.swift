import Models
import Synchronization

/// Whether PocketSphinx can load packs' files, looked at once: on some broken ones it would end the process. Those that ask at
/// the same time wait for one look.
final class PackChecks: Sendable {
    typealias Look = @Sendable (_ pack: ModelPack, _ readingWhole: Bool) -> ModelError?

    /// What is known of one pack: nil until it was found whole, then whether every line of its dictionary was looked at.
    private final class Finding: Sendable {
        let isWhole = Mutex<Bool?>(nil)
    }

    private let findings = Mutex<[ModelPack: Finding]>([:])
    private let look: Look

    init(look: @escaping Look = { $0.check(readingWhole: $1).first }) {
        self.look = look
    }

    /// - Parameter readingWhole: whether all of the dictionary counts.
    func check(_ pack: ModelPack, readingWhole: Bool) throws(RecognitionError) {
        let finding = findings.withLock { findings in
            let finding = findings[pack] ?? Finding()
            findings[pack] = finding
            return finding
        }
        let problem = finding.isWhole.withLock { isWhole in
            if let isWhole, isWhole || !readingWhole { return nil as ModelError? }
            let problem = look(pack, readingWhole)
            if problem == nil { isWhole = readingWhole }
            return problem
        }
        if let problem { throw .model(problem) }
    }
}
