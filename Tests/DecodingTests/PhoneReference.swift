/// What the reference beside the weights, vector.py, makes of "go forward ten meters".
enum PhoneReference {
    /// The first frame of 10 ms, and how far the next ones lie apart.
    static let first = 60
    static let step = 6
    /// The phone that fits best, its number, and its cost.
    static let best: [(name: String, number: Int, cost: Int32)] = [
        ("OW", 25, -22),
        ("F", 14, -16),
        ("F", 14, -25),
        ("F", 14, -23),
        ("AO", 4, -19),
        ("R", 28, -17),
        ("V", 35, -22),
        ("ER", 12, -20),
        ("ER", 12, -20),
        ("ER", 12, -13),
        ("T", 31, -15),
        ("T", 31, -17),
        ("AE", 2, -19),
        ("AE", 2, -20),
        ("N", 23, -19),
        ("N", 23, -18),
        ("N", 23, -14),
        ("Y", 37, -19),
        ("Y", 37, -15),
        ("HH", 16, -13),
        ("ER", 12, -18),
        ("ER", 12, -20),
        ("Z", 38, -24),
        ("Z", 38, -24),
        ("Z", 38, -24),
        ("Z", 38, -24),
        ("Z", 38, -19),
        ("SIL", 0, -7),
        ("SIL", 0, -7),
        ("SIL", 0, -7),
    ]
}
