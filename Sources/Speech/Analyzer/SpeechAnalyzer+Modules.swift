import Capture
import Models

/// Which modules hear the sound.
extension SpeechAnalyzer {
    /// A module's work under way.
    struct Part {
        let module: any RunnableModule
        let session: any ModuleSession
        /// Where its sound begins.
        let start: Duration

        /// Before this time everything is decided.
        var settledUntil: Duration { max(start, session.settledUntil) }
    }

    /// Without effect once they have begun.
    func beginSessions() throws(RecognitionError) {
        guard !isEnding, !isFinished else { throw .analyzerFinished }
        guard !hasBegun else { return }
        do throws(RecognitionError) {
            parts = try begin(modules)
            hasBegun = true
        } catch {
            finish(throwing: error)
            throw error
        }
    }

    /// Begins the work of modules, which hear what comes from now on. Where one cannot, all of them end.
    private func begin(_ newModules: [any SpeechModule]) throws(RecognitionError) -> [Part] {
        let setup = ModuleSetup(
            phrases: { [currentContext] in currentContext.value.phrases },
            retention: options.modelRetention, pool: pool)
        var parts: [Part] = []
        for case let module as any RunnableModule in newModules {
            do throws(RecognitionError) {
                guard own.take(module) else { throw .moduleInUse }
                parts.append(
                    Part(module: module, session: try module.begin(setup), start: end?.duration ?? .zero))
            } catch {
                for part in parts { part.session.cancel() }
                own.finish(newModules, throwing: error)
                throw error
            }
        }
        return parts
    }

    /// Hands sound to these modules from now on. One that is not among them any more ends as if there were no more sound: what
    /// it has heard becomes final, and its results end. One that is new hears what comes next, and its results have the times
    /// of the same clock. Returns when the results of those that leave are there.
    ///
    /// ```swift
    /// try await analyzer.setModules([transcriber, SpeechDetector()])
    /// ```
    ///
    /// - Throws: `.model` where a new module's language is not installed, and `.moduleInUse`: then those before stay.
    ///   `.analyzerFinished`.
    public func setModules(_ newModules: [any SpeechModule]) async throws(RecognitionError) {
        guard !isEnding, !isFinished else { throw .analyzerFinished }
        let added = newModules.filter { new in !modules.contains { $0 === new } }
        let removed = modules.filter { old in !newModules.contains { $0 === old } }
        if hasBegun { parts += try begin(added) }
        modules = newModules
        let leaving = parts.filter { part in removed.contains { $0 === part.module } }
        parts.removeAll { part in removed.contains { $0 === part.module } }
        for part in leaving {
            await part.session.end()
            part.module.finish(throwing: part.session.failure)
        }
        // Those that had not begun.
        own.finish(removed, throwing: nil)
        if !isFinished { noteVolatileRange() }
    }
}
