import CLinux

/// Where frames come from, as the capture thread sees it. A source never waits: the thread does, for all its reasons at
/// once. No method may lock, allocate or touch a reference count where `isLive` is true.
protocol AudioSource: ~Copyable {
    var format: AudioFormat { get }
    /// The name people know it by.
    var name: String { get }
    /// Whether sound is lost unless it is read in time. Other sources are read only as far as every reader has room.
    var isLive: Bool { get }
    /// Whether frames come at the pace of a clock of the source's own; otherwise the thread paces it if asked to.
    var isClocked: Bool { get }

    /// How many frames a turn of the thread moves at most: a period.
    var periodFrames: Int { get }

    /// Sets a clocked source going: the first frame is sounding now.
    mutating func start() -> SourceFault?

    /// Puts frames into `memory`, which has room for at least one and for whole frames only.
    mutating func read(into memory: UnsafeMutableRawBufferPointer) -> SourceYield

    /// How many descriptors to wait on when there is `.nothing`; none means that there is always something.
    var descriptorCount: Int { get }
    /// Writes them down, with the events to wait for.
    func describe(_ descriptors: UnsafeMutablePointer<pollfd>)
    /// Looks at what the wait brought.
    mutating func examine(_ descriptors: UnsafeMutablePointer<pollfd>) -> SourceFault?

    /// What a fault means, for people. Only called when the source is done with.
    func error(for fault: SourceFault) -> CaptureError
}

/// What one look at a source brought.
enum SourceYield: Equatable {
    /// So many frames, at least one; and so many more wait already.
    case frames(Int, behind: Int)
    /// None at the moment.
    case nothing
    /// Sound was lost, and the source runs again from now.
    case xrun
    /// There is no more.
    case end
    case fault(SourceFault)
}

/// Why a source is done with: plain numbers, since it is made where nothing may be allocated.
enum SourceFault: Equatable {
    /// Its device is gone.
    case disconnected
    /// It sleeps with the machine.
    case suspended
    /// It is open and mute.
    case stalled
    /// The recording ends too early, by so many frames; nil when it cannot be known.
    case truncated(missing: UInt64?)
    /// The named call gave this error number.
    case failed(call: StaticString, errno: Int32)
    /// The file makes no sense at this frame, nil when it cannot be known; libsndfile's number for why, 0 if it gives none.
    case damaged(at: UInt64?, code: Int32)

    static func == (a: SourceFault, b: SourceFault) -> Bool {
        switch (a, b) {
        case (.disconnected, .disconnected), (.suspended, .suspended), (.stalled, .stalled): true
        case (.truncated(let a), .truncated(let b)): a == b
        case (.failed(_, let a), .failed(_, let b)): a == b
        case (.damaged(let a, let x), .damaged(let b, let y)): a == b && x == y
        default: false
        }
    }
}
