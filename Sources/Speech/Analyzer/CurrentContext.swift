import Synchronization

/// An analyzer's context, which another may take the place of while its modules are asked to begin.
final class CurrentContext: Sendable {
    private let context: Mutex<AnalysisContext>

    init(_ context: AnalysisContext) { self.context = Mutex(context) }

    var value: AnalysisContext {
        get { context.withLock { $0 } }
        set { context.withLock { $0 = newValue } }
    }
}
