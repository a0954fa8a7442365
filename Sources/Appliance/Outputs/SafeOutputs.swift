import GPIO

/// Drives every output to the level it has at exit and every light dark, for the time when no appliance does.
///
/// A released line is not safe: what it does then is up to the chip (`ReleaseBehaviour`), and a light may go on saying
/// that sound is kept. So after a crash, or a kill by the watchdog, this takes the lines and holds them until the
/// appliance takes them back.
///
/// ```swift
/// let safe = try SafeOutputs(configuration)
/// for result in safe.acquire() { print(result) }
/// // hold on to `safe` as long as the lines are to be driven
/// ```
///
/// One thread at a time may use it.
package final class SafeOutputs {
    /// What the holder calls itself, so that `earshot pins` and the error of a taken line tell it from the appliance.
    package static let consumer = "earshot-safe"

    /// Result for one line.
    package struct Result: Sendable, Hashable, CustomStringConvertible {
        /// The output's name, or `light 'recording'`.
        package var output: String
        /// The level it is to have.
        package var isOn: Bool
        /// Why it is not driven by us; nil if it is.
        package var error: GPIOError?

        package var description: String {
            let level = isOn ? "on" : "off"
            return error.map { "\(output) is not safe: \($0)" } ?? "\(output) is driven \(level)"
        }
    }

    private struct Held {
        let name: String
        let lineName: LineName
        let isActiveLow: Bool
        let isOn: Bool
        var line: (any OutputLine)?
    }

    private var all: [Held]
    private let pinout: Pinout

    /// Takes nothing yet.
    init(_ outputs: [OutputOptions], lights: [Light: LightOptions] = [:], on pinout: Pinout) {
        self.pinout = pinout
        all = outputs.map {
            Held(name: $0.name, lineName: $0.line, isActiveLow: $0.isActiveLow, isOn: $0.isOnAtExit)
        }
        for light in Light.allCases {
            guard let options = lights[light] else { continue }
            all.append(
                Held(
                    name: "light '\(light.rawValue)'", lineName: options.line,
                    isActiveLow: options.isActiveLow, isOn: false))
        }
    }

    /// As above, for a configuration's outputs and lights, on its board.
    ///
    /// - Throws: `ApplianceError.unavailable` when this machine has no pins, or this user may not use them.
    package convenience init(
        _ configuration: ApplianceConfiguration, board: Appliance.Options.Board = .system
    ) throws(ApplianceError) {
        do throws(GPIOError) {
            let pinout = try BoardDevices.pinout(for: configuration, board)
            self.init(configuration.outputs, lights: configuration.lights, on: pinout)
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Takes every line it does not have, or has no more since its chip was unplugged; one that fails does not keep it from the next.
    ///
    /// - Returns: Result for each of them, outputs first.
    package func acquire() -> [Result] {
        for i in all.indices {
            do throws(GPIOError) {
                try all[i].line?.check(at: .zero)
            } catch {
                all[i].line?.release()
                all[i].line = nil
            }
        }
        return all.indices.filter { all[$0].line == nil }.map { i in
            var result = Result(output: all[i].name, isOn: all[i].isOn)
            do throws(GPIOError) {
                all[i].line = try pinout.output(
                    all[i].lineName, isActiveLow: all[i].isActiveLow, initially: all[i].isOn,
                    consumer: Self.consumer)
            } catch {
                result.error = error
            }
            return result
        }
    }

    /// Whether every line is driven by this.
    package var isComplete: Bool { all.allSatisfy { $0.line != nil } }

    /// Whether lines may be lost, which nobody tells: `acquire` finds out.
    var mayLoseLines: Bool { pinout.mayChange }

    /// Gives the lines back, to whatever the chip then makes of them.
    package func release() {
        for i in all.indices {
            all[i].line?.release()
            all[i].line = nil
        }
    }
}
