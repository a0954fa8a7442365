// Made by: models/en-US/decision/fit.py DATA --write Sources
// from recordings; the script says which, and how.

extension CommandProbability {
    /// The logarithm of the odds of a typical right command: the median of each measure.
    static let typical = 2.042

    /// What each measure adds to it.
    static let terms: [Term] = [
        Term(
            measure: .wordMean,
            points: [(-30, -0.47), (-20, -0.47), (-13, 0.00), (8, 0.00)]),
        Term(
            measure: .sentenceMean,
            points: [(-40, -4.82), (-28, -2.94), (-18, -1.00), (-11, -0.30), (-6, 0.00), (6, 0.00)]),
        Term(
            measure: .worstWindow,
            points: [(10, 0.82), (20, 0.04), (30, -0.12), (40, -1.50), (50, -3.11), (65, -4.99), (90, -7.19)]),
        Term(
            measure: .worstWords,
            points: [
                (-70, -3.81), (-50, -3.81), (-36, -3.50), (-25, -1.92), (-16, -0.69), (-9, 0.28), (-3, 0.81),
                (3, 1.78),
            ]),
        Term(
            measure: .lengthSpread,
            points: [
                (0.1, 1.74), (0.2, 0.32), (0.3, -0.46), (0.4, -0.65), (0.5, -0.88), (0.65, -0.94),
                (0.9, -1.72),
            ]),
        Term(
            measure: .worstOutside,
            points: [(5, 0.00), (15, -0.19), (25, -0.96), (32, -1.62), (40, -2.49), (55, -4.25)]),
        Term(
            measure: .phones,
            points: [(3, -2.44), (6, -0.37), (9, 0.00), (40, 0.00)]),
        Term(
            measure: .phoneRate,
            points: [(5, 1.15), (8, 0.97), (11, -0.12), (14, 0.12), (18, 1.63)]),
        Term(
            measure: .signalToNoise,
            points: [(3, -1.32), (8, -0.69), (14, 0.00), (40, 0.00)]),
        Term(
            measure: .clarity,
            points: [(0, -4.97), (0.1, -2.54), (0.2, -0.57), (0.3, 0.00), (0.7, 0.00)]),
    ]
}
