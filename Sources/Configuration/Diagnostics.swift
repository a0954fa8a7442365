/// Collects what is wrong while settings are decoded, so that one run reports everything.
///
/// After a diagnostic, decoding continues with whatever can still be checked; the caller calls `check()` at the end
/// and uses what was decoded only if that does not throw. Use it from one thread.
///
/// ```swift
/// let document = try Document.load(path: "relays.yaml")
/// let diagnostics = Diagnostics(of: document)
/// let lamps = MapReader(document.root, diagnostics).required("lamps", [String].self)  // adds a diagnostic, and continues
/// try diagnostics.check()
/// ```
package final class Diagnostics {
    private var all: Set<Diagnostic> = []

    /// Begins with nothing, for settings that come from no document.
    package init() {}

    /// Begins with what was already seen when the document was parsed: keys that occur twice.
    package init(of document: Document) {
        all = Set(document.diagnostics)
    }

    /// Notes what is wrong at `mark`, and what to do, in one line. The same diagnostic twice is one.
    package func add(_ text: String, at mark: Mark) {
        all.insert(Diagnostic(text, at: mark))
    }

    /// Refuses the text of `node` for what is wrong with it, or for a character in it that is not seen.
    package func refuse(_ node: Node, _ text: String) {
        all.insert(node.deceptiveCharacter ?? Diagnostic(text, at: node.mark))
    }

    /// Adds diagnostics of another part.
    package func add(_ diagnostics: some Sequence<Diagnostic>) {
        all.formUnion(diagnostics)
    }

    /// Whether nothing was diagnosed so far.
    package var isEmpty: Bool { all.isEmpty }

    /// What was collected, in the order of the file, each once.
    package var sorted: [Diagnostic] {
        all.sorted { ($0.mark, $0.text) < ($1.mark, $1.text) }
    }

    /// Throws everything collected, if there is anything.
    ///
    /// - Throws: `ConfigurationError.invalid`.
    package func check() throws(ConfigurationError) {
        guard all.isEmpty else { throw .invalid(sorted) }
    }
}
