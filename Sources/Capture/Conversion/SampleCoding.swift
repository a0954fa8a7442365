/// One sample type's way between memory and float at full scale ±1. Memory need not be aligned.
protocol SampleCoding {
    static var byteCount: Int { get }
    static func load(_ memory: UnsafeRawPointer) -> Float
    static func store(_ value: Float, to memory: UnsafeMutableRawPointer)
}

/// Scaling by a power of two is exact, so 16-bit samples survive the way to float and back.
enum Int16Coding: SampleCoding {
    static var byteCount: Int { 2 }

    @inline(__always)
    static func load(_ memory: UnsafeRawPointer) -> Float {
        Float(memory.loadUnaligned(as: Int16.self)) * 0x1p-15
    }

    @inline(__always)
    static func store(_ value: Float, to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: Int16((value * 0x1p15).rounded().clamped(to: -0x1p15...0x7FFF)), as: Int16.self)
    }
}

/// Three bytes, the least significant first.
enum Int24Coding: SampleCoding {
    static var byteCount: Int { 3 }

    @inline(__always)
    static func load(_ memory: UnsafeRawPointer) -> Float {
        let low = UInt32(memory.loadUnaligned(as: UInt16.self))
        let high = UInt32(memory.load(fromByteOffset: 2, as: UInt8.self))
        // At the top of 32 bits, the sign bit is in place.
        return Float(Int32(bitPattern: low << 8 | high << 24)) * 0x1p-31
    }

    @inline(__always)
    static func store(_ value: Float, to memory: UnsafeMutableRawPointer) {
        let bits = UInt32(bitPattern: Int32((value * 0x1p23).rounded().clamped(to: -0x1p23...0x7FFFFF)))
        memory.storeBytes(of: UInt16(truncatingIfNeeded: bits), as: UInt16.self)
        memory.storeBytes(of: UInt8(truncatingIfNeeded: bits >> 16), toByteOffset: 2, as: UInt8.self)
    }
}

/// Three bytes and one that may hold anything, which comes last.
enum PaddedInt24Coding: SampleCoding {
    static var byteCount: Int { 4 }

    @inline(__always)
    static func load(_ memory: UnsafeRawPointer) -> Float {
        // At the top of 32 bits, the sign bit is in place and the fourth byte is gone.
        Float(Int32(bitPattern: memory.loadUnaligned(as: UInt32.self) << 8)) * 0x1p-31
    }

    @inline(__always)
    static func store(_ value: Float, to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(
            of: Int32((value * 0x1p23).rounded().clamped(to: -0x1p23...0x7FFFFF)), as: Int32.self)
    }
}

enum Int32Coding: SampleCoding {
    static var byteCount: Int { 4 }

    @inline(__always)
    static func load(_ memory: UnsafeRawPointer) -> Float {
        Float(memory.loadUnaligned(as: Int32.self)) * 0x1p-31
    }

    @inline(__always)
    static func store(_ value: Float, to memory: UnsafeMutableRawPointer) {
        // The largest float below 2^31.
        memory.storeBytes(
            of: Int32((value * 0x1p31).rounded().clamped(to: -0x1p31...0x7FFF_FF80)), as: Int32.self)
    }
}

enum Float32Coding: SampleCoding {
    static var byteCount: Int { 4 }

    @inline(__always)
    static func load(_ memory: UnsafeRawPointer) -> Float { memory.loadUnaligned(as: Float.self) }

    @inline(__always)
    static func store(_ value: Float, to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: value, as: Float.self)
    }
}

extension Float {
    /// Within `bounds`; NaN becomes 0, so that a damaged file cannot trap.
    @inline(__always)
    fileprivate func clamped(to bounds: ClosedRange<Float>) -> Float {
        isNaN ? 0 : Swift.min(Swift.max(self, bounds.lowerBound), bounds.upperBound)
    }
}

/// How the channels of a frame become those of another.
enum ChannelMap: Equatable {
    /// All into one, their mean.
    case mean
    /// One of them, counted from 0.
    case pick(Int)
    /// Each to its own; where the source has fewer, its last one again.
    case each

    init(from source: Int, to target: Int, choice: ChannelChoice) {
        switch (target, choice) {
        case (1, .mix): self = source == 1 ? .pick(0) : .mean
        case (1, .channel(let channel)): self = .pick(min(max(channel, 1), source) - 1)
        default: self = .each
        }
    }
}

/// Whole blocks of frames, between memory and interleaved floats.
enum FrameCoding {
    static func decode(
        _ memory: UnsafeRawPointer, frames: Int, format: AudioFormat, map: ChannelMap,
        into floats: UnsafeMutablePointer<Float>, channels: Int
    ) {
        switch format.sample {
        case .int16: decode(Int16Coding.self, memory, frames, format.channelCount, map, floats, channels)
        case .int24: decode(Int24Coding.self, memory, frames, format.channelCount, map, floats, channels)
        case .int24Padded:
            decode(PaddedInt24Coding.self, memory, frames, format.channelCount, map, floats, channels)
        case .int32: decode(Int32Coding.self, memory, frames, format.channelCount, map, floats, channels)
        case .float32: decode(Float32Coding.self, memory, frames, format.channelCount, map, floats, channels)
        }
    }

    static func encode(
        _ floats: UnsafePointer<Float>, frames: Int, format: AudioFormat, into memory: UnsafeMutableRawPointer
    ) {
        let count = frames * format.channelCount
        switch format.sample {
        case .int16: encode(Int16Coding.self, floats, count, memory)
        case .int24: encode(Int24Coding.self, floats, count, memory)
        case .int24Padded: encode(PaddedInt24Coding.self, floats, count, memory)
        case .int32: encode(Int32Coding.self, floats, count, memory)
        case .float32: encode(Float32Coding.self, floats, count, memory)
        }
    }

    @inline(__always)
    private static func decode<Coding: SampleCoding>(
        _: Coding.Type, _ memory: UnsafeRawPointer, _ frames: Int, _ sources: Int, _ map: ChannelMap,
        _ floats: UnsafeMutablePointer<Float>, _ targets: Int
    ) {
        let stride = sources * Coding.byteCount
        switch map {
        case .pick(let channel):
            let first = memory + channel * Coding.byteCount
            for frame in 0..<frames { floats[frame] = Coding.load(first + frame * stride) }
        case .mean:
            let share = 1 / Float(sources)
            for frame in 0..<frames {
                var sum: Float = 0
                for channel in 0..<sources {
                    sum += Coding.load(memory + frame * stride + channel * Coding.byteCount)
                }
                floats[frame] = sum * share
            }
        case .each:
            for frame in 0..<frames {
                for channel in 0..<targets {
                    let source = min(channel, sources - 1)
                    floats[frame * targets + channel] =
                        Coding.load(memory + frame * stride + source * Coding.byteCount)
                }
            }
        }
    }

    @inline(__always)
    private static func encode<Coding: SampleCoding>(
        _: Coding.Type, _ floats: UnsafePointer<Float>, _ count: Int, _ memory: UnsafeMutableRawPointer
    ) {
        for index in 0..<count { Coding.store(floats[index], to: memory + index * Coding.byteCount) }
    }
}
