import Configuration

/// The section `metrics:`: counters for Prometheus, in a file that its node_exporter reads.
///
/// ```yaml
/// metrics: /var/lib/prometheus/node-exporter/earshot.prom
/// metrics: { path: /var/lib/prometheus/node-exporter/earshot.prom, interval: 1m }
/// ```
package struct MetricsOptions: Sendable, Hashable {
    /// The file, in the folder of the textfile collector.
    package var path: String
    /// How often it is written.
    package var interval = Duration.seconds(15)

    /// Decodes a path, `off`, or a map; nil for none, and after a diagnostic.
    init?(_ node: Node, _ diagnostics: Diagnostics) {
        var interval: Duration?
        let text: String?
        if node.entries == nil {
            text = String.read(node, diagnostics)
            if text.flatMap(Bool.init(setting:)) == false { return nil }
        } else {
            let reader = MapReader(node, diagnostics)
            text = reader.required("path", String.self)
            interval = reader.optional("interval", Duration.self, in: .seconds(1) ... .seconds(3600))
            reader.finish()
        }
        guard let text else { return nil }
        guard text.hasPrefix("/"), text.hasSuffix(".prom") else {
            diagnostics.add(
                "expected a path from the root that ends in .prom, such as "
                    + "/var/lib/prometheus/node-exporter/earshot.prom, not '\(text)'",
                at: (node["path"] ?? node).mark)
            return nil
        }
        path = text
        self.interval = interval ?? self.interval
    }
}
