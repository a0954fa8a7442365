import CMeasure
import Glibc
import Ring

// Our ring's loops: those of CMeasure's loops.h, in Swift.

/// Both ends, where two threads find them.
private struct Ends {
    let producer: UnsafeMutablePointer<Producer>
    let consumer: UnsafeMutablePointer<Consumer>

    init(_ ring: consuming RingBuffer) {
        producer = .allocate(capacity: 1)
        consumer = .allocate(capacity: 1)
        producer.initialize(to: ring.producer)
        consumer.initialize(to: ring.consumer)
    }

    func free() {
        producer.deinitialize(count: 1)
        producer.deallocate()
        consumer.deinitialize(count: 1)
        consumer.deallocate()
    }
}

private func ends(_ ring: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Ends> {
    ring!.assumingMemoryBound(to: Ends.self)
}

/// What makes the ring's memory, its own eighth included, that of the others.
private let frameCapacity = Int(measure_capacity) * 8 / 9

/// Gives the loop an end of its own, so that the optimiser may keep its indices in registers.
@inline(__always)
private func withProducer(_ ring: UnsafeMutableRawPointer?, _ body: (inout Producer) -> Void) {
    let place = ends(ring).pointee.producer
    var producer = place.move()
    body(&producer)
    place.initialize(to: producer)
}

@inline(__always)
private func withConsumer<Result>(_ ring: UnsafeMutableRawPointer?, _ body: (inout Consumer) -> Result)
    -> Result
{
    let place = ends(ring).pointee.consumer
    var consumer = place.move()
    let result = body(&consumer)
    place.initialize(to: consumer)
    return result
}

extension Producer {
    /// Writes a whole block, or nothing.
    @inline(__always)
    fileprivate mutating func push(_ source: UnsafePointer<Int16>, _ block: Int) -> Bool {
        let region = reserve(block)
        guard region.count == block &* 2 else { return false }
        region.baseAddress!.copyMemory(from: source, byteCount: block &* 2)
        commit(block)
        return true
    }

    @inline(__always)
    fileprivate mutating func pushWait(_ source: UnsafePointer<Int16>, _ block: Int) {
        while !push(source, block) { measure_relax() }
    }
}

extension Consumer {
    /// Reads a whole block, or nothing.
    @inline(__always)
    fileprivate mutating func pop(_ target: UnsafeMutablePointer<Int16>, _ block: Int) -> Bool {
        let region = peek(block)
        guard region.count == block &* 2 else { return false }
        UnsafeMutableRawPointer(target).copyMemory(from: region.baseAddress!, byteCount: block &* 2)
        advance(block)
        return true
    }

    @inline(__always)
    fileprivate mutating func popWait(_ target: UnsafeMutablePointer<Int16>, _ block: Int) {
        while !pop(target, block) { measure_relax() }
    }
}

@inline(__always)
private func at(_ pattern: UnsafePointer<Int16>, _ index: Int, _ block: Int) -> UnsafePointer<Int16> {
    pattern + (index &* block & (Int(measure_pattern) - 1))
}

@inline(__always)
private func differs(_ a: UnsafePointer<Int16>, _ b: UnsafePointer<Int16>, _ block: Int) -> Int {
    memcmp(a, b, block &* 2) == 0 ? 0 : 1
}

extension measure_contender {
    static var earshot: Self {
        Self(
            name: strdup("earshot"),
            make: {
                let ring = UnsafeMutablePointer<Ends>.allocate(capacity: 1)
                do {
                    ring.initialize(
                        to: Ends(try RingBuffer(frameCapacity: frameCapacity, bytesPerFrame: 2)))
                } catch {
                    stop("\(error)")
                }
                return UnsafeMutableRawPointer(ring)
            },
            free: { ring in
                ends(ring).pointee.free()
                ends(ring).deallocate()
            },
            produce: { ring, pattern, block, count in
                let pattern = pattern!
                withProducer(ring) { producer in
                    if block == 1 {
                        for i in 0..<count {
                            let sample = at(pattern, i, 1).pointee
                            while !producer.write(sample) { measure_relax() }
                        }
                    } else {
                        for i in 0..<count { producer.pushWait(at(pattern, i, block), block) }
                    }
                }
            },
            consume: { ring, pattern, target, block, count in
                let (pattern, target) = (pattern!, target!)
                return withConsumer(ring) { consumer in
                    var wrong = 0
                    if block == 1 {
                        for i in 0..<count {
                            var sample = consumer.read(as: Int16.self)
                            while sample == nil {
                                measure_relax()
                                sample = consumer.read(as: Int16.self)
                            }
                            wrong &+= sample == at(pattern, i, 1).pointee ? 0 : 1
                        }
                    } else {
                        for i in 0..<count {
                            consumer.popWait(target, block)
                            wrong &+= differs(target, at(pattern, i, block), block)
                        }
                    }
                    return wrong
                }
            },
            ping: { there, back, pattern, target, block, count in
                let (pattern, target) = (pattern!, target!)
                return withConsumer(back) { consumer in
                    var wrong = 0
                    withProducer(there) { producer in
                        for i in 0..<count {
                            producer.pushWait(at(pattern, i, block), block)
                            consumer.popWait(target, block)
                            wrong &+= differs(target, at(pattern, i, block), block)
                        }
                    }
                    return wrong
                }
            },
            echo: { there, back, target, block, count in
                let target = target!
                withConsumer(there) { consumer in
                    withProducer(back) { producer in
                        for _ in 0..<count {
                            consumer.popWait(target, block)
                            producer.pushWait(target, block)
                        }
                    }
                }
            },
            send: { ring, times, count, interval in
                let times = times!
                withProducer(ring) { producer in
                    var next = measure_now()
                    for i in 0..<count {
                        next &+= interval
                        var now = measure_now()
                        while now < next { now = measure_now() }
                        times[i] = now
                        while !producer.write(Int16(truncatingIfNeeded: i)) { measure_relax() }
                    }
                }
            },
            receive: { ring, times, count in
                let times = times!
                withConsumer(ring) { consumer in
                    for i in 0..<count {
                        while consumer.read(as: Int16.self) == nil { measure_relax() }
                        times[i] = measure_now()
                    }
                }
            },
            scatter: { rings, pattern, block, count in
                let (rings, pattern) = (rings!, pattern!)
                withProducer(rings[0]) { first in
                    withProducer(rings[1]) { second in
                        withProducer(rings[2]) { third in
                            for i in 0..<count {
                                first.pushWait(at(pattern, i, block), block)
                                second.pushWait(at(pattern, i, block), block)
                                third.pushWait(at(pattern, i, block), block)
                            }
                        }
                    }
                }
            },
            gather: { rings, pattern, target, block, count in
                let (rings, pattern, target) = (rings!, pattern!, target!)
                return withConsumer(rings[0]) { first in
                    withConsumer(rings[1]) { second in
                        withConsumer(rings[2]) { third in
                            var wrong = 0
                            for i in 0..<count {
                                first.popWait(target, block)
                                wrong &+= differs(target, at(pattern, i, block), block)
                                second.popWait(target, block)
                                wrong &+= differs(target, at(pattern, i, block), block)
                                third.popWait(target, block)
                                wrong &+= differs(target, at(pattern, i, block), block)
                            }
                            return wrong
                        }
                    }
                }
            })
    }
}
