/// What the reference beside the weights, vector.py, makes of "go forward ten meters".
enum PhoneReference {
    /// The first frame of 10 ms, and how far the next ones lie apart.
    static let first = 60
    static let step = 6
    /// The phone that fits best, its number, and its cost.
    static let best: [(name: String, number: Int, cost: Int32)] = [
        ("OW", 25, -18),
        ("F", 14, -16),
        ("F", 14, -19),
        ("AO", 4, -17),
        ("AO", 4, -18),
        ("AO", 4, -16),
        ("R", 28, -15),
        ("R", 28, -15),
        ("ER", 12, -16),
        ("TH", 32, -15),
        ("TH", 32, -15),
        ("T", 31, -14),
        ("EH", 11, -13),
        ("EH", 11, -16),
        ("N", 23, -16),
        ("N", 23, -15),
        ("M", 22, -13),
        ("IY", 18, -15),
        ("IY", 18, -15),
        ("ZH", 39, -16),
        ("ER", 12, -15),
        ("ER", 12, -16),
        ("Z", 38, -19),
        ("Z", 38, -20),
        ("Z", 38, -20),
        ("Z", 38, -19),
        ("Z", 38, -13),
        ("SIL", 0, -6),
        ("SIL", 0, -6),
        ("SIL", 0, -6),
    ]
}
