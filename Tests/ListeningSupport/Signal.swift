import Foundation
import Platform

/// Samples of a tone, of noise from a fixed seed, of things that are struck, and of nothing.
package enum Signal {
    package static func silence(_ span: Duration) -> [Int16] {
        [Int16](repeating: 0, count: Int(span / .seconds(1) * 16_000))
    }

    package static func hum(_ span: Duration, amplitude: Double, frequency: Double = 100) -> [Int16] {
        (0..<Int(span / .seconds(1) * 16_000)).map {
            Int16(amplitude * sin(2 * .pi * frequency * Double($0) / 16_000))
        }
    }

    package static func noise(_ span: Duration, amplitude: Double) -> [Int16] {
        var state: UInt64 = 42
        return (0..<Int(span / .seconds(1) * 16_000)).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int16(amplitude * (Double(state >> 40) / Double(1 << 23) - 1))
        }
    }

    /// Noise that begins anew at irregular moments, and dies away within `decay` seconds; of wood rather than of air.
    package static func struck(
        _ span: Duration, every mean: Double, dying decay: Double, amplitude: Double
    ) -> [Int16] {
        var generator = SeededGenerator(seed: 7)
        var (level, next, last) = (0.0, 0, 0.0)
        return (0..<Int(span / .seconds(1) * 16_000)).map { position in
            if position >= next {
                level = amplitude * Double.random(in: 0.2...1, using: &generator)
                next = position + Int(16_000 * mean * Double.random(in: 0.3...1.7, using: &generator))
            }
            level *= 1 - 1 / (16_000 * decay)
            last = 0.6 * last + level * Double.random(in: -1...1, using: &generator)
            return Int16(clamping: Int(last + Double.random(in: -10...10, using: &generator)))
        }
    }
}

extension [Int16] {
    /// Adds `other`, repeated as long as needed.
    package func mixed(with other: [Int16]) -> [Int16] {
        enumerated().map { Int16(clamping: Int($1) + Int(other[$0 % other.count])) }
    }
}
