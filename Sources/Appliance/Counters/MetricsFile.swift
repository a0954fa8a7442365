import EventSocket
import Platform

/// Writes an appliance's status for Prometheus' node_exporter (its textfile collector), again and again. Owned by one thread,
/// which never waits for the disk.
struct MetricsFile {
    private let options: MetricsOptions
    private let file: BackgroundFile
    private var next = Duration.zero

    /// Nil where none is configured.
    init?(_ options: MetricsOptions?) {
        guard let options else { return nil }
        self.options = options
        // Another user reads it.
        file = BackgroundFile(options.path, isDurable: false, permissions: 0o644) { failure in
            Log.warning(
                "cannot write '\(failure.path)' (\(failure.reason)); make room there, or let this user write into its folder, "
                    + "or choose another 'path' under 'metrics:'", from: "metrics")
        }
    }

    /// Writes `status` if it is time to.
    mutating func advance(to now: Duration, _ status: () -> ApplianceStatus) {
        guard next <= now else { return }
        next = now + options.interval
        file.write(PrometheusText(status()).text)
    }

    /// Waits until what was handed over is written, or could not be.
    func settle() { file.settle() }
}
