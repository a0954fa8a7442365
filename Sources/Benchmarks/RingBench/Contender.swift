import CMeasure

#if EARSHOT_RIVALS
    import CRivals
#endif

/// A ring in a race, and its name.
struct Contender: @unchecked Sendable {
    let name: String
    let loops: measure_contender

    private init(_ loops: measure_contender) {
        name = String(cString: loops.name)
        self.loops = loops
    }

    static let earshot = Contender(.earshot)

    /// No ring at all: what copying costs.
    static let limit = Contender(measure_memcpy().pointee)

    /// The other rings, when they were built (`EARSHOT_RIVALS`).
    static var rivals: [Contender] {
        #if EARSHOT_RIVALS
            [rival_boost(), rival_jack(), rival_pipewire(), rival_moodycamel(), rival_portaudio()]
                .map { Contender($0!.pointee) }
        #else
            []
        #endif
    }

    static var all: [Contender] { [earshot] + rivals + [limit] }
}
