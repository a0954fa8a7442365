/// What the reference beside the weights, vector.py, makes of "go forward ten meters".
enum PhoneReference {
    /// The first frame of 10 ms, and how far the next ones lie apart.
    static let first = 60
    static let step = 6
    /// The phone that fits best, its number, and its cost.
    static let best: [(name: String, number: Int, cost: Int32)] = [
        ("OW", 25, -18),
        ("F", 14, -19),
        ("F", 14, -20),
        ("F", 14, -19),
        ("AO", 4, -18),
        ("AO", 4, -16),
        ("R", 28, -17),
        ("R", 28, -16),
        ("R", 28, -14),
        ("IY", 18, -10),
        ("TH", 32, -14),
        ("T", 31, -14),
        ("AE", 2, -14),
        ("EH", 11, -15),
        ("N", 23, -16),
        ("N", 23, -14),
        ("N", 23, -12),
        ("IY", 18, -15),
        ("IY", 18, -15),
        ("IY", 18, -13),
        ("AH", 3, -11),
        ("ER", 12, -15),
        ("Z", 38, -19),
        ("Z", 38, -19),
        ("Z", 38, -20),
        ("Z", 38, -19),
        ("Z", 38, -14),
        ("SIL", 0, -6),
        ("SIL", 0, -6),
        ("SIL", 0, -6),
    ]
}
