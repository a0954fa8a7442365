// Made by: models/en-US/decision/fit.py DATA --mean Sources
// from recordings; the script says which, and how.

extension CommandProbability {
    /// The logarithm of the odds of a typical right command: the median of each measure.
    static let typical = 2.018

    /// What each measure adds to it.
    static let terms: [Term] = [
        Term(
            measure: .wordMean,
            points: [(-30, -0.69), (-20, -0.69), (-13, -0.13), (-8, 0.00), (8, 0.00)]),
        Term(
            measure: .sentenceMean,
            points: [(-40, -4.51), (-28, -2.76), (-18, -0.94), (-11, -0.15), (-6, 0.00), (6, 0.00)]),
        Term(
            measure: .worstWindow,
            points: [(10, 0.77), (20, 0.03), (30, -0.15), (40, -1.47), (50, -2.87), (65, -4.53), (90, -6.54)]),
        Term(
            measure: .worstWords,
            points: [
                (-70, -4.70), (-50, -4.48), (-36, -3.94), (-25, -2.37), (-16, -0.90), (-9, 0.27), (-3, 1.05),
                (3, 1.93),
            ]),
        Term(
            measure: .lengthSpread,
            points: [
                (0.1, 1.85), (0.2, 0.42), (0.3, -0.49), (0.4, -0.59), (0.5, -0.70), (0.65, -0.73),
                (0.9, -1.18),
            ]),
        Term(
            measure: .worstOutside,
            points: [(5, 0.00), (15, -0.18), (25, -1.00), (32, -1.76), (40, -2.70), (55, -4.43)]),
        Term(
            measure: .phones,
            points: [(3, -1.99), (6, -0.18), (9, 0.00), (40, 0.00)]),
        Term(
            measure: .phoneRate,
            points: [(5, 1.30), (8, 0.86), (11, -0.20), (14, -0.04), (18, 1.33)]),
        Term(
            measure: .signalToNoise,
            points: [(3, -1.28), (8, -0.66), (14, 0.00), (40, 0.00)]),
        Term(
            measure: .clarity,
            points: [(0, -4.76), (0.1, -2.45), (0.2, -0.51), (0.3, 0.00), (0.7, 0.00)]),
    ]
}
