import Earshot
import Foundation

extension SpeechAnalyzer {
    /// As `SpeechAnalyzer/prepareToAnalyze(in:)`, with a progress that is at its end when the decoders are there: making them takes
    /// half a second, and nothing tells how far it is.
    ///
    /// - Parameter progressReadyHandler: called at once, on whatever thread.
    /// - Throws: as `SpeechAnalyzer/prepareToAnalyze(in:)`.
    public func prepareToAnalyze(
        in audioFormat: AudioFormat?,
        withProgressReadyHandler progressReadyHandler: sending ((Progress) -> Void)?
    ) async throws(RecognitionError) {
        let progress = Progress(totalUnitCount: 1)
        progressReadyHandler?(progress)
        do throws(RecognitionError) {
            try await prepareToAnalyze(in: audioFormat)
        } catch {
            progress.cancel()
            throw error
        }
        progress.completedUnitCount = 1
    }
}
