import Configuration

/// A light as it is configured: a line alone, or a map.
///
/// ```yaml
/// recording: GPIO17
/// status: {line: GPIO4, active_low: on}
/// ```
package struct LightOptions: Sendable, Hashable {
    /// The output it is wired to.
    package var line: LineName
    /// A low voltage lights it.
    package var isActiveLow: Bool

    /// A light that no file configures.
    package init(line: LineName, isActiveLow: Bool = false) {
        self.line = line
        self.isActiveLow = isActiveLow
    }

    /// Decodes a light; adds a diagnostic and returns nil if there is no line.
    package init?(_ node: Node, _ diagnostics: Diagnostics) {
        let (line, more) = MapReader.open(node, "line", LineName.self, diagnostics)
        let isActiveLow = more?.optional("active_low", Bool.self)
        more?.finish()
        guard let line else { return nil }
        self.init(line: line, isActiveLow: isActiveLow ?? false)
    }

    /// Takes the line, dark; `consumer` is what it shows as its holder.
    ///
    /// - Throws: what `Pinout.output` throws.
    package func open(on pinout: Pinout, consumer: String = "earshot") throws(GPIOError) -> LED {
        LED(try pinout.output(line, isActiveLow: isActiveLow, initially: false, consumer: consumer))
    }
}
