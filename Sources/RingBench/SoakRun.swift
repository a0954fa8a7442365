import CMeasure
import RingSoak

/// The soak of the ring on its own, for hours if need be and under ThreadSanitizer.
enum SoakRun {
    static func run(frames: Int) {
        do {
            let outcome = try Soak(frames: UInt64(frames), staysInFirstView: measure_is_sanitized()).run()
            print(
                """
                soak: \(outcome.read) frames read, \(outcome.missing) missing in gaps, \
                \(outcome.readAgain) read again, \(outcome.wrong) wrong
                """)
            guard outcome.wrong == 0 else {
                stop("the ring delivered what was not written, or not where it was")
            }
        } catch {
            stop("\(error)")
        }
    }
}
