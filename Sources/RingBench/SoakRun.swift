import CMeasure
import RingSoak

/// The soak of the ring and its wake-up on their own, for hours if need be and under ThreadSanitizer.
enum SoakRun {
    private static let rounds = 200_000

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
            let exchange = try Exchange(rounds: rounds).run()
            print("soak: \(2 * rounds) frames each waited for, \(exchange.lost) wake-ups lost")
            guard exchange.lost == 0, exchange.wrong == 0 else {
                stop("a frame came and woke nobody, or was another than was sent")
            }
        } catch {
            stop("\(error)")
        }
    }
}
