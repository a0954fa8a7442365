/// What the reference beside the weights, vector.py, makes of "go forward ten meters".
enum PhoneReference {
    /// The first frame of 10 ms, and how far the next ones lie apart.
    static let first = 60
    static let step = 6
    /// The phone that fits best, its number, and its cost.
    static let best: [(name: String, number: Int, cost: Int32)] = [
        ("OW", 25, -21),
        ("F", 14, -19),
        ("F", 14, -24),
        ("F", 14, -22),
        ("AO", 4, -20),
        ("AA", 1, -18),
        ("R", 28, -20),
        ("ER", 12, -19),
        ("ER", 12, -18),
        ("D", 9, -13),
        ("T", 31, -16),
        ("T", 31, -17),
        ("AE", 2, -16),
        ("EH", 11, -18),
        ("N", 23, -18),
        ("N", 23, -18),
        ("M", 22, -14),
        ("IY", 18, -19),
        ("IY", 18, -18),
        ("IY", 18, -17),
        ("AH", 3, -11),
        ("R", 28, -13),
        ("Z", 38, -23),
        ("Z", 38, -23),
        ("Z", 38, -23),
        ("Z", 38, -23),
        ("Z", 38, -17),
        ("SIL", 0, -7),
        ("SIL", 0, -8),
        ("SIL", 0, -8),
    ]
}
