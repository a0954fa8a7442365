import Settings

/// A light as it is configured: `recording: GPIO17`, or a map with `line` and `active_low`.
public struct LightOptions: Sendable, Hashable {
    public var line: LineName
    public var isActiveLow: Bool

    public init(line: LineName, isActiveLow: Bool = false) {
        self.line = line
        self.isActiveLow = isActiveLow
    }

    /// Decodes a light; complains, and returns nil, if there is no line.
    public init?(_ node: Node, _ complaints: Complaints) {
        guard node.entries != nil else {
            guard let line = LineName.read(node, complaints) else { return nil }
            self.init(line: line)
            return
        }
        let reader = MapReader(node, complaints)
        let line = reader.required("line", LineName.self)
        let isActiveLow = reader.optional("active_low", Bool.self)
        reader.finish()
        guard let line else { return nil }
        self.init(line: line, isActiveLow: isActiveLow ?? false)
    }

    /// Takes the line, dark.
    public func open(on pinout: Pinout, consumer: String = "earshot") throws(BoardError) -> LED {
        LED(try pinout.output(line, isActiveLow: isActiveLow, initially: false, consumer: consumer))
    }
}
