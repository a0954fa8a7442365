import Configuration

/// The rules that one file can use, by their names there; the numbers are places in a ``RuleBook``.
struct RuleScope: Sendable {
    /// The grammar's own name; empty for the settings.
    var grammar = ""
    /// The same with its package.
    var qualifiedGrammar = ""
    var own: [String: Int] = [:]
    /// The own rules that other files may use.
    var published: Set<String> = []
    var imported: [String: Int] = [:]
    /// Imported names that several grammars offer, with the full names to choose from; one if those are the same, too.
    var ambiguous: [String: Set<String>] = [:]
    /// Imported grammars' rules that are not public.
    var hidden: Set<String> = []
    /// Whether an import failed, so that missing rules cannot be diagnosed.
    var isIncomplete = false

    /// What a name between `<` and `>` stands for: an own rule before an imported one. Nothing, after a diagnostic, if there
    /// is none.
    func resolve(_ name: String, at place: PhraseSource.Place, _ diagnostics: Diagnostics) -> Expansion {
        let grammars = [qualifiedGrammar, grammar].filter { name.hasPrefix("\($0).") }
        let simple = grammars.first.map { String(name.dropFirst($0.count + 1)) } ?? name
        if let rule = own[simple] { return .reference(.rule(rule, at: place)) }
        if let choices = ambiguous[name] {
            let all = choices.sorted().map { "<\($0)>" }.joined(separator: " or ")
            let remedy = choices.count > 1 ? "write \(all)" : "each calls it \(all); rename one grammar"
            diagnostics.add("<\(name)> is in several imported grammars; \(remedy)", at: place.mark)
            return .null
        }
        if let rule = imported[name] { return .reference(.rule(rule, at: place)) }
        if name == "duration" { return .reference(.duration(DurationWords.limits)) }
        if hidden.contains(name) {
            diagnostics.add(
                "rule <\(name)> is not public in its grammar; write 'public' before it there", at: place.mark)
            return .null
        }
        if isIncomplete { return .null }
        let known = Set(own.keys.filter(RuleBook.Rule.isName)).union(imported.keys).union(["duration"])
        let hint =
            name == "number"
            ? "; write a range such as <1..30>" : suggestion(for: name, among: known.sorted())
        diagnostics.add("no rule is called '\(name)'\(hint)", at: place.mark)
        return .null
    }
}
