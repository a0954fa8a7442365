import Grammar

extension Manifest {
    /// By command, the slots that a recording must not come to where its label has none: some label of the manifest names them, and
    /// the command can be said without them.
    func scoredSlots(of grammar: Grammar?) -> [String: Set<String>] {
        guard let grammar else { return [:] }
        let named = slotNames
        let scored = grammar.commands.map { command in
            let always = grammar.slots(of: command).filter { !$0.value.isOptional }
            return (command, named.subtracting(always.keys))
        }
        return Dictionary(uniqueKeysWithValues: scored)
    }
}
