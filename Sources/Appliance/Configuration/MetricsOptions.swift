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
        let (text, more) = MapReader.open(node, "path", String.self, diagnostics)
        let interval = more?.optional("interval", Duration.self, in: .seconds(1) ... .seconds(3600))
        more?.finish()
        guard let text else { return nil }
        if more == nil, Bool(setting: text) == false { return nil }
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
