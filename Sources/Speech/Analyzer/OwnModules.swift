/// The modules that an analyzer has taken: each serves one analyzer, and nobody else ends its results.
///
/// ```swift
/// guard own.take(module) else { throw .moduleInUse }
/// own.finish(modules, throwing: nil)
/// ```
struct OwnModules {
    private var taken: Set<ObjectIdentifier> = []

    /// Takes a module; false if anybody has taken it before.
    mutating func take(_ module: any RunnableModule) -> Bool {
        guard module.claim() else { return false }
        taken.insert(ObjectIdentifier(module))
        return true
    }

    /// Ends the results of those of `modules` that it has, and of those that nobody has: an ended module is nobody's any more.
    mutating func finish(_ modules: [any SpeechModule], throwing error: (any Error)?) {
        for case let module as any RunnableModule in modules where giveAway(module) {
            module.finish(throwing: error)
        }
    }

    /// Whether a module was its own, or nobody's. It is no more: another one may come to its address.
    private mutating func giveAway(_ module: any RunnableModule) -> Bool {
        taken.remove(ObjectIdentifier(module)) != nil || module.claim()
    }
}
