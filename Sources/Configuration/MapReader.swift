/// Decodes one map of a configuration file, complaining of what is wrong as it goes.
///
/// Ask for every key that is known, then call `finish()`, which diagnoses the others. A nil means that the key is
/// absent or was diagnosed; the value is used only if `Diagnostics.check()` passes in the end.
///
/// ```swift
/// let reader = MapReader(node, diagnostics)
/// let pin = reader.required("pin", String.self)
/// let limit = reader.optional("max_on", Duration.self, in: .seconds(1) ... .seconds(3600))
/// reader.finish()
/// ```
///
/// Use it from one thread.
package final class MapReader {
    /// The entries in the order of the file.
    package let entries: [Node.Entry]
    /// Where the map stands.
    package let mark: Mark
    /// Where it adds diagnostics.
    package let diagnostics: Diagnostics
    /// Whether it reads a map, and not what was diagnosed as none.
    package let isMap: Bool
    private var asked: [String] = []

    /// Complains if `node` is no map; one that was given no value at all counts as an empty map.
    package init(_ node: Node, _ diagnostics: Diagnostics) {
        entries = node.entries ?? []
        mark = node.mark
        self.diagnostics = diagnostics
        isMap = node.entries != nil || node.isNull
        if !isMap {
            // What stands behind a key is a text, and what stands alone in its line was to be a key.
            let remedy = node.isPlainOnItsOwnLine ? node.text.flatMap(Self.spaceRemedy) ?? "" : ""
            diagnostics.add("expected keys with values, but this is \(node.kind)\(remedy)", at: node.mark)
        }
    }

    /// Opens what is a value alone, or a map that has it under `key`: the value, nil where it was diagnosed, and a reader for what else
    /// the map says.
    ///
    /// ```swift
    /// let (line, more) = MapReader.open(node, "line", LineName.self, diagnostics)
    /// let isActiveLow = more?.optional("active_low", Bool.self) ?? false
    /// more?.finish()
    /// ```
    package static func open<Value: SettingValue>(
        _ node: Node, _ key: String, _ type: Value.Type, _ diagnostics: Diagnostics
    ) -> (value: Value?, more: MapReader?) {
        guard node.entries != nil else { return (Value.read(node, diagnostics), nil) }
        let reader = MapReader(node, diagnostics)
        return (reader.required(key, type), reader)
    }

    /// The value of `key` as it stands; nil if it is absent.
    package func node(_ key: String) -> Node? {
        if !asked.contains(key) { asked.append(key) }
        return entries.first { $0.key == key }?.value
    }

    /// The value of a key that may be left out; nil then, and where it was diagnosed.
    package func optional<Value: SettingValue>(_ key: String, _ type: Value.Type = Value.self) -> Value? {
        node(key).flatMap { Value.read($0, diagnostics) }
    }

    /// The value of a key that must be there; nil where it was diagnosed.
    package func required<Value: SettingValue>(_ key: String, _ type: Value.Type = Value.self) -> Value? {
        requiredNode(key).flatMap { Value.read($0, diagnostics) }
    }

    /// The value of a key that may be left out, and must lie in `range` otherwise.
    package func optional<Value: SettingValue & Comparable>(
        _ key: String, _ type: Value.Type = Value.self, in range: ClosedRange<Value>
    ) -> Value? {
        node(key).flatMap { check(Value.read($0, diagnostics), in: range, $0) }
    }

    /// The value of a key that must be there and lie in `range`.
    package func required<Value: SettingValue & Comparable>(
        _ key: String, _ type: Value.Type = Value.self, in range: ClosedRange<Value>
    ) -> Value? {
        requiredNode(key).flatMap { check(Value.read($0, diagnostics), in: range, $0) }
    }

    /// The value, as it stands, of a key that must be there.
    package func requiredNode(_ key: String) -> Node? {
        let value = node(key)
        if value == nil, isMap { diagnostics.add("'\(key)' is missing; add it", at: mark) }
        return value
    }

    /// A reader for the map under `key`; nil if it is absent.
    package func map(_ key: String) -> MapReader? {
        node(key).map { MapReader($0, diagnostics) }
    }

    /// Complains about `key`, at its value if it has one.
    package func report(_ text: String, about key: String) {
        diagnostics.add(text, at: entries.first { $0.key == key }?.value.mark ?? mark)
    }

    /// Complains of every key that was not asked for, with the nearest that was, or with the value before that it was
    /// torn from.
    package func finish() {
        for (index, entry) in entries.enumerated() where !asked.contains(entry.key) {
            let remedy =
                if entry.isBare, let remedy = Self.spaceRemedy(for: entry.key) {
                    remedy
                } else if entry.isBare, index > 0 {
                    "; a ',' ends the value of '\(entries[index - 1].key)': put all of that in quotes"
                } else { suggestion(for: entry.key, among: asked) }
            diagnostics.add("unknown key '\(entry.key)'\(remedy)", at: entry.keyMark)
        }
    }

    /// What makes a key and a value of `line:GPIO22`; nil for text without a ':' in its midst.
    private static func spaceRemedy(for text: String) -> String? {
        let first = text.prefix { !$0.isWhitespace }
        let parts = first.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        return "; write a space after the ':', '\(parts[0]): \(parts[1])'"
    }

    private func check<Value: SettingValue & Comparable>(
        _ value: Value?, in range: ClosedRange<Value>, _ node: Node
    )
        -> Value?
    {
        guard let value else { return nil }
        guard range.contains(value) else {
            diagnostics.add(
                "\(node.text ?? value.setting) is out of range; "
                    + "give \(range.lowerBound.setting) to \(range.upperBound.setting)", at: node.mark)
            return nil
        }
        return value
    }
}
