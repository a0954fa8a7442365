/// A press of the talk button by a program. A value; owned by one thread.
struct ProgramPress {
    /// Which it is, by its number at the server.
    let reader: Int
    /// When the press is over at the latest: whoever holds it may have lost the way to say so.
    var end: Duration
}
