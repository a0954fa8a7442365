import CMeasure
import RingSoak

/// The soak of the ring and its wake-up on their own, for hours if need be and under ThreadSanitizer.
enum SoakRun {
    private static let rounds = 200_000

    static func run(frames: Int) {
        do {
            // Half with a writer that drops what finds no room, as a microphone does; half with one that waits, as a file.
            for waitsForRoom in [false, true] {
                let soak = Soak(
                    frames: UInt64(frames + 1) / 2, waitsForRoom: waitsForRoom,
                    staysInFirstView: measure_is_sanitized())
                let outcome = try soak.run()
                print(
                    """
                    soak: \(outcome.read) frames read, \(outcome.missing) missing in gaps, \(outcome.wrong) wrong
                    """)
                guard outcome.wrong == 0, !waitsForRoom || outcome.missing == 0 else {
                    stop("the ring delivered what was not written, or not where it was")
                }
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
