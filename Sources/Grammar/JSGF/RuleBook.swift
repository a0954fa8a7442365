import Configuration

/// All rules that a grammar can use, with every reference resolved and every cycle refused.
///
/// A rule sees the rules of its own file and the public ones of the files that it imports; `<menu.drink>` names the
/// grammar too, which tells apart rules of the same name.
struct RuleBook: Sendable {
    struct Rule: Sendable {
        /// Without the grammar's name: the slot's name.
        let name: String
        fileprivate(set) var expansion: Expansion
        /// The index of the scope that the rule's references are looked up in.
        fileprivate let scope: Int

        static func isName(_ name: String) -> Bool {
            guard let first = name.first, first.isLetter || first == "_" else { return false }
            return name.allSatisfy { $0.isLetter || $0.isNumber || "-_$".contains($0) } && name != "NULL"
                && name != "VOID"
        }
    }

    private(set) var rules: [Rule] = []
    /// How numbers and spans of time are said; set once it is known which are.
    var quantities = SpokenQuantities()
    /// Whether every rule can be written out; if not, none must be followed.
    private(set) var isWellFounded = false
    private var scopes: [RuleScope] = [RuleScope()]
    /// The scope of each grammar file that was read, by path.
    private var loaded: [String: Int] = [:]

    private static let settings = 0

    /// Reads the `rules:` and `import:` sections; what is wrong goes to `diagnostics`.
    init(rules: Node?, imports: Node?, _ diagnostics: Diagnostics) {
        for node in imports.map({ $0.items ?? [$0] }) ?? [] {
            guard let path = String.read(node, diagnostics),
                let scope = load(node.mark.resolve(path), askedAt: node.mark, diagnostics)
            else {
                scopes[Self.settings].isIncomplete = true
                continue
            }
            use(scope, in: Self.settings)
        }
        if let rules, !rules.isNull { read(rules, diagnostics) }
        for index in self.rules.indices {
            self.rules[index].expansion = resolve(
                self.rules[index].expansion, in: self.rules[index].scope, diagnostics)
        }
        var depth = RuleDepth(self.rules)
        isWellFounded = depth.check(diagnostics)
    }

    /// A command's phrase with its references resolved as the configuration file sees them.
    func resolve(_ expansion: Expansion, _ diagnostics: Diagnostics) -> Expansion {
        resolve(expansion, in: Self.settings, diagnostics)
    }

    /// The numbers and spans of time in phrases and in the rules that they lead to, each with the first phrase that does. Only
    /// where no rule leads back to itself.
    func quantities(in phrases: [Grammar.Phrase]) -> [(reference: Expansion.Reference, mark: Mark)] {
        var seen: Set<Int> = []
        var found: [(reference: Expansion.Reference, mark: Mark)] = []
        for phrase in phrases {
            var waiting = [phrase.expansion]
            while let next = waiting.popLast() {
                for reference in next.references {
                    switch reference {
                    case .rule(let rule, _):
                        if seen.insert(rule).inserted { waiting.append(rules[rule].expansion) }
                    case .number, .duration: found.append((reference, phrase.mark))
                    case .named: break
                    }
                }
            }
        }
        return found
    }

    /// The rules of the configuration file itself that none of these phrases leads to, by name. Only where no rule leads back
    /// to itself.
    func rulesUnused(by phrases: [Expansion]) -> [String] {
        var used: Set<Int> = []
        var waiting = phrases
        while let expansion = waiting.popLast() {
            for case .rule(let rule, _) in expansion.references where used.insert(rule).inserted {
                waiting.append(rules[rule].expansion)
            }
        }
        return rules.indices.filter { rules[$0].scope == Self.settings && !used.contains($0) }
            .map { rules[$0].name }
    }

    /// The phrases of a node: a text, or a list of texts which are alternatives. Nil and a diagnostic if any is wrong.
    static func expansion(of node: Node, _ diagnostics: Diagnostics) -> Expansion? {
        let items = node.items ?? [node]
        guard !items.isEmpty else {
            diagnostics.add("this list is empty; write the words that can be said", at: node.mark)
            return nil
        }
        let expansions = items.map { item in
            String.read(item, diagnostics).flatMap { _ in
                ExpansionParser.parse(PhraseSource(item), diagnostics)
            }
        }
        guard !expansions.contains(where: { $0 == nil }) else { return nil }
        let alternatives = expansions.compactMap { $0 }.map { Expansion.Alternative($0) }
        return alternatives.count == 1 ? alternatives[0].expansion : .alternatives(alternatives)
    }
}

// MARK: - Reading

extension RuleBook {
    private mutating func read(_ section: Node, _ diagnostics: Diagnostics) {
        guard let entries = section.entries else {
            diagnostics.add("expected rules as 'name: words', but this is \(section.kind)", at: section.mark)
            return
        }
        for entry in entries {
            if !Rule.isName(entry.key) {
                diagnostics.add(
                    "'\(entry.key)' cannot name a rule; use letters, digits, '-' and '_', without '<' and '>'",
                    at: entry.keyMark)
            }
            // A rule that is wrong stays known, so that its users get no diagnostics as well.
            add(entry.key, Self.expansion(of: entry.value, diagnostics) ?? .null, to: Self.settings)
        }
    }

    private mutating func add(_ name: String, _ expansion: Expansion, to scope: Int) {
        scopes[scope].own[name] = rules.count
        rules.append(Rule(name: name, expansion: expansion, scope: scope))
    }

    /// Reads a grammar file and, before its rules are resolved, those that it imports; nil if it is wrong.
    private mutating func load(_ path: String, askedAt mark: Mark, _ diagnostics: Diagnostics) -> Int? {
        if let known = loaded[path] { return known }
        guard loaded.count < 100 else {
            diagnostics.add("more than 100 grammar files are imported; import fewer", at: mark)
            return nil
        }
        guard let file = GrammarFile.load(path: path, askedAt: mark, diagnostics) else { return nil }
        let scope = scopes.count
        // Known before its own imports are read, so that two files may import each other.
        loaded[path] = scope
        scopes.append(RuleScope(grammar: file.name, qualifiedGrammar: file.qualifiedName))
        for rule in file.rules {
            if scopes[scope].own[rule.name] != nil {
                diagnostics.add(
                    "<\(rule.name)> was defined before; remove one", at: file.source.mark(at: rule.offset))
            }
            add(rule.name, rule.expansion, to: scope)
            if rule.isPublic { scopes[scope].published.insert(rule.name) }
        }
        for wanted in file.imports { read(wanted, of: file, into: scope, diagnostics) }
        return scope
    }

    /// `import <menu.drink>` or `<menu.*>` in a grammar file means `menu.gram` beside it.
    private mutating func read(
        _ wanted: GrammarFile.Import, of file: GrammarFile, into scope: Int, _ diagnostics: Diagnostics
    ) {
        let mark = file.source.mark(at: wanted.offset)
        let parts = wanted.name.split(separator: ".").map(String.init)
        guard parts.count >= 2 else {
            diagnostics.add("an import names grammar and rule; write <grammar.rule> or <grammar.*>", at: mark)
            return
        }
        guard let other = load(mark.resolve(parts[parts.count - 2] + ".gram"), askedAt: mark, diagnostics)
        else {
            scopes[scope].isIncomplete = true
            return
        }
        let grammar = parts.dropLast().joined(separator: ".")
        guard [scopes[other].grammar, scopes[other].qualifiedGrammar].contains(grammar) else {
            diagnostics.add(
                "\(parts[parts.count - 2]).gram is grammar '\(scopes[other].qualifiedGrammar)', not '\(grammar)'; write 'grammar \(grammar);' in it",
                at: mark)
            scopes[scope].isIncomplete = true
            return
        }
        let rule = parts[parts.count - 1]
        guard rule != "*" else { return use(other, in: scope) }
        if scopes[other].published.contains(rule) {
            use(other, only: rule, in: scope)
        } else {
            let hint = suggestion(for: rule, among: scopes[other].published.sorted())
            diagnostics.add("<\(parts[parts.count - 2])> has no public rule '\(rule)'\(hint)", at: mark)
        }
    }

    /// Lets `scope` use the public rules of `other`: by their simple names, with the grammar's name before them, and with
    /// its package before that.
    private mutating func use(_ other: Int, only: String? = nil, in scope: Int) {
        let grammar = scopes[other].grammar
        for (name, rule) in scopes[other].own where only == nil || only == name {
            let full = "\(grammar).\(name)"
            let qualified = "\(scopes[other].qualifiedGrammar).\(name)"
            guard scopes[other].published.contains(name) else {
                scopes[scope].hidden.formUnion([name, full, qualified])
                continue
            }
            // Grammars of different packages may be of one name.
            for key in Set([name, full, qualified]) {
                if let before = scopes[scope].imported.updateValue(rule, forKey: key), before != rule {
                    let first = "\(scopes[rules[before].scope].qualifiedGrammar).\(name)"
                    scopes[scope].ambiguous[key, default: [first]].insert(qualified)
                }
            }
        }
    }
}

// MARK: - Resolving

extension RuleBook {
    private func resolve(_ expansion: Expansion, in scope: Int, _ diagnostics: Diagnostics) -> Expansion {
        expansion.mappingReferences { reference in
            guard case .named(let name, let place) = reference else { return .reference(reference) }
            return scopes[scope].resolve(name, at: place, diagnostics)
        }
    }
}
