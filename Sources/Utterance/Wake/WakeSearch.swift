/// What finds wake phrases: a `WakeSpotter`, or what a test puts in its place. The calls mean what they mean there.
package protocol WakeSearch: AnyObject {
    var wakeDescriptor: Int32 { get }
    var heardUntil: UInt64 { get }
    func feed(_ samples: UnsafeBufferPointer<Int16>, first: UInt64)
    func reset(at frame: UInt64)
    func next() -> WakeDetection?
    func settle()
}

extension WakeSpotter: WakeSearch {}
